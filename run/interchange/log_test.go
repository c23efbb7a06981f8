package interchange

import (
	"slices"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

// TestEveryChangeOfAReportIsInTheLog: an event that changed several notes has a document for each, an item's under the id of the event,
// and one that changed none has one that says so. Every record of every test is held to that, by interchangetest.Sound.
func TestEveryChangeOfAReportIsInTheLog(t *testing.T) {
	p := begin(t).does(
		run.Start{Item: "look"}, run.Note{Item: "look", Text: "all quiet"}, done("look", map[string]string{"lag": "3"}),
		run.SwitchMode{To: record.AutoConfirm}, run.Finalize{Outcome: record.Abandoned},
	)
	events, err := Events(p.pack, p.rec)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, e := range events {
		fields := []string{}
		for field, c := range e.Changes {
			fields = append(fields, field+" "+string(c.Before)+" -> "+string(c.After))
		}
		slices.Sort(fields)
		if e.BodyChanged {
			fields = append(fields, "body")
		}
		told = append(told, strings.TrimPrefix(e.EventID, "evt-"+p.rec.RunID)+" "+e.After.Path+": "+strings.Join(fields, ", "))
	}
	t.Log(strings.Join(told, "\n"))
	for _, want := range []string{
		"-1 drill.md: body", `-2 drill/look.md: state "todo" -> "running"`, "-3 drill/look.md: body",
		`-5 drill/look.md: state "running" -> "done"`, `-5.lag drill/data/lag.md: how null -> "produced", state "nil" -> "set", value null -> 3`,
	} {
		if !slices.ContainsFunc(told, func(line string) bool { return strings.HasPrefix(line, want) }) {
			t.Errorf("no event tells %s", want)
		}
	}
}
