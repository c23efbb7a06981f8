package tui

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Typist works the interface by its keys, as an operator does, where there is no terminal: to try out what it really
// writes (`rtut doctor --leak-test`). For it no second passes, so that nothing is read again by itself, and whatever waits
// for a moment comes at once. It is for one goroutine; Close ends it.
type Typist struct {
	m      *Model
	cancel context.CancelFunc
	ended  chan ended
	busy   int // commands whose end is waited for
	left   bool
}

// ended is a command that has come to its end.
type ended struct {
	msg    tea.Msg
	waited bool // its end was waited for
}

// asideMsg asks to run a command whose end is not waited for.
type asideMsg struct{ cmd tea.Cmd }

// patience is how long a typist waits for something to happen.
const patience = 30 * time.Second

// errRestless says that what a key has started came to no end.
var errRestless = errors.New("the terminal interface did not come to rest")

// NewTypist opens the interface and waits until it shows what it shows first. The error is the context's, or says that it
// does not come to rest.
func NewTypist(ctx context.Context, world *World, start Start) (*Typist, error) {
	ctx, cancel := context.WithCancel(ctx)
	t := &Typist{m: New(ctx, world, start), cancel: cancel, ended: make(chan ended)}
	t.m.work.after = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		if _, second := msg.(clockMsg); second {
			return nil
		}
		return func() tea.Msg { return msg }
	}
	t.m.work.aside = func(cmd tea.Cmd) tea.Cmd { return func() tea.Msg { return asideMsg{cmd} } }
	t.run(t.m.Init(), true)
	t.take(tea.WindowSizeMsg{Width: 80, Height: 24})
	if err := t.rest(); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// Close stops what still runs, and waits for its processes to end.
func (t *Typist) Close() {
	t.cancel()
	t.m.work.busy.Wait()
}

// Press presses keys by their names ("a", "enter", "ctrl+d"), and lets everything come to rest after each. Keys pressed once
// the interface was left do nothing.
func (t *Typist) Press(keys ...string) error {
	for _, key := range keys {
		if err := t.see(keyPress(key)); err != nil {
			return err
		}
	}
	return nil
}

// Write gives text to what listens now, by a paste; where no paste is taken, by typing it.
func (t *Typist) Write(text string) error {
	if p, typed := t.m.dialog.(*phraseDialog); typed {
		for _, r := range text {
			if err := t.see(typedKey(r)); err != nil || t.m.dialog != p {
				return err
			}
		}
		return nil
	}
	return t.see(tea.PasteMsg{Content: text})
}

// typedKey is the key that types a character.
func typedKey(r rune) tea.KeyPressMsg {
	if r == '\n' {
		return keyPress("enter")
	}
	return keyPress(string(r))
}

// see lets the interface take a message and come to rest.
func (t *Typist) see(msg tea.Msg) error {
	if t.left {
		return nil
	}
	t.take(msg)
	return t.rest()
}

// take hands a message to the model, and starts what follows from it.
func (t *Typist) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			t.run(cmd, true)
		}
	case asideMsg:
		t.run(msg.cmd, false)
	case tea.QuitMsg:
		t.left = true
	default:
		_, cmd := t.m.Update(msg)
		t.run(cmd, true)
	}
}

// run starts a command.
func (t *Typist) run(cmd tea.Cmd, waited bool) {
	if cmd == nil {
		return
	}
	if waited {
		t.busy++
	}
	go func() {
		select {
		case t.ended <- ended{cmd(), waited}:
		case <-t.m.work.ctx.Done():
		}
	}()
}

// rest waits until nothing is running but what waits for the operator, and draws the frame, from which keys take what they
// are about.
func (t *Typist) rest() error {
	defer t.m.frame()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for t.busy > 0 || t.atWork() {
		select {
		case e := <-t.ended:
			if e.waited {
				t.busy--
			}
			t.take(e.msg)
		case <-t.m.work.ctx.Done():
			return t.m.work.ctx.Err()
		case <-limit.C:
			return errRestless
		}
	}
	return t.m.work.ctx.Err()
}

// atWork reports whether the dialog waits for something that runs aside.
func (t *Typist) atWork() bool {
	d, works := t.m.dialog.(interface{ atWork() bool })
	return works && d.atWork() && !t.left
}

// keyPress makes the message of a key by its name.
func keyPress(name string) tea.KeyPressMsg {
	if code, named := keyCodes[name]; named {
		return code
	}
	if letter, held := strings.CutPrefix(name, "ctrl+"); held {
		return tea.KeyPressMsg{Code: []rune(letter)[0], Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// keyCodes are the keys that type nothing, and the space bar.
var keyCodes = map[string]tea.KeyPressMsg{
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift},
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"backspace": {Code: tea.KeyBackspace}, "delete": {Code: tea.KeyDelete},
	"space": {Code: tea.KeySpace, Text: " "}, " ": {Code: tea.KeySpace, Text: " "},
}
