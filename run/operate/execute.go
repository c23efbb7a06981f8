package operate

import "rtut/run"

// executable reports whether rtut may run the command of a running step, and has not yet.
func (p *planner) executable(id string) bool {
	return p.view.MayExecute(id) && p.refused(run.Execute{Item: id, Host: "localhost"}) == nil && !p.rec.Executed(id)
}

// execute has rtut run the command of a step. Beside it stands the check, for who does the work by hand.
func (p *planner) execute(id string) Action {
	byHand := p.check(id)
	x, err := p.view.ToExecute(id)
	if err != nil || byHand.Kind != Check && byHand.Kind != Answer {
		return byHand
	}
	a := act(Execute, id)
	a.Work = byHand.Work
	a.Runs = []Command{{Script: x.Command, Host: x.On, Where: x.Where}}
	a = a.needing(Need{Kind: NeedConsent})
	a.Beside = append(a.Beside, alone(byHand))
	return a
}

// unknown checks a step of whose execution nothing is known. Beside it stands what an operator can say of that.
func (p *planner) unknown(id string) Action {
	a := p.check(id)
	for _, ran := range []bool{true, false} {
		said := act(Settle, id).needing(Need{Kind: NeedReason})
		said.Ran = &ran
		a.Beside = append(a.Beside, said)
	}
	return a
}
