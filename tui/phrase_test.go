package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"rtut/run"
	"rtut/run/record"
)

// restart runs a test where the linear pack's irreversible step is ready, and its phrase is "restart nginx".
func restart(t *testing.T, do func(b *bench)) {
	t.Helper()
	onTable(t, readPack(t, "linear"), 80, 24, func(b *bench) {
		b.shell.outputs["echo 'nginx' is up"] = "nginx is up\n"
		b.newRun(run.New{})
		b.meanwhile(run.Skip{Item: "look", Reason: "seen"})
		b.open()
		do(b)
	})
}

func (b *bench) state(item string) record.State {
	b.t.Helper()
	rec := b.record()
	if s := rec.Steps[item]; s != nil {
		return s.State
	}
	return rec.Gates[item].State
}

func TestPhraseIsTypedCharacterByCharacter(t *testing.T) {
	restart(t, func(b *bench) {
		b.press("s")
		b.write("restart nginx")
		if got := b.state("restart"); got != record.Todo {
			t.Fatalf("started before Enter: %s", got)
		}
		b.press("enter")
		if got := b.state("restart"); got != record.Running {
			t.Errorf("got %s", got)
		}
		b.shows("restart: started")
	})
}

func TestPastedPhraseConfirmsNothing(t *testing.T) {
	restart(t, func(b *bench) {
		b.press("s")
		b.write("rest")
		b.send(tea.PasteStartMsg{})
		b.send(tea.PasteMsg{Content: "restart nginx"})
		b.send(tea.PasteEndMsg{})
		b.settle()
		b.shows("input was too fast for typing and was cleared: type the phrase by hand", "▌\n")
		b.press("enter")
		if got := b.state("restart"); got != record.Todo {
			t.Errorf("a paste started it: %s", got)
		}
		b.shows("type the phrase")
	})
}

func TestBareEnterConfirmsNothing(t *testing.T) {
	restart(t, func(b *bench) {
		b.press("s", "enter", "enter", "space", "y")
		if got := b.state("restart"); got != record.Todo {
			t.Errorf("got %s", got)
		}
	})
}

func TestTypeAheadConfirmsNothing(t *testing.T) {
	restart(t, func(b *bench) {
		b.send(keyPress("s"))
		for _, r := range "restart nginx" { // before the dialog was seen
			b.send(keyPress(string(r)))
		}
		b.send(keyPress("enter"))
		b.settle()
		b.shows("type the phrase")
		if got := b.state("restart"); got != record.Todo {
			t.Errorf("keys typed ahead started it: %s", got)
		}
		b.press("enter") // nothing of them is left
		if got := b.state("restart"); got != record.Todo {
			t.Errorf("got %s", got)
		}
		b.write("restart nginx")
		b.press("enter")
		if got := b.state("restart"); got != record.Running {
			t.Errorf("got %s", got)
		}
	})
}

func TestWrongPhraseIsRefusedAndCanBeMended(t *testing.T) {
	restart(t, func(b *bench) {
		b.press("s")
		b.write("restart nginy")
		b.press("enter")
		b.shows("refused", "phrase_wrong", "Type the phrase exactly as it is shown", "restart nginy")
		b.press("backspace")
		b.write("x")
		b.press("enter")
		if got := b.state("restart"); got != record.Running {
			t.Errorf("got %s", got)
		}
	})
}

func TestEscapeLeavesThePhraseAlone(t *testing.T) {
	restart(t, func(b *bench) {
		b.press("s")
		b.write("restart nginx")
		b.press("esc")
		if got := b.state("restart"); got != record.Todo {
			t.Errorf("got %s", got)
		}
		b.shows("restart", "s start")
	})
}

func TestTypeAheadAnswersNoManualCheck(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("space")
		b.send(keyPress("v"))
		b.send(keyPress("y"))
		b.send(keyPress("y"))
		b.settle()
		if rec := b.record(); rec.Steps["measure"].Verification != nil {
			t.Errorf("keys typed ahead ran a command")
		}
		b.shows("Run this? Press y")
	})
}
