package main

import (
	"context"
	"errors"

	"rtut/run"
	"rtut/run/operate"
	"rtut/run/record"
)

// leader leads through one item, part by part. Each part is an event of its own; where one can't go on the rest is left.
type leader struct {
	*target
	item        string
	start       run.Start
	verify      run.VerifyRequest
	done        run.Complete
	probe       bool // the check is asked before the start
	interactive bool // a person is led; else the flags decide
	byHand      bool // the person does the work, though rtut may
	doc         goDocument
}

// The parts.
const (
	partStart  = "start"
	partExec   = "exec"
	partVerify = "verify"
	partDone   = "done"
)

// part is one thing that is done to an item.
type part struct {
	name string
	does func(ctx context.Context) error
}

// lead goes through the parts that the item still needs.
func (l *leader) lead(ctx context.Context) error {
	if l.interactive {
		if err := l.show(); err != nil {
			return err
		}
	}
	for {
		p := l.nextPart()
		if p == nil {
			return nil
		}
		l.doc.StoppedAt = p.name
		if err := p.does(ctx); err != nil {
			return err
		}
		l.doc.StoppedAt = ""
		if l.pack.Gate(l.item) != nil {
			return nil
		}
	}
}

// nextPart returns what the item needs next, as the record is now; nil if it is done.
func (l *leader) nextPart() *part {
	if l.pack.Gate(l.item) != nil {
		return &part{partVerify, l.verifyItem}
	}
	i := l.view().Item(l.item)
	if i.State == record.Done && len(l.doc.Did) > 0 {
		return nil
	}
	switch operate.ByHand(l.view(), l.item).Kind {
	case operate.Execute:
		if l.interactive && !l.byHand {
			return &part{partExec, l.executeStep}
		}
		return &part{partVerify, l.verifyItem}
	case operate.Check, operate.Answer, operate.Fail: // who said no may say yes by now: the question is put again
		return &part{partVerify, l.verifyItem}
	case operate.Complete:
		return &part{partDone, l.completeStep}
	}
	return &part{partStart, l.startStep}
}

// show shows the item in full before anything is asked.
func (l *leader) show() error {
	var out text
	l.told = l.item
	l.detailLines(&out, l.view().Detail(l.item, l.start.Alternative))
	l.session.Reads = true
	return l.app.print(&out)
}

// startStep starts the step, or renews a confirmation that has lapsed. Where there is a phrase, that is the question, once the check
// could be asked; else Enter starts.
func (l *leader) startStep(ctx context.Context) error {
	renewing := l.view().Item(l.item).State == record.Running
	if refusal := l.app.refusal(l.pack, l.rec, l.start); l.interactive && l.start.Phrase == "" {
		if refusal == nil {
			if err := l.pressStart(ctx, "Enter starts it"); err != nil {
				return err
			}
		} else if refusal.HasCode(run.PhraseRequired) && !renewing && !l.probe && l.probable() {
			if err := l.pressStart(ctx, "Enter continues with its phrase"); err != nil {
				return err
			}
		}
	}
	if l.probe && !renewing {
		if err := l.target.probe(ctx, l.start, l.verify.Consent); err != nil {
			return err
		}
	}
	if err := l.do(ctx, l.start); err != nil {
		return err
	}
	if renewing {
		return l.say("confirmed", "confirmed again")
	}
	return l.say("started", "started")
}

// probable reports whether the check of the step can be asked before the start.
func (l *leader) probable() bool {
	return l.app.refusal(l.pack, l.rec, run.Probe{Item: l.start.Item, Alternative: l.start.Alternative}) == nil
}

// pressStart waits for Enter, or for p where the check can be asked before the start.
func (l *leader) pressStart(ctx context.Context, enter string) error {
	if l.probe || !l.probable() {
		return l.press(ctx, enter+", q leaves: ")
	}
	shown := l.presented(l.item)
	key, err := l.app.key(ctx, enter+", p asks its check first, q leaves: ", "p")
	if err != nil {
		return err
	}
	if key == leaveKey {
		return l.left()
	}
	l.probe = key == "p"
	return l.stillShows(ctx, []string{l.item}, shown)
}

// left says that nothing was done.
func (l *leader) left() error {
	return &run.Refusal{Code: run.AnswerRequired, Item: l.item, Message: "left as it is", Satisfy: "Go on with " + l.goCommand()}
}

// press waits for Enter; anyone who does not press it has stopped here.
func (l *leader) press(ctx context.Context, prompt string) error {
	shown := l.presented(l.item)
	ok, err := l.app.enter(ctx, prompt)
	if err != nil {
		return err
	}
	if !ok {
		return l.left()
	}
	return l.stillShows(ctx, []string{l.item}, shown)
}

// verifyItem verifies the item; a gate is passed by that. It says how each check went.
func (l *leader) verifyItem(ctx context.Context) error {
	if err := l.sayPaste(); err != nil {
		return err
	}
	mayRun := l.app.consentByYes
	if l.interactive {
		mayRun = func(ctx context.Context) (bool, error) { return l.app.enter(ctx, "Enter runs the check, q leaves: ") }
	}
	if err := l.target.verify(ctx, l.verify, mayRun); err != nil {
		return err
	}
	doc, verdict := l.verified(l.item)
	if l.app.json {
		return l.mark("verified", verdict)
	}
	return errors.Join(l.app.print(l.resultText(doc)), l.mark("verified", verdict))
}

// sayPaste gives the command of the step, which the operator runs before it is verified. There may be none to give: then the
// instruction says what to do, or the value that is missing is named where the command is shown.
func (l *leader) sayPaste() error {
	if l.app.json || l.pack.Step(l.item) == nil || l.rec.Executed(l.item) || !l.interactive && len(l.doc.Did) == 0 {
		return nil
	}
	paste, err := l.view().Paste(l.item, "")
	if err != nil {
		return nil
	}
	l.addVariables(l.rec.RunID, paste)
	shell, _, err := l.pasteText(paste, l.pack)
	if err != nil {
		return err
	}
	var out text
	out.linef("paste this into a shell to run it %s:", l.where(paste.On))
	out.paste(shell)
	return l.app.print(&out)
}

// mark notes that a part was done, unless it was not.
func (l *leader) mark(did string, verdict error) error {
	if verdict == nil {
		l.doc.Did = append(l.doc.Did, did)
	}
	return verdict
}

// completeStep completes the step.
func (l *leader) completeStep(ctx context.Context) error {
	if err := l.do(ctx, l.done); err != nil {
		return err
	}
	return l.say("completed", "done")
}

// say tells that a part is done.
func (l *leader) say(did, what string) error {
	l.doc.Did = append(l.doc.Did, did)
	if l.app.json {
		return nil
	}
	var out text
	out.linef("%s %s: %s", run.Sign(l.view().Item(l.item).State, l.app.ascii()), l.item, what)
	return l.app.print(&out)
}
