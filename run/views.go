package run

import (
	"slices"
	"sync"
	"time"

	"rtut/pack"
	"rtut/run/record"
)

// View answers what a person or a program needs to know of a run at one moment, without knowing how the record is laid
// out. It changes nothing.
type View struct {
	pack   *pack.Pack
	before *pack.Pack // see Since
	dir    string     // see In
	rec    *record.Record
	ready  *readiness

	lookedFor sync.Once
	starters  map[string]string // see startedBy
}

// NewView returns the view of a run of p at the moment now.
func NewView(p *pack.Pack, rec *record.Record, now time.Time) *View {
	if followed, err := Follow(p, rec); err == nil { // else it stays a template, and what is done is refused
		p = followed
	}
	return &View{pack: p, rec: rec, ready: newReadiness(p, rec, record.At(now))}
}

// Pack returns the pack that the view is of, with the files beside it if they are known.
func (v *View) Pack() *pack.Pack { return v.pack }

// Record returns the record that the view is of. It must not be changed.
func (v *View) Record() *record.Record { return v.rec }

// At returns the moment of the view.
func (v *View) At() record.Time { return v.ready.now }

// In tells the view where the pack is, relative to its repo. "" is what the record says.
func (v *View) In(dir string) *View {
	v.dir = dir
	return v
}

// Where says where a command of the run is run, as Session.Where.
func (v *View) Where(host string) string { return placeOf(v.pack, v.rec, v.dir, host) }

// Since tells the view what the pack was when the run began with it or accepted it, so that Status can say what has changed
// since. nil: that is not known.
func (v *View) Since(before *pack.Pack) *View {
	v.before = before
	return v
}

// Status is the overview of a run.
type Status struct {
	RunID       string             `json:"run_id"`
	PackID      string             `json:"pack_id"`
	PackTitle   string             `json:"pack_title"`
	State       record.RunState    `json:"state"`
	Mode        record.Mode        `json:"mode,omitempty"`
	Operator    string             `json:"operator"`
	Context     record.Context     `json:"context"`
	Progress    record.Progress    `json:"progress"`
	Items       []ItemView         `json:"items"`
	Next        Next               `json:"next"`
	Datapoints  []DatapointView    `json:"datapoints"`
	Deviations  []record.Deviation `json:"deviations"`
	PackChanged bool               `json:"pack_changed"`
	PackChanges []string           `json:"pack_changes"`
	PackWords   []string           `json:"pack_words"`             // what has changed in words alone, which holds nothing up
	PackProblem string             `json:"pack_problem,omitempty"` // why the pack can't be read as it is now: what is told is of the text that the run has followed
	PackFiles   []string           `json:"pack_files"`             // the files beside pack.yaml that are not what they were when the run began, which hold nothing up by themselves
	Trust       record.Trust       `json:"trust"`                  // the items by their proof, each counted once
	OutOfDate   []string           `json:"out_of_date"`            // the items that are out of date, and can be verified again, and those that measured values which are too old
	Noes        []record.Answered  `json:"noes"`                   // the verdicts that were no, and what became of each
	Stopped     *record.Stopped    `json:"stopped,omitempty"`
	Execution   *record.Allowance  `json:"execution_allowed,omitempty"` // who allowed auto-confirm to run commands of steps
	CreatedAt   record.Time        `json:"created_at"`
	UpdatedAt   record.Time        `json:"updated_at"`
	FinishedAt  *record.Time       `json:"finished_at,omitempty"`
	Reason      string             `json:"reason,omitempty"`
	Integrity   record.Finding     `json:"integrity"` // what is found of the record, see Record.Integrity
	LastEvent   *record.Event      `json:"-"`         // what happened last, and by whom
}

// Kind tells steps from gates.
type Kind string

// The kinds of item.
const (
	StepKind Kind = "step"
	GateKind Kind = "gate"
)

// ItemView is a step or gate as it stands.
type ItemView struct {
	ID          string           `json:"id"`
	Kind        Kind             `json:"kind"`
	Title       string           `json:"title"`
	Stage       string           `json:"stage,omitempty"`
	State       record.State     `json:"state"`
	Effect      pack.Effect      `json:"effect,omitempty"` // of a step
	Ready       bool             `json:"ready"`
	WaitsFor    []string         `json:"waits_for"`       // in words that scripts may rely on
	Waits       []string         `json:"reasons"`         // the same for a person, with why
	Proof       record.Proof     `json:"proof,omitempty"` // the proof of its latest verification
	Standing    record.Standing  `json:"standing"`        // under what it counts in trust
	Holds       *bool            `json:"holds"`           // what it claims: that it is done, or has passed; null: it claims nothing
	Because     []record.Cause   `json:"because"`         // why it does not hold or, of a running step, why its verification is out of date
	Current     bool             `json:"current"`         // it is not out of date itself, whatever it rests on
	Interrupted bool             `json:"interrupted"`     // commands were about to run and no result came
	Checking    *Checking        `json:"checking"`        // by whom and where; null unless interrupted. They may still run
	Lapsed      bool             `json:"confirmation_lapsed,omitempty"`
	Alternative string           `json:"alternative,omitempty"`
	Verified    *bool            `json:"verified,omitempty"` // of a running step: how its latest verification went
	Reason      string           `json:"reason,omitempty"`
	Work        *WorkView        `json:"work,omitempty"`        // of a step: who did its work, and how
	Executable  bool             `json:"executable,omitempty"`  // the pack says that rtut may run its command
	OpenBefore  []string         `json:"open_before,omitempty"` // of an irreversible step that may go on: gates before it that are open
	Uses        []string         `json:"uses,omitempty"`        // the datapoints that it reads
	Expressions []ExpressionView `json:"expressions,omitempty"` // of a gate that is not finished or is out of date: its expressions as they are now
	Result      *ResultView      `json:"result,omitempty"`      // of its latest verification, in the overview alone
	StartedAt   *record.Time     `json:"started_at,omitempty"`
	FinishedAt  *record.Time     `json:"finished_at,omitempty"`
}

// Checking says who began the commands of an item's check, and where, when no result has come yet.
type Checking struct {
	By    string      `json:"by"`
	Host  string      `json:"host"`
	PID   int         `json:"pid"` // of rtut
	Since record.Time `json:"since"`
}

func checkingOf(i *record.Intent) *Checking {
	if i == nil {
		return nil
	}
	return &Checking{By: i.By, Host: i.Host, PID: i.PID, Since: i.At}
}

// Next says what can go on.
type Next struct {
	Recommended *string   `json:"recommended"`           // a running step that is verified, else the first that is running, else the first ready item in canonical order
	OpenBefore  []string  `json:"open_before,omitempty"` // as of an ItemView, of the recommended one
	Running     []string  `json:"running,omitempty"`     // the running steps
	Ready       []string  `json:"ready"`
	Blocked     []Blocked `json:"blocked"`
}

// Blocked is an item whose preconditions are not met, or that has failed.
type Blocked struct {
	Item     string   `json:"item"`
	WaitsFor []string `json:"waits_for"` // in words that scripts may rely on
	Waits    []string `json:"reasons"`   // the same for a person, with why
}

// Status returns the overview.
func (v *View) Status() Status {
	changes := v.PackChanges()
	files := filesNotAsBegun(v.pack, v.rec)
	s := Status{
		RunID: v.rec.RunID, PackID: v.rec.PackID, PackTitle: v.pack.Title.Display(v.rec.Values()), State: record.StateOf(v.rec),
		Mode: v.rec.Mode, Operator: v.rec.Operator, Context: v.rec.Context, Progress: record.ProgressOf(v.rec),
		Items: v.Items(), Next: v.Next(), Datapoints: v.Datapoints(), Deviations: append([]record.Deviation{}, v.rec.Deviations...),
		PackChanged: len(changes)+len(files) > 0, PackFiles: append([]string{}, files...), OutOfDate: v.ToProve(), Trust: v.Trust(), PackChanges: append([]string{}, changes...), PackWords: v.words(),
		CreatedAt: v.rec.CreatedAt, UpdatedAt: v.rec.UpdatedAt, FinishedAt: v.rec.FinishedAt, Reason: v.rec.Reason,
		Integrity: v.rec.Integrity().Brief(), Noes: append([]record.Answered{}, record.Noes(v.rec)...),
	}
	s.Execution = v.rec.ExecutionAllowed()
	if v.rec.AutoConfirm != nil {
		s.Stopped = v.rec.AutoConfirm.Stopped
	}
	latest := v.latest()
	for i := range s.Items {
		s.Items[i].Result = latest[s.Items[i].ID]
	}
	if n := len(v.rec.Events); n > 0 {
		s.LastEvent = &v.rec.Events[n-1]
	}
	return s
}

// PackChanges lists in what the pack differs from what the run follows, of all that the engine enforces.
func (v *View) PackChanges() []string { return changesOf(v.pack, v.rec, v.before) }

// words lists what has changed in the words of the pack since the run began or accepted it, as far as that is known: what the run has
// noted, and what it has not noted yet.
func (v *View) words() []string {
	words := []string{}
	for i := range v.rec.Events {
		switch c := v.rec.Events[i].Detail.PackChange; {
		case c == nil:
		case c.Items != nil:
			words = words[:0]
		default:
			for _, w := range c.WordChange {
				words = append(words, w.Text())
			}
		}
	}
	if v.before == nil || v.before.WordsDigest() == v.pack.WordsDigest() {
		return words
	}
	return append(words, difference(v.before, v.pack, false)...)
}

// Summary returns what the pack is for as it reads in this run, in Markdown.
func (v *View) Summary() string { return v.pack.Summary.Display(v.rec.Values()) }

// StageTitle returns the title of a stage as it reads in this run; "" where there is no such stage, or the root.
func (v *View) StageTitle(id string) string {
	if def := v.pack.Stage(id); id != "" && def != nil {
		return def.Title.Display(v.rec.Values())
	}
	return ""
}

// Items returns every step and gate in canonical order.
func (v *View) Items() []ItemView {
	items := []ItemView{}
	for _, id := range v.pack.Graph().Items() {
		items = append(items, v.Item(id))
	}
	return items
}

// Item returns one step or gate; it must exist in the pack.
func (v *View) Item(id string) ItemView {
	def := v.pack.Item(id)
	iv := ItemView{
		ID: id, Kind: GateKind, Title: def.Title.Display(v.rec.Values()), Stage: def.Stage, State: v.rec.State(id),
		Interrupted: v.rec.Intent(id) != nil, Checking: checkingOf(v.rec.Intent(id)),
	}
	iv.WaitsFor, iv.Waits = v.waitsFor(id)
	iv.Ready = v.isReady(id)
	v.fillValidity(&iv, id)
	iv.Uses = def.Uses
	if iv.Kind == GateKind && (!iv.State.Finished() || !iv.Current) {
		iv.Expressions = v.Expressions(id)
	}
	iv.Proof, iv.Standing = v.rec.Proof(id), v.Standing(id)
	if step := v.pack.Step(id); step != nil {
		iv.Kind, iv.Effect = StepKind, step.Effect
		if s := v.rec.Steps[id]; s != nil {
			v.fillStep(&iv, step, s)
		}
		iv.OpenBefore = v.openBefore(&iv)
	}
	if g := v.rec.Gates[id]; g != nil {
		iv.StartedAt, iv.FinishedAt = g.StartedAt, g.FinishedAt
		if g.Waiver != nil {
			iv.Reason = g.Waiver.Reason
		}
		if g.Pushed != nil {
			iv.Reason = g.Pushed.Reason
		}
	}
	return iv
}

func (v *View) fillStep(iv *ItemView, step *pack.Step, s *record.Step) {
	iv.Alternative, iv.Reason, iv.StartedAt, iv.FinishedAt = s.Alternative, s.Reason, s.StartedAt, s.FinishedAt
	iv.Work, iv.Executable = WorkOf(v.rec, step.ID, v.startedBy()), v.MayExecute(step.ID)
	iv.Lapsed = s.State == record.Running && lapsed(v.pack, v.rec, step, s)
	if s.Verification != nil {
		iv.Verified = &s.Verification.Passed
	}
	if s.Pushed != nil {
		iv.Reason = s.Pushed.Reason
	}
}

// fillValidity says whether what the item claims still stands. Of a finished run it is as of its end: what was out of date then is
// in the record, files included.
func (v *View) fillValidity(iv *ItemView, id string) {
	rule := v.ready.validity
	iv.Because = append([]record.Cause{}, rule.because(id)...)
	for _, at := range v.rec.OutOfDate {
		if at.Item == id {
			iv.Because = at.Because
		}
	}
	iv.Current = !slices.ContainsFunc(iv.Because, func(c record.Cause) bool { return c.Code != record.CauseUpstream })
	if iv.State == record.Done || iv.State == record.Passed {
		iv.Holds = new(len(iv.Because) == 0)
	}
}

// waitsFor says what keeps an item from going on, for scripts and for a person; empty where nothing does, or it is past
// that.
func (v *View) waitsFor(id string) (brief, whole []string) {
	switch state := v.rec.State(id); {
	case state == "":
		brief = []string{"is new in the pack: accept the change"}
	case state == record.Failed && v.pack.Step(id) != nil:
		brief = []string{"has failed: retry it"}
	case !state.Finished() && state != record.Running, state == record.Skipped:
		unmet := v.ready.unmet(id)
		return briefly(unmet), sentences(unmet)
	default:
		brief = []string{}
	}
	return brief, brief
}

// isReady reports whether a step could be started, or a gate verified, as it is; of what is finished and out of date, whether it
// can be verified again.
func (v *View) isReady(id string) bool {
	if v.rec.Finished() {
		return false
	}
	switch s := v.rec.State(id); {
	case s == record.Todo, s == record.Open, s == record.Failed && v.pack.Gate(id) != nil:
		return len(v.ready.unmet(id)) == 0
	case s == record.Passed && len(v.ready.validity.own(id)) > 0:
		return len(v.ready.unmet(id)) == 0
	case s == record.Done && len(v.ready.validity.own(id)) > 0:
		return v.ready.validity.breach(id) == ""
	}
	return false
}

// Next returns what can go on now.
func (v *View) Next() Next {
	n := Next{Ready: []string{}, Blocked: []Blocked{}}
	if v.rec.Finished() {
		return n
	}
	n.Running = v.RunningItems()
	for _, id := range v.pack.Graph().Items() {
		switch state := v.rec.State(id); {
		case state == record.Running:
		case v.isReady(id):
			n.Ready = append(n.Ready, id)
		case !state.Finished():
			b := Blocked{Item: id}
			b.WaitsFor, b.Waits = v.waitsFor(id)
			n.Blocked = append(n.Blocked, b)
		}
	}
	if n.Recommended = v.recommended(n); n.Recommended != nil {
		n.OpenBefore = v.Item(*n.Recommended).OpenBefore
	}
	return n
}

// recommended chooses among what can go on.
func (v *View) recommended(n Next) *string {
	if i := slices.IndexFunc(n.Running, v.Verified); i >= 0 {
		return &n.Running[i]
	}
	if all := append(slices.Clone(n.Running), n.Ready...); len(all) > 0 {
		return &all[0]
	}
	return nil
}

// Verified reports whether a running step has passed its verification, and neither that nor its confirmation is out of date.
func (v *View) Verified(id string) bool {
	s := v.rec.Steps[id]
	return s != nil && s.State == record.Running && s.Verification != nil && s.Verification.Passed &&
		!lapsed(v.pack, v.rec, v.pack.Step(id), s) && len(v.ready.validity.own(id)) == 0
}

// RunningItems returns the steps that are running, in canonical order.
func (v *View) RunningItems() []string {
	var running []string
	for _, id := range v.pack.Graph().Items() {
		if v.rec.State(id) == record.Running {
			running = append(running, id)
		}
	}
	return running
}
