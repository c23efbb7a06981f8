package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAsked is how often one thing is asked for: an answer that is refused is asked for again twice.
const maxAsked = 3

// maxTyped is where a terminal begins to drop what is typed in one line, in bytes.
const maxTyped = 4095

// question is one thing to ask a person for. The last line, where the answer is typed, is short enough for any window.
type question struct {
	about  string                   // the lines before; "" for none
	prompt string                   // "" is "> "
	judge  func(typed string) error // why an answer is none; nil takes all
}

// asks reports whether a person can be asked: both ends of the conversation are a terminal, in whose foreground rtut is, and nobody
// forbade it.
func (a *app) asks() bool { return a.inTTY && a.errTTY && !a.noInput && !a.json && a.isAhead() }

func (a *app) isAhead() bool { return a.ahead == nil || a.ahead() }

// ask puts a question on standard error and returns the line that was typed. What was typed before the question stood
// there is discarded. answered is false for end of file and after the last refused answer: then things are as without a
// terminal. The error is that of ctx, which an interrupt ends.
func (a *app) ask(ctx context.Context, q question) (typed string, answered bool, err error) {
	if q.prompt == "" {
		q.prompt = "> "
	}
	if q.about != "" {
		a.say(strings.TrimRight(q.about, "\n") + "\n")
	}
	for range maxAsked {
		a.discardTyped()
		a.say(q.prompt)
		typed, err := a.readLine(ctx)
		switch {
		case errors.Is(err, io.EOF):
			a.endLine()
			return "", false, nil
		case err != nil:
			a.discardTyped() // Ctrl-C makes the terminal drop what is on its way to it, for a moment
			a.endLine()
			return "", false, err
		}
		if err = judgeTyped(typed, q.judge); err == nil {
			return typed, true, nil
		}
		a.say(sentence(err) + "\n")
	}
	return "", false, nil
}

// sentence is what an error says, as a sentence for a person.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// judgeTyped refuses what nobody can have meant to type, and what the question refuses. It never repeats what was typed.
func judgeTyped(typed string, judge func(string) error) error {
	switch {
	case len(typed) >= maxTyped:
		return errors.New("too long for one line; use a flag")
	case !utf8.ValidString(typed) || strings.ContainsFunc(typed, unicode.IsControl):
		return errors.New("that holds characters which are not text, such as arrow keys")
	case judge != nil:
		return judge(typed)
	}
	return nil
}

// yes asks a question that only a typed y or n answers.
func (a *app) yes(ctx context.Context, about string) (yes, answered bool, err error) {
	typed, answered, err := a.ask(ctx, question{about: about, prompt: "y or n: ", judge: func(typed string) error {
		if word := yesOrNo(typed); word == "" {
			return errors.New("type y for yes or n for no")
		}
		return nil
	}})
	return yesOrNo(typed) == "y", answered, err
}

func yesOrNo(typed string) string {
	switch strings.ToLower(strings.TrimSpace(typed)) {
	case "y", "yes":
		return "y"
	case "n", "no":
		return "n"
	}
	return ""
}

// enter waits for Enter before something that matters little. Anything else that is typed, and end of file, is a no.
func (a *app) enter(ctx context.Context, prompt string) (bool, error) {
	key, err := a.key(ctx, prompt, "")
	return key == enterKey, err
}

// What key returns beside the letter that it was given.
const (
	enterKey = "enter"
	leaveKey = "q"
)

// key waits for Enter, for q, or for a letter beside these where there is one.
func (a *app) key(ctx context.Context, prompt, letter string) (string, error) {
	expected := "press only Enter, or type q"
	if letter != "" {
		expected = "press only Enter, or type " + letter + " or q"
	}
	typed, answered, err := a.ask(ctx, question{prompt: prompt, judge: func(typed string) error {
		if word := strings.TrimSpace(typed); word != "" && word != leaveKey && (letter == "" || word != letter) {
			return errors.New(expected)
		}
		return nil
	}})
	switch word := strings.TrimSpace(typed); {
	case err != nil || !answered:
		return leaveKey, err
	case word == "":
		return enterKey, nil
	default:
		return word, nil
	}
}

// reason asks why; it is never blank.
func (a *app) reason(ctx context.Context, about string) (string, bool, error) {
	return a.ask(ctx, question{about: about, judge: func(typed string) error {
		if strings.TrimSpace(typed) == "" {
			return errors.New("a reason is needed")
		}
		return nil
	}})
}

// readLine reads the line that is typed next, or returns io.EOF. The reader that an interrupt leaves behind ends with the
// process.
func (a *app) readLine(ctx context.Context) (string, error) {
	type answer struct {
		line string
		err  error
	}
	got := make(chan answer, 1)
	go func() {
		line, err := firstLine(a.in)
		got <- answer{line, err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case read := <-got:
		if read.err == nil {
			a.err.inLine = false // the terminal has shown the end of the line
		}
		return read.line, read.err
	}
}

// firstLine reads up to the end of a line and drops what came after it in the same breath. A line that was begun and not
// ended is no answer.
func firstLine(from io.Reader) (string, error) {
	var line []byte
	buf := make([]byte, maxTyped+1)
	for {
		n, err := from.Read(buf)
		before, _, ended := bytes.Cut(buf[:n], []byte("\n"))
		if line = append(line, before...); ended {
			return strings.TrimSuffix(string(line), "\r"), nil
		}
		if err != nil || n == 0 || len(line) > 16*maxTyped {
			return "", io.EOF // a terminal that has gone away says EIO
		}
	}
}
