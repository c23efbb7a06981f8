package shell

import (
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"rtut/run/plain"
)

// Paste is the one command that an operator pastes into a shell here to run cmd by hand. It carries the directory, the
// shell, the variables and the host of cmd, and stops where a check of the same script would stop. It means the same to sh,
// bash, zsh, dash and fish, and leaves nothing behind in the shell: what the script sets does not outlive it.
//
// The text comes from a terminal, which obeys some characters, does not show others, and completes words at a tab. A text
// with such is spelled: these characters are written as numbers, which sh reads back.
func Paste(cmd Command) (text string, spelled bool, err error) {
	words, err := pasteWords(cmd)
	if err != nil {
		return "", false, err
	}
	text = pasteLine(words)
	if isShownAsItIs(text) {
		return text, false, nil
	}
	return pasteLine([]string{"sh", "-c", pasteWord(`eval "$(printf %b "$1")"`), "rtut", pasteWord(spell(text))}), true, nil
}

// pasteWords are the words of the command to paste, quoted.
func pasteWords(cmd Command) ([]string, error) {
	if strings.Contains(cmd.Script+cmd.Dir+strings.Join(cmd.Env, ""), "\x00") {
		return nil, errors.New("write a command that holds a NUL character")
	}
	argv, err := cmd.argv()
	if err != nil {
		return nil, err
	}
	if cmd.isRemote() {
		return remotePasteWords(cmd, argv)
	}
	words := setting(cmd.Env)
	if cmd.Dir == "" {
		return append(words, pasteQuoted(argv)...), nil
	}
	last := len(argv) - 1
	enter := `cd -P -- "$1" && exec ` + pasteLine(pasteQuoted(argv[:last])) + ` "$2"`
	return append(words, pasteQuoted([]string{"sh", "-c", enter, "rtut", cmd.Dir, argv[last]})...), nil
}

// remotePasteWords have ssh run argv on the host of cmd: with the RTUT_ variables and in the directory that a login has,
// as a check there, but without its time limit.
func remotePasteWords(cmd Command, argv []string) ([]string, error) {
	if err := checkHost(cmd.On); err != nil {
		return nil, err
	}
	var carried []string
	for _, assignment := range cmd.Env {
		if name, _, _ := strings.Cut(assignment, "="); exported.MatchString(name) {
			carried = append(carried, assignment)
		}
	}
	remote := pasteLine(append(setting(carried), pasteQuoted(argv)...))
	return pasteQuoted(append(sshProgram(cmd), "--", cmd.On, remote)), nil
}

// setting are the words that set variables for the command after them; none if there is nothing to set.
func setting(env []string) []string {
	if len(env) == 0 {
		return nil
	}
	words := []string{"env"}
	for _, assignment := range env {
		name, value, _ := strings.Cut(assignment, "=")
		words = append(words, name+"="+pasteWord(value))
	}
	return words
}

// isShownAsItIs reports whether a terminal shows text as it is, and passes it on as it is when it is pasted.
func isShownAsItIs(text string) bool {
	return plain.Text(text) == text && !strings.Contains(text, "\t")
}

// spell writes text in characters that a terminal shows and passes on as they are, as printf %b reads them. There is no quote in
// it, and a backslash only before a number.
func spell(text string) string {
	var b strings.Builder
	for rest := text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		c := rest[:size]
		rest = rest[size:]
		if r == utf8.RuneError || strings.Contains(`'\`, c) || !isShownAsItIs(c) {
			c = octal(c)
		}
		b.WriteString(c)
	}
	if spelled := b.String(); isShownAsItIs(spelled) {
		return spelled
	}
	return octal(text) // a character is shown or not by what stands beside it
}

// maxPasteLine is how many bytes of a line a terminal takes in the mode in which dash reads it, less what the prompt and a
// word that can't be broken may need: macOS takes 1024, Linux 4096.
const maxPasteLine = 800

// pasteLine joins quoted words to one command. A line that would be too long goes on in another.
func pasteLine(words []string) string {
	var b strings.Builder
	column := 0
	for i, word := range words {
		switch first, _, _ := strings.Cut(word, "\n"); {
		case i == 0:
		case column+len(first) > maxPasteLine:
			b.WriteString(" \\\n")
			column = 0
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column = columnAfter(column, word)
	}
	return b.String()
}

// columnAfter is in which column a line is once text is written.
func columnAfter(column int, text string) int {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		return len(text) - i - 1
	}
	return column + len(text)
}

func pasteQuoted(words []string) []string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = pasteWord(word)
	}
	return quoted
}

var bareWord = regexp.MustCompile(`^[A-Za-z0-9_./:@+-]+$`)

// pasteWord writes s as one word that sh, bash, zsh, dash and fish read alike, as readable as it can be.
func pasteWord(s string) string {
	switch {
	case longestLine(s) > maxPasteLine:
	case bareWord.MatchString(s):
		return s
	case strings.Contains(s, "'") && !strings.ContainsAny(s, "\"$`\\!") && !strings.Contains(s, "\n^"):
		return `"` + s + `"`
	}
	return singleQuoted(s)
}

func longestLine(s string) int {
	longest := 0
	for line := range strings.SplitSeq(s, "\n") {
		longest = max(longest, len(line))
	}
	return longest
}

// singleQuoted writes s in single quotes. Outside stands what would mean something in them: to fish a backslash before a quote or
// another backslash, to bash on a terminal a ^ that begins a line.
func singleQuoted(s string) string {
	if s == "" {
		return "''"
	}
	var b strings.Builder
	inside, begin := false, 0 // begin is where the present line begins in b
	quotes := func(wanted bool) {
		if inside != wanted {
			b.WriteByte('\'')
			inside = wanted
		}
	}
	for i := range len(s) {
		if b.Len()-begin > maxPasteLine && utf8.RuneStart(s[i]) {
			quotes(false)
			b.WriteString("\\\n")
			begin = b.Len()
		}
		outside := standsOutside(s[:i], s[i:])
		quotes(!outside)
		if outside {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
		if s[i] == '\n' {
			begin = b.Len()
		}
	}
	quotes(false)
	return b.String()
}

// standsOutside reports whether the first character of rest, which follows before, can't stand in single quotes of every shell.
func standsOutside(before, rest string) bool {
	switch rest[0] {
	case '\'':
		return true
	case '\\':
		return len(rest) == 1 || rest[1] == '\'' || rest[1] == '\\'
	case '^':
		return strings.HasSuffix(before, "\n")
	}
	return false
}

// Word writes s as one word for a POSIX shell, in characters that every terminal shows as they are and passes on as they
// are. Line breaks at the end of s are lost.
func Word(s string) string { return `"$(printf %b '` + octal(s) + `')"` }
