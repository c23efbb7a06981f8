package tui

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"rtut/run"
)

// dialog asks for something, or shows something, in the place of the detail.
type dialog interface {
	// update takes a key, a paste, or the result of the dialog's own work. It returns what is shown from then on, nil for
	// nothing.
	update(m *Model, msg tea.Msg) (dialog, tea.Cmd)
	// view returns at most h lines of at most w cells; title is over them.
	view(st *styles, w, h int) (title string, lines []string)
	// guarded reports whether what was typed before the dialog was seen must not reach it.
	guarded() bool
	// keys says what can be pressed.
	keys() string
}

// settler is a dialog that waits for what comes of an action.
type settler interface {
	dialog
	// waits reports whether something is running; the result of anything else is not for the dialog.
	waits() bool
	// settled is told that the action was refused.
	settled(err error)
}

// isKey reports whether a message is one of some keys.
func isKey(msg tea.Msg, names ...string) bool {
	k, is := msg.(tea.KeyPressMsg)
	if !is {
		return false
	}
	for _, name := range names {
		if k.String() == name {
			return true
		}
	}
	return false
}

// satisfy says in the words of this interface what would satisfy a rule whose refusal speaks of flags.
var satisfy = map[run.Code]string{
	run.UnmetPreconditions: "Meet them first, or override them; an override is recorded as a deviation",
	run.RiskUnacknowledged: "Tick to accept the risk",
	run.ReasonRequired:     "Give a reason",
	run.PhraseRequired:     "Type the phrase",
	run.PhraseWrong:        "Type the phrase exactly as it is shown",
	run.NoAlternative:      "Choose the alternative: t",
	run.ConsentRequired:    "Read the command, then press y to run it",
	run.AnswerRequired:     "Look, then answer y or n",
	run.EvidenceMissing:    "Supply it: d for a step, v for a gate",
	run.ValueMissing:       "Give the value: d",
	run.PartialUnconfirmed: "Make sure that it did not, then tick that",
	run.PackChanged:        "Review the change, then accept it: P (a deviation). Or close the run: x",
	run.WrongMode:          "Change the mode: m",
	run.ExerciseNotAllowed: "Close it without marking the pack",
	run.ConfirmationLapsed: "Start it again: s",
	run.AlreadySo:          "Start it without asking: s",
	run.ProbeRefused:       "Start it without asking: s",
	run.ProbeFailed:        "Fix what keeps the check from running, or start without the check: s",
}

// refusedLines says what was refused, by which rule, and what would satisfy it.
func refusedLines(st *styles, err error, width int) []string {
	p := newPage(st, width)
	var refusal *run.Refusal
	if !errors.As(err, &refusal) {
		p.hang(st.bad.Render(st.pick("✗", "!")+" "), st.bad, err.Error())
		return p.lines
	}
	what := refusal.Message
	if refusal.Item != "" {
		what = refusal.Item + ": " + what
	}
	p.hang(st.bad.Render(st.pick("✗", "!")+" refused: "), st.bad, what+" ["+string(refusal.Code)+"]")
	for _, d := range refusal.Details {
		p.hang("    ", st.plain, strings.TrimRight(d, "\n"))
	}
	do, known := satisfy[refusal.Code]
	known = known && refusal.Satisfy != run.ReadAgain
	if !known {
		do = refusal.Satisfy
	}
	if do != "" {
		p.hang("  ", st.bold, do)
	}
	return p.lines
}
