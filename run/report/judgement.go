package report

import (
	"cmp"
	"maps"
	"slices"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/record"
)

// Check is what an item is judged by.
type Check struct {
	// its id, "" of a step's one verification
	ID string `json:"id"`
	// manual, exit-code, output-contains, expression, elapsed or window
	Kind pack.CheckKind `json:"kind"`
	// what a person is asked, "" unless it is manual
	Prompt string `json:"prompt"`
	// the command that it runs, "" for none
	Command string `json:"command"`
	// the host that it runs on; "" for the one where rtut runs
	Host string `json:"host"`
	// what it expects to see, in words
	Wants string `json:"wants"`
	// how it turned out last; null where it has no result that counts
	Passed *bool `json:"passed"`
}

// Verification is one time that a check was judged.
type Verification struct {
	// the check, "" of a step's one verification
	Check string `json:"check"`
	// how it was judged: manual, exit-code, output-contains, expression, elapsed or window
	Kind pack.CheckKind `json:"kind"`
	// how it turned out
	Passed bool `json:"passed"`
	// it is the result that counts for the state in which the item is
	Counts bool `json:"counts"`
	// of a command that came to an end
	ExitCode *int `json:"exit_code"`
	// how much it printed
	OutputBytes *int64 `json:"output_bytes"`
	// how long it ran
	Seconds *float64 `json:"seconds"`
	// how often it was tried, 0 where it was not a command
	Attempts int `json:"attempts"`
	// its proof: turned, ran, seen, word, pasted or nobody; "" where there is no verdict
	Proof record.Proof `json:"proof"`
	// of a manual check: what was on the screen and answered; null where the record does not say
	Words *Words `json:"words"`
	// a manual check that auto-confirm answered
	AutoConfirmed bool `json:"auto_confirmed"`
	// command, operator, pasted-for-verification or values; "" where the record does not say
	Source record.Source `json:"source"`
	// values that were read from the output
	Extracted []Extracted `json:"extracted"`
	// why it did not pass, or could not be judged
	Error string `json:"error"`
	// who had it judged, "" where the record does not say
	By string `json:"by"`
	// when
	At record.Time `json:"at"`
}

// Words are the text that was on the screen when somebody answered, or typed a phrase.
type Words struct {
	// the question, or the title over the phrase; "" where it is not repeated, as it looks like it holds a secret
	Text string `json:"text"`
	// what the pack that this report tells of has in its place; "" where that is the same, or there is nothing
	Now string `json:"now"`
	// SHA-256 of the pack.yaml that it is from, under which that is kept; "" where it is not
	PackText string `json:"pack_text"`
	// digest of all that was shown of the item, as it was rendered
	Rendered string `json:"rendered"`
}

// wordsOf tells of words. now is what the pack has in their place.
func (m *maker) wordsOf(w *record.Words, now string) *Words {
	if w == nil {
		return nil
	}
	told := &Words{Text: w.Text, PackText: w.PackText, Rendered: w.Rendered}
	if m.pack != nil && now != w.Text {
		told.Now = now
	}
	return told
}

// prompt is what the pack asks in a check, as it reads at the end.
func (m *maker) prompt(item, check string) string {
	if m.pack == nil || m.pack.Item(item) == nil {
		return ""
	}
	for _, c := range m.view.Detail(item, "").Checks {
		if c.ID == check {
			return c.Prompt
		}
	}
	return ""
}

// Extracted is a value that was read from the output of a check.
type Extracted struct {
	// the datapoint
	Datapoint string `json:"datapoint"`
	// its value
	Value value.Value `json:"value"`
}

// Attempt is one time that a step was started.
type Attempt struct {
	// the way that was taken, "" where there is one alone
	Alternative string `json:"alternative"`
	// when it was started
	From record.Time `json:"from"`
	// when it ended; null where it did not, or the run ended before it
	To *record.Time `json:"to"`
	// the state in which it ended, or running; todo where it was taken back
	End record.State `json:"end"`
	// who started it, "" where the record does not say
	StartedBy string `json:"started_by"`
	// who ended it, "" for nobody, or where the record does not say
	EndedBy string `json:"ended_by"`
	// why it failed, was skipped or taken back
	Reason string `json:"reason"`
}

func checks(d run.StepDetail) []Check {
	all := []Check{}
	for _, c := range d.Checks {
		one := Check{ID: c.ID, Kind: c.Kind, Prompt: c.Prompt, Command: c.Command, Host: c.Host, Wants: c.Wants}
		if r := d.Results[c.ID]; r != nil {
			one.Passed = &r.Passed
		}
		all = append(all, one)
	}
	return all
}

// verifications are all that the events tell of, or without events the latest.
func (m *maker) verifications(id string) []Verification {
	all := []Verification{}
	latest := m.results(id)
	for _, e := range m.eventsOf(id) {
		if r := e.Detail.Verification; r != nil {
			all = append(all, m.judged(id, "", r, e.By, latest))
		}
		for _, check := range slices.Sorted(maps.Keys(e.Detail.Results)) {
			all = append(all, m.judged(id, check, e.Detail.Results[check], e.By, latest))
		}
	}
	if len(m.rec.Events) == 0 {
		for _, check := range slices.Sorted(maps.Keys(latest)) {
			all = append(all, m.judged(id, check, latest[check], "", latest))
		}
	}
	return all
}

// results are those that count for an item as it is, by check.
func (m *maker) results(id string) map[string]*record.Result {
	if s := m.rec.Steps[id]; s != nil && s.Verification != nil {
		return map[string]*record.Result{"": s.Verification}
	}
	if g := m.rec.Gates[id]; g != nil {
		return g.Results
	}
	return nil
}

func (m *maker) judged(item, check string, r *record.Result, by string, latest map[string]*record.Result) Verification {
	v := Verification{
		Check: check, Kind: r.Kind, Passed: r.Passed, ExitCode: r.ExitCode, OutputBytes: r.OutputBytes, Seconds: r.Seconds,
		Attempts: r.Attempts, Proof: r.Behind(), AutoConfirmed: r.AutoConfirmed, Source: r.Source, Extracted: []Extracted{}, Error: r.Error, By: by, At: r.At,
	}
	if r.Words != nil {
		v.Words = m.wordsOf(r.Words, m.prompt(item, check))
	}
	v.Counts = latest[check] != nil && latest[check].At == r.At
	for _, id := range slices.Sorted(maps.Keys(r.Extracted)) {
		v.Extracted = append(v.Extracted, Extracted{id, r.Extracted[id]})
	}
	return v
}

// attempts are all that the events tell of, or without events the last one.
func (m *maker) attempts(id string) []Attempt {
	all := []Attempt{}
	s := m.rec.Steps[id]
	if s == nil {
		return all
	}
	if len(m.rec.Events) == 0 && s.StartedAt != nil {
		return append(all, Attempt{s.Alternative, *s.StartedAt, s.FinishedAt, s.State, "", "", s.Reason})
	}
	under := false
	for _, e := range m.eventsOf(id) {
		switch {
		case e.To == "":
		case e.To == record.Running && !under:
			under = true
			all = append(all, Attempt{Alternative: e.Detail.Alternative, From: e.At, End: record.Running, StartedBy: e.By})
		case e.To != record.Running && under:
			under = false
			last := &all[len(all)-1]
			last.To, last.End, last.EndedBy, last.Reason = &e.At, e.To, e.By, cmp.Or(e.Detail.Reason, reasonOf(e.Detail.Pushed))
		}
	}
	return all
}

func reasonOf(p *record.Push) string {
	if p == nil {
		return ""
	}
	return p.Reason
}
