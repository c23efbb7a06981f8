package main

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// prompt is a place where rtut asks: how to come there, what it says last, and what it takes.
type prompt struct {
	name   string
	setup  string   // commands before, separated by ; with _ for a space in a word
	args   string   // of the command that asks
	before []string // what is asked before it, and answered, by turns
	shows  string   // the line of the prompt and what stands before it
	answer string
	bad    string   // an answer that is refused
	after  []string // what is asked after it, and answered
}

const (
	ready   = "run new packs/asking --param port=5432 --environment rehearsal"
	begun   = ready + "; run start plain"
	done    = ready + "; go plain --yes"
	moving  = done + "; run start rich --phrase=move_5432"
	moved   = moving + "; run verify --yes --confirm"
	broken  = moving + "; run fail --reason broken"
	phrase  = "Type exactly: move 5432\n> "
	ticket  = "Change ticket (ticket): text that matches CHG\\d+\n  The one that was approved.\n> "
	size    = "Size, in GB (size): a whole number from 1 up\n> "
	allow   = "Auto-confirm may then start it once, without asking. Type the phrase exactly to allow that:\n> "
	mayRun  = "May it run them?\ny or n: "
	didMove = "Did it move?\ny or n: "
)

// prompts has every place where rtut asks.
func prompts() []prompt {
	finish := []string{ticket, "CHG7", size, "12"}
	return []prompt{
		{
			name: "param", args: "run new packs/asking --environment rehearsal",
			shows: "Port to move (port): a port from 1 to 65535\n  The one that clients use.\n  For example 5432\n> ", answer: "5432", bad: "70000",
		},
		{
			name: "environment", args: "run new packs/asking --param port=1",
			shows: "Which environment: rehearsal, production?\n> ", answer: "production", bad: "prod",
		},
		{
			name: "phrase", setup: done, args: "run start rich",
			shows: "rich: All that a step may want\ncommand to run here, in packs/asking:\n  move '5432'\n" + phrase, answer: "move 5432", bad: "move 5433",
		},
		{
			name: "pre-authorisation", setup: ready, args: "run mode auto-confirm --preauthorize rich",
			shows: "    phrase: move 5432\n    command to run here, in packs/asking:\n      move '5432'\n" + allow, answer: "move 5432", bad: "move 5433",
			after: []string{mayRun, "y"},
		},
		{
			name: "pre-authorisation of a new run", args: ready + " --mode auto-confirm --preauthorize rich", shows: allow, answer: "move 5432",
			bad: "move 5433", after: []string{mayRun, "y"},
		},
		{name: "alternative", setup: ready, args: "run start choose", shows: "  left  To the left\n  right  To the right\n> ", answer: "left", bad: "middle"},
		{
			name: "override reason", setup: ready, args: "run start rich --override", shows: "Why?\n> ", answer: "the ship sinks", bad: " ",
			after: []string{yOrN, "y", phrase, "move 5432"},
		},
		{
			name: "override risk", setup: ready, args: "run start rich --override --reason sinking", shows: "Accept this risk?\ny or n: ",
			answer: "y", bad: "perhaps", after: []string{phrase, "move 5432"},
		},
		{
			name: "override of a gate", setup: ready, args: "run verify guard --override", shows: "Why?\n> ", answer: "the ship sinks",
			after: []string{yOrN, "y", "> ", "eva", yOrN, "y"},
		},
		{name: "consent", setup: begun, args: "run verify", shows: "check runs here, in packs/asking:\n  echo seen\nRun that?\ny or n: ", answer: "y"},
		{name: "consent to wait", setup: begun, args: "run verify --wait", shows: "Run that?\ny or n: ", answer: "yes", bad: "oui"},
		{name: "answer after output", setup: moving, args: "run verify --yes", shows: "moved to 5432\n" + didMove, answer: "Y"},
		{name: "answer", setup: ready + "; run start hand", args: "run verify", shows: yOrN, answer: "y", bad: "maybe"},
		{name: "answer on the way", setup: ready + "; run start hand", args: "run done", shows: yOrN, answer: "y", bad: "maybe"},
		{name: "evidence of a gate", setup: done, args: "run verify guard --confirm", shows: "Who decides (lead): text\n> ", answer: "eva"},
		{name: "answer of a gate", setup: done, args: "run verify guard --evidence lead=eva", shows: "calm: Is it calm?\ny or n: ", answer: "y"},
		{name: "evidence", setup: moved, args: "run done --set size=3", shows: ticket, answer: "CHG7", bad: "CHG"},
		{name: "value", setup: moved, args: "run done --evidence ticket=CHG7", shows: size, answer: "12", bad: "none"},
		{name: "reason to fail", setup: begun, args: "run fail", shows: "Why?\n> ", answer: "broken"},
		{name: "reason to redo", setup: done, args: "run redo plain --acknowledge-partial", shows: "Why?\n> ", answer: "once more", bad: "\t \t"},
		{name: "reason to skip", setup: ready, args: "run skip plain", shows: "Why?\n> ", answer: "seen"},
		{name: "reason to waive", setup: done, args: "run waive guard", shows: "Why?\n> ", answer: "nobody there"},
		{name: "reason to set", setup: ready + "; run set size=3", args: "run set size=4", shows: "Why?\n> ", answer: "typo"},
		{name: "reason to hand over", setup: ready, args: "run handover --to ben", shows: "Why?\n> ", answer: "end of shift"},
		{name: "retry", setup: broken, args: "run retry rich", shows: "Have you made sure that it did not?\ny or n: ", answer: "y"},
		{name: "go: start", setup: ready, args: "go plain", shows: enterStarts, bad: "yes", after: []string{enterRuns, ""}},
		{name: "go: check", setup: begun, args: "go", shows: enterRuns, bad: "yes"},
		{
			name: "go: phrase", setup: done, args: "go rich", shows: phrase, answer: "move 5432",
			after: append([]string{enterRuns, "", didMove, "y"}, finish...),
		},
		{name: "go: answer", setup: moving, args: "go", before: []string{enterRuns, ""}, shows: didMove, answer: "y", after: finish},
		{
			name: "go: evidence", setup: moving, args: "go", before: []string{enterRuns, "", yOrN, "y"}, shows: ticket, answer: "CHG7",
			after: finish[2:],
		},
		{name: "go: value", setup: moving, args: "go", before: append([]string{enterRuns, "", yOrN, "y"}, finish[:2]...), shows: size, answer: "12"},
		{name: "go: alternative", setup: ready, args: "go choose", shows: "> ", answer: "right", bad: "middle", after: []string{yOrN, "y"}},
	}
}

// last is the line in which the answer is typed.
func (p prompt) last() string { return p.shows[strings.LastIndex(p.shows, "\n")+1:] }

// enters reports whether a bare Enter is the answer.
func (p prompt) enters() bool { return p.shows == enterStarts || p.shows == enterRuns }

// rtutAll runs commands that are separated by ; with _ for a space in a word.
func (r *repo) rtutAll(commands string) {
	r.t.Helper()
	for command := range strings.SplitSeq(commands, ";") {
		if words := strings.Fields(command); len(words) > 0 {
			for i := range words {
				words[i] = strings.ReplaceAll(words[i], "_", " ")
			}
			r.must(append([]string{"rtut"}, words...)...)
		}
	}
}

// come brings a repository to the prompt.
func (p prompt) come(t *testing.T) (*repo, *terminal) {
	t.Helper()
	r := newRepo(t)
	r.rtutAll(p.setup)
	x := r.rtut("", strings.Fields(p.args)...)
	x.converse(p.before...)
	x.expect(p.shows)
	return r, x
}

// converse answers what is asked, by turns.
func (x *terminal) converse(turns ...string) {
	x.t.Helper()
	for i := 0; i < len(turns); i += 2 {
		x.expect(turns[i])
		x.typed(turns[i+1] + "\n")
	}
}

// everyPrompt runs a test at each prompt.
func everyPrompt(t *testing.T, test func(t *testing.T, p prompt, r *repo, x *terminal)) {
	for _, p := range prompts() {
		t.Run(p.name, func(t *testing.T) {
			r, x := p.come(t)
			test(t, p, r, x)
		})
	}
}

func TestAnAnswerIsTaken(t *testing.T) {
	startsManyPrograms(t)
	everyPrompt(t, func(t *testing.T, p prompt, _ *repo, x *terminal) {
		x.typed(p.answer + "\n")
		x.converse(p.after...)
		x.exits(exitDone)
	})
}

func TestEndOfFileAnswersNothing(t *testing.T) {
	startsManyPrograms(t)
	everyPrompt(t, func(t *testing.T, p prompt, _ *repo, x *terminal) {
		x.typed("\x04")
		shown := x.exits(exitRefused)
		if strings.ContainsAny(shown, "\x1b\b\x07") {
			t.Errorf("moves the cursor or rings: %q", shown)
		}
		if utf8.RuneCountInString(p.last()) >= 40 {
			t.Errorf("%q leaves no room to type in a narrow window", p.last())
		}
	})
}

func TestALineWithoutItsEndAnswersNothing(t *testing.T) {
	for _, p := range prompts()[:3] {
		_, x := p.come(t)
		x.typed(p.answer + "\x04\x04")
		x.exits(exitRefused)
	}
}

func TestCtrlCAtAPromptLeavesTheRunAsItIs(t *testing.T) {
	startsManyPrograms(t)
	everyPrompt(t, func(t *testing.T, p prompt, r *repo, x *terminal) {
		x.typed("\x03")
		x.exits(exitInterrupted)
		if p.setup != "" {
			r.must("rtut", "run", "status")
			r.must("rtut", "run", "note", "still here")
		}
	})
}

func TestARefusedAnswerIsAskedForTwiceMore(t *testing.T) {
	startsManyPrograms(t)
	everyPrompt(t, func(t *testing.T, p prompt, _ *repo, x *terminal) {
		for range maxAsked - 1 {
			x.typed(p.bad + "\n")
			x.expect("\n" + p.last())
		}
		x.typed(p.bad + "\n")
		x.exits(exitRefused)
	})
}

func TestABareEnterConfirmsNothingThatMatters(t *testing.T) {
	startsManyPrograms(t)
	for _, p := range prompts() {
		if p.enters() || p.bad == "" { // what is bad there is a bare Enter
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			_, x := p.come(t)
			x.typed("\n")
			x.expect("\n" + p.last()) // asked again
			x.typed("\x03")
			x.exits(exitInterrupted)
		})
	}
}

func TestWhatIsPastedAnswersOneQuestion(t *testing.T) {
	p := prompts()[2]
	r, _ := p.come(t)
	x := r.rtut("", "go", "rich")
	x.expect("> ")
	x.typed("move 5432\n\ny\nCHG7\n12\n" + strings.Repeat("y\n", 2000)[:1900])
	x.expect(enterRuns)
	x.typed("\x04")
	if shown := x.exits(exitRefused); !strings.Contains(shown, "rich: stopped at verify") {
		t.Errorf("went on by what was pasted:\n%s", shown)
	}
	if status := r.must("rtut", "run", "status"); !strings.Contains(status, "not verified yet") {
		t.Errorf("verified by what was pasted:\n%s", status)
	}
}

func TestKeysBeforeAPromptAreThrownAway(t *testing.T) {
	r := newRepo(t)
	r.must("rtut", "run", "new", "packs/linear")
	x := r.rtut("\n\n\ny\ny\n", "go")
	x.expect(enterStarts)
	x.typed("\x03")
	x.exits(exitInterrupted)
	if status := r.must("rtut", "run", "status"); !strings.Contains(status, "· look") {
		t.Errorf("started by keys from before:\n%s", status)
	}
}

func TestWhatNobodyCanMeanIsNoAnswer(t *testing.T) {
	startsManyPrograms(t)
	for name, typed := range map[string]string{
		"arrow keys": "\x1b[A\x1b[B", "not UTF-8": "\xff\xfe", "a secret": "password=hunter2-hunter3", "too long": strings.Repeat("x", maxTyped+100),
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			r.rtutAll(done)
			x := r.rtut("", "run", "verify", "guard", "--confirm")
			x.expect("Who decides (lead): text\n> ")
			x.typed(typed + "\n")
			x.expect("\n> ")
			x.typed("eva\n")
			x.exits(exitDone)
			if record := r.must("rtut", "run", "show"); !strings.Contains(record, `"lead": "eva"`) {
				t.Errorf("recorded something else:\n%s", record)
			}
		})
	}
}

func TestNothingIsAskedWhereNobodyIsToBeAsked(t *testing.T) {
	startsManyPrograms(t)
	for _, p := range prompts() {
		for _, flag := range []string{"--no-input", "--json"} {
			t.Run(p.name+" "+flag, func(t *testing.T) {
				r := newRepo(t)
				r.rtutAll(p.setup)
				x := r.rtut("", append(strings.Fields(p.args), flag)...)
				code := exitRefused
				if strings.HasSuffix(p.args, "--wait") {
					code = exitUsage
				}
				if shown := x.exits(code); strings.Contains(shown, "\n"+p.last()) {
					t.Errorf("asked:\n%s", shown)
				}
			})
		}
	}
}

func TestModeAsksBeforeCommandsRun(t *testing.T) {
	for _, c := range []struct{ setup, args string }{{ready, "run mode auto-confirm"}, {"", ready + " --mode auto-confirm"}} {
		t.Run(c.args, func(t *testing.T) {
			r := newRepo(t)
			r.rtutAll(c.setup)
			x := r.rtut("", strings.Fields(c.args)...)
			x.expect("auto-confirm runs these commands, asking nobody:\n  plain, here, in packs/asking:\n    echo seen\n")
			x.expect(mayRun)
			x.typed("n\n")
			if shown := x.exits(exitRefused); !strings.Contains(shown, "so nothing was changed") {
				t.Errorf("does not say why:\n%s", shown)
			}
			x = r.rtut("", append(strings.Fields(c.args), "--yes")...)
			if shown := x.exits(exitDone); strings.Contains(shown, mayRun) {
				t.Errorf("asked:\n%s", shown)
			}
			if status := r.must("rtut", "run", "status"); !strings.Contains(status, "0/6  auto-confirm") {
				t.Errorf("not handed over:\n%s", status)
			}
		})
	}
}

func TestAnAnswerIsNotTakenForWhatHasChangedMeanwhile(t *testing.T) {
	r := newRepo(t)
	r.must("rtut", "run", "new", "packs/drill")
	r.rtutAll("run set lag=5; run start promote --override --reason drill --acknowledge-risk --phrase=promote_db3_at_5; run redo promote --reason again --acknowledge-partial")
	x := r.rtut("", "run", "start", "promote", "--override", "--reason", "drill", "--acknowledge-risk")
	x.expect("Type exactly: promote db3 at 5\n> ")
	r.must("rtut", "run", "set", "lag=6", "--reason", "measured again")
	x.typed("promote db3 at 5\n")
	if shown := x.exits(exitRefused); !strings.Contains(shown, "changed while you were answering") {
		t.Errorf("does not say why:\n%s", shown)
	}
}

func TestWaitingForACheckShowsHowItGoesAndCtrlCEndsTheWaitingAlone(t *testing.T) {
	r := newRepo(t)
	r.rtutAll("run new packs/asking --param port=1 --environment rehearsal; run start patient")
	x := r.rtut("", "run", "verify", "--wait")
	x.expect(yOrN)
	x.typed("y\n")
	x.expect("attempt 1 after 0s: ended with exit code 7, not 0")
	x.expect("attempt 2 after ")
	x.typed("\x03")
	x.exits(exitInterrupted)
	if status := r.must("rtut", "run", "status"); !strings.Contains(status, "> ▶ patient") || !strings.Contains(status, "interrupted") {
		t.Errorf("the run does not go on:\n%s", status)
	}
}
