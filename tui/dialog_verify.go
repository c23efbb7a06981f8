package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// verifyStage is how far a verification has come.
type verifyStage int

const (
	verifyAsks    verifyStage = iota // shows the commands, and waits for consent
	verifyRuns                       // commands run
	verifyAnswers                    // a person answers, check by check
	verifyJudges                     // the engine has the answers
	verifyEnded
)

// verifyDialog verifies an item: it shows the commands and runs them on consent, streams their output, asks for answers
// to manual checks, and says how it went. Output is gone when it closes.
type verifyDialog struct {
	snap     *snapshot
	req      run.VerifyRequest
	detail   run.StepDetail
	complete bool // complete the step if it passes and nothing is missing

	probe *run.Probe                                      // the check is asked before the start; nil: it is verified
	red   func(m *Model, now *snapshot) (dialog, tea.Cmd) // what follows where a probe says that there is something to do

	stage   verifyStage
	stream  *stream // nil until something was started
	waits   bool    // commands ran, and wait for the answers
	began   time.Time
	elapsed time.Duration
	manual  []run.CheckView
	at      int // the manual check that is being answered
	answers run.Answers

	output  []string // wrapped for width
	width   int
	scroll  scroll
	follow  bool // the end of the output is shown as it grows
	result  verifiedMsg
	hint    string
	dropped bool
	attempt string
}

// newVerifyDialog begins where there is something to do: with consent, or with the answers. There may be neither.
func newVerifyDialog(snap *snapshot, req run.VerifyRequest, complete bool) *verifyDialog {
	d := &verifyDialog{snap: snap, req: req, complete: complete, detail: snap.detail(req.Item, ""), follow: true}
	commands := false
	for _, c := range d.detail.Checks {
		commands = commands || c.Command != ""
		if c.Kind == pack.Manual {
			d.manual = append(d.manual, c)
		}
	}
	switch {
	case commands:
		d.stage = verifyAsks
	case len(d.manual) > 0:
		d.stage = verifyAnswers
	default:
		d.stage = verifyJudges
	}
	return d
}

func (d *verifyDialog) guarded() bool { return true }

// atWork reports whether something runs that the operator waits for.
func (d *verifyDialog) atWork() bool { return d.stage == verifyRuns || d.stage == verifyJudges }

func (d *verifyDialog) tick(now time.Time) { d.elapsed = now.Sub(d.began) }

func (d *verifyDialog) keys() string {
	switch d.stage {
	case verifyAsks:
		return "y run it  Esc cancel"
	case verifyRuns:
		if d.probe != nil {
			return "Ctrl+C stop it  ↑↓ PgUp PgDn scroll"
		}
		return "Ctrl+C stop it  Esc hide it  ↑↓ PgUp PgDn scroll"
	case verifyAnswers:
		return "y yes  n no  Esc cancel"
	case verifyJudges:
		return "working"
	}
	if d.owed() {
		return "d supply the rest  Esc close  ↑↓ PgUp PgDn scroll"
	}
	return "Esc close  ↑↓ PgUp PgDn scroll"
}

func (d *verifyDialog) update(m *Model, msg tea.Msg) (dialog, tea.Cmd) {
	switch msg := msg.(type) {
	case streamMsg:
		d.take(msg.s)
		return d, m.work.listen(msg.s)
	case verifiedMsg:
		return d.ended(m, msg)
	case tea.KeyPressMsg:
		return d.key(m, msg)
	}
	return d, nil
}

func (d *verifyDialog) key(m *Model, msg tea.KeyPressMsg) (dialog, tea.Cmd) {
	if d.scrolled(m, msg) {
		return d, nil
	}
	switch {
	case isKey(msg, "esc") && d.stage == verifyRuns && d.probe == nil:
		m.hidden = d
		m.notice = notice{said: "the check of " + d.req.Item + " runs on; v shows it again"}
		return nil, nil
	case isKey(msg, "esc") && d.stage == verifyRuns:
		d.hint = "Ctrl+C stops it"
	case isKey(msg, "ctrl+c") && d.stage == verifyRuns:
		d.stream.cancel()
		d.hint = "stopping"
	case isKey(msg, "d") && d.owed():
		return newDoneDialog(d.result.snap, d.req.Item), nil
	case isKey(msg, "esc", "ctrl+c", "q") && d.stage != verifyJudges,
		isKey(msg, "enter", "space") && d.stage == verifyEnded:
		if d.stream != nil {
			d.stream.cancel()
		}
		return nil, nil
	case d.stage == verifyAsks && isKey(msg, "y"):
		return d, d.begin(m)
	case d.stage == verifyAnswers && isKey(msg, "y", "n"):
		return d, d.answer(m, isKey(msg, "y"))
	case isKey(msg, "enter"):
		d.hint = "Enter alone is not an answer"
	}
	return d, nil
}

// scrolled moves within the output.
func (d *verifyDialog) scrolled(m *Model, msg tea.KeyPressMsg) bool {
	by := scrollBy(m.keys, msg, d.scroll.height)
	if by == 0 {
		return false
	}
	d.scroll.by(by)
	d.follow = d.scroll.more() == 0
	return true
}

// begin runs the commands.
func (d *verifyDialog) begin(m *Model) tea.Cmd {
	d.stage, d.stream, d.began = verifyRuns, newStream(m.work.ctx), m.now
	if d.probe != nil {
		return tea.Batch(m.work.probe(d.stream, d.snap, *d.probe), m.work.listen(d.stream))
	}
	d.req.Consent, d.req.Wait, d.req.Progress = true, true, d.stream.progress
	if len(d.manual) > 0 {
		d.waits, d.req.Answer = true, d.stream.ask
	}
	return tea.Batch(m.work.verify(d.stream, d.snap, d.req, d.complete), m.work.listen(d.stream))
}

// answer takes the answer to one check; with the last they are judged.
func (d *verifyDialog) answer(m *Model, yes bool) tea.Cmd {
	if check := d.manual[d.at].ID; yes {
		d.answers.Pass = append(d.answers.Pass, check)
	} else {
		d.answers.Reject = append(d.answers.Reject, check)
	}
	d.hint = ""
	if d.at++; d.at < len(d.manual) {
		return nil
	}
	d.stage = verifyJudges
	if d.waits {
		return m.work.reply(d.stream, d.answers)
	}
	d.req.Answers = d.answers
	return d.judge(m)
}

// judge verifies without running anything.
func (d *verifyDialog) judge(m *Model) tea.Cmd {
	d.stage, d.stream = verifyJudges, newStream(m.work.ctx)
	return m.work.verify(d.stream, d.snap, d.req, d.complete)
}

// take takes what has come of a stream.
func (d *verifyDialog) take(s *stream) {
	if s != d.stream {
		return
	}
	output, dropped, asking, attempt := s.now()
	d.dropped, d.attempt = dropped, attempt
	d.wrap(output)
	if asking && d.stage == verifyRuns {
		d.stage = verifyAnswers
	}
}

// ended shows how it went. Where no output was shown there is nothing to read, so that success closes the dialog.
func (d *verifyDialog) ended(m *Model, msg verifiedMsg) (dialog, tea.Cmd) {
	if msg.s != d.stream {
		return d, nil
	}
	d.take(msg.s)
	d.stage, d.result, d.hint = verifyEnded, msg, ""
	if d.probe != nil {
		if msg.err != nil || msg.snap == nil {
			return d, nil
		}
		return d.red(m, msg.snap)
	}
	if msg.snap != nil {
		d.detail = msg.snap.detail(d.req.Item, "")
	}
	if len(d.output) == 0 && msg.err == nil && d.wentWell() {
		return nil, nil
	}
	return d, nil
}

// wentWell reports whether the item is verified now.
func (d *verifyDialog) wentWell() bool {
	verified := d.detail.Verified != nil && *d.detail.Verified
	return d.detail.Current && (d.detail.State == record.Done || d.detail.State == record.Passed || verified)
}

// missing reports whether a step has passed and asks for more to be done.
func (d *verifyDialog) owed() bool {
	return d.stage == verifyEnded && d.result.snap != nil && d.detail.Kind == run.StepKind && d.detail.State == record.Running && d.wentWell() &&
		len(d.detail.Owes)+len(d.detail.Produces) > 0
}

// first is how a verification begins: where there is nothing to consent to and nothing to answer, at once.
func (d *verifyDialog) first(m *Model) (dialog, tea.Cmd) {
	if d.stage == verifyJudges {
		return d, d.judge(m)
	}
	return d, nil
}

// ask opens a verification.
func (m *Model) ask(d *verifyDialog) tea.Cmd {
	shown, cmd := d.first(m)
	return tea.Batch(m.show(shown), cmd)
}
