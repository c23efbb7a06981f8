package report

import (
	"fmt"
	"strings"

	"rtut/run/record"
)

// Noes tells of the verdicts that were no.
type Noes struct {
	// all of them in one line, "" for none
	Line string `json:"line"`
	// each of them, in the order of the events
	List []No `json:"list"`
}

// No is a verdict that was no: the checks of an item did not pass, or a step was said to have failed.
type No struct {
	// the step or gate
	Item string `json:"item"`
	// what each check said, or why the step failed
	Said []string `json:"said"`
	// how often it said the same, one after the other
	Times int `json:"times"`
	// who had it judged the last time, or answered
	By string `json:"by"`
	// when, the last time
	At record.Time `json:"at"`
	// what took its place: waived, overridden, pushed, passed (later), or stands for nothing; "" of a deviation that went against it
	Answer record.Answer `json:"answer"`
}

func noOf(n record.No) No {
	return No{Item: n.Item, Said: list(n.Said), Times: max(1, n.Times), By: n.By, At: n.At}
}

func answered(n record.Answered) No {
	told := noOf(n.No)
	told.Answer = n.Answer
	return told
}

func (n No) said() string {
	said := strings.Join(n.Said, "; ")
	if n.Times > 1 {
		said += fmt.Sprintf(" (%d times)", n.Times)
	}
	return said
}

// Words tells of it: "go had failed at 23:38: lead: answered no". at is the moment as the reader is shown it.
func (n No) Words(at string) string {
	return record.No{Item: n.Item, Said: n.Said, Times: n.Times, By: n.By, At: n.At}.Words(at)
}

func (m *maker) allNoes() Noes {
	noes := Noes{Line: record.TellNoes(m.noes), List: []No{}}
	for _, n := range m.noes {
		noes.List = append(noes.List, answered(n))
	}
	return noes
}

// noesByEvent are the same under the numbers of their events.
func (m *maker) noesByEvent() map[int]No {
	noes := map[int]No{}
	for _, n := range m.noes {
		noes[n.Seq] = answered(n)
	}
	return noes
}

// against are, of each deviation that the events tell of, the verdicts that it overrides. Of a record in which they are not named
// they are found in the events.
func (m *maker) against() [][]No {
	var all [][]No
	for i, e := range m.rec.Events {
		d := e.Detail.Deviation
		if d == nil {
			continue
		}
		noes := d.Against
		if noes == nil {
			noes = record.Against(m.rec.Events[:i], e.Detail.Concerns())
		}
		told := []No{}
		for _, n := range noes {
			told = append(told, noOf(n))
		}
		all = append(all, told)
	}
	return all
}
