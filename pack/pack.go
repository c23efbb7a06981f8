package pack

import (
	"regexp"
	"time"

	"rtut/flow"
	"rtut/pack/command"
	"rtut/pack/extract"
	"rtut/pack/value"
)

// Schema names the version of the format that a pack is written in.
type Schema string

// The versions of the format that this rtut reads.
const (
	V01 Schema = "runbook-pack/v0.1"
	V02 Schema = "runbook-pack/v0.2"
)

// Kind tells a runbook that can be run from a pointer to one kept elsewhere.
type Kind string

// The kinds of pack.
const (
	Native    Kind = "native"
	Reference Kind = "reference"
)

// Pack is a loaded and checked runbook. It is never written to once Load has returned it, so it may be shared
// freely. A v0.1 pack is a v0.2 pack whose root stage is sequential and holds steps alone.
type Pack struct {
	Schema         Schema
	ID             string
	Title          value.Text
	Summary        value.Text // Markdown
	Kind           Kind
	Source         string // of a reference pack: URL or path
	Owner          string
	Tags           []string
	ExerciseStatus string // as written: "never", "exercised 2026-11-30 by ana", or "" where the line is missing
	Unreviewed     bool   // it was imported, and nobody has read it yet
	Environments   []Environment
	Trigger        string // when it is meant to be run, in words; nothing starts by itself
	Dir            string // where commands run here, absolute; "" is the pack's directory
	Limits         Limits
	Needs          Needs
	Shell          command.Shell
	AdviceOff      []string // names of advice that Lint does not give
	Params         []Param
	Defaults       Defaults
	Dimensions     []Dimension
	Datapoints     []Datapoint
	Artefacts      []Artefact
	Root           Stage // the implicit stage that holds everything; its ID is ""

	loops      []Loop
	writtenOut bool // its loops, if there are some, are written out

	index index
	files map[string]string // see WithFiles
}

// Environment is a class of place that a run is applied to.
type Environment string

// The classes of environment.
const (
	Rehearsal  Environment = "rehearsal"
	Staging    Environment = "staging"
	Production Environment = "production"
)

// Needs names what must be there before a command of the pack may run.
type Needs struct {
	Tools []string // programs, sought on PATH
	Env   []string // names of environment variables
}

// Param is a value that is given when a run is made.
type Param struct {
	ID       string
	Title    string
	Help     string
	Spec     value.Spec
	Default  value.Value // zero: none
	Required bool        // no default, and not declared optional
	Example  string
}

// Defaults hold for items that declare no timeout of their own.
type Defaults struct {
	Timeout   time.Duration // 10 minutes unless declared
	OnTimeout OnTimeout     // Stop unless declared
}

// defaultTimeout is that of items where neither they nor the pack declare one.
const defaultTimeout = 10 * time.Minute

// OnTimeout says what auto-confirm does with an item whose checks keep failing until its timeout.
type OnTimeout string

// What may happen on a timeout.
const (
	Stop        OnTimeout = "stop"
	PushThrough OnTimeout = "push-through"
)

// Dimension is an axis by which views group and filter.
type Dimension struct {
	ID     string
	Title  string
	Values []string
}

// Datapoint is a value that is measured or decided during a run.
type Datapoint struct {
	ID          string
	Title       string
	Spec        value.Spec
	Unit        string
	Initial     value.Value       // zero: the run begins with it nil
	MaxAge      time.Duration     // zero: never too old
	ConfirmedBy string            // the step or gate whose passing promotes set to ok; "" for none
	Each        string            // the variable for each element of whose loop there is a value; "" for one value
	Dimensions  map[string]string // dimension id to one of its values
}

// Artefact is a thing that the procedure makes or needs.
type Artefact struct {
	ID         string
	Title      string
	Kind       string
	Location   value.Text
	ProducedBy string // a step; "" for none
	UsedBy     []string
	Each       string // the variable for each element of whose loop there is one; "" for one
	Dimensions map[string]string
}

// Stage groups steps, gates and further stages.
type Stage struct {
	ID         string // "" for the root stage
	Title      value.Text
	Requires   []string
	When       *value.Expr // nil: always; already merged into the When of the steps it holds
	Sequential bool
	Steps      []*Step
	Stages     []*Stage
	Gates      []*Gate
}

// Item is what steps and gates share.
type Item struct {
	ID          string
	Title       value.Text
	Instruction value.Text // Markdown
	Links       []Link
	Requires    []string // as declared: ids of steps, gates or stages
	Uses        []string // datapoints: declared ones, then those that commands and expressions name; no doubles
	Evidence    []Fact   // as declared. What a step requires is in its Alternative: these and its own; `not-needed` requires none
	ManualOnly  bool     // auto_confirm: manual-only
	Timeout     time.Duration
	OnTimeout   OnTimeout
	Stage       string // id of the stage that holds it; "" for the root stage
	Loop        string // the variable of the loop that it stands in; "" for none, and where that is written out
}

// Link points at something worth opening beside the item.
type Link struct {
	Title value.Text
	URL   value.Text
}

// Effect says what carrying a step out does to the world.
type Effect string

// The effects, from the weakest to the strongest.
const (
	ReadOnly     Effect = "read-only"
	Reversible   Effect = "reversible"
	Irreversible Effect = "irreversible"
)

// Step is something that is done and then verified.
type Step struct {
	Item
	Performer    string
	Effect       Effect      // the strongest among its alternatives
	When         *value.Expr // nil: always needed
	Alternatives []Alternative
	Produces     []Produce
	Accept       []Acceptance
	Idempotent   bool
	Expected     time.Duration // zero: not said
}

// Alternative is one way to carry a step out, complete: what it does not declare itself it has from its step. A step
// without `one_of` and `when` has exactly one, with the empty id. Where a step with `one_of` has a `when`, its own or a
// stage's, its alternatives keep their ids, are recommended only where that holds, and `not-needed` stands last.
type Alternative struct {
	ID              string
	Title           value.Text
	RecommendedWhen *value.Expr // with the step's `when`; nil: matches always
	Preferred       *value.Expr // its `recommended_when` alone; nil: matches always
	Instruction     value.Text
	Effect          Effect
	Confirm         *value.Text      // the phrase to type at start; nil: none
	Command         *command.Command // nil: none
	On              *value.Text      // host for this step's commands; nil: here
	Execution       Execution
	Verify          Check
	Evidence        []Fact // the step's own and then the alternative's
	Rollback        *Rollback
}

// The alternatives that `when` is short for.
const (
	Needed    = "needed"
	NotNeeded = "not-needed"
)

// Rollback says how to get back.
type Rollback struct {
	Instruction value.Text
	Command     *command.Command // nil: none
}

// Fact is a piece of evidence that must be supplied before a step or gate completes.
type Fact struct {
	ID    string
	Title string
	Help  string
	Spec  value.Spec
}

// Produce is a datapoint that a step gives a value to.
type Produce struct {
	Datapoint string
	Extract   *extract.Way // nil: the operator supplies the value; else how it is read from the verification's output
}

// Acceptance must hold of what a step has just produced.
type Acceptance struct {
	ID   string
	Expr *value.Expr
}

// Gate is a decision point: it passes when all its checks do.
type Gate struct {
	Item
	Waivable bool
	Checks   []Check
}

// Check is one check of a gate, or the verification of a step (whose ID is "").
type Check struct {
	ID       string
	Kind     CheckKind
	Prompt   value.Text       // of a manual check
	Command  *command.Command // of the two command kinds; of a manual one optional, its output is shown first
	On       *value.Text      // host for the command; nil: here. A step's `on` is copied here
	Contains *value.Text      // of output-contains: exactly one of Contains, Equals, Matches is set
	Equals   *value.Text      //
	Matches  *regexp.Regexp   //
	ExitCode int              // that the command must end with, of the two command kinds
	Timeout  time.Duration    // of one attempt; at most MaxCheckTimeout, which is also the default
	Poll     *Poll            // nil: one attempt
	Expr     *value.Expr      // of kind expression
	Since    string           // of kind elapsed: a step or gate
	AtLeast  time.Duration    // of kind elapsed
	Window   *value.Window    // of kind window
}

// MaxCheckTimeout bounds one attempt of a command.
const MaxCheckTimeout = 60 * time.Second

// Poll says that a failing check may be tried again.
type Poll struct {
	Every, For time.Duration
}

// index finds things by id. Load fills it.
type index struct {
	steps      map[string]*Step
	gates      map[string]*Gate
	stages     map[string]*Stage
	params     map[string]*Param
	datapoints map[string]*Datapoint
	graph      *flow.Graph
	scope      value.Scope
	file       string                   // see File
	loopRoots  map[string]string        // of what stands in a loop: the step or stage that has the loop
	elements   map[string]*Element      // see Element
	template   *Pack                    // see Template; nil where nothing is written out
	writings   *writings                // see Over
	enforced   func() map[string]string // see ItemDigests
	words      func() map[string]string // see WordsDigests
	allWords   func() string            // see WordsDigest
}

// File returns what the pack's file held when it was loaded, byte for byte.
func (p *Pack) File() []byte { return []byte(p.index.file) }

// Step returns the step with this id, or nil.
func (p *Pack) Step(id string) *Step { return p.index.steps[id] }

// Gate returns the gate with this id, or nil.
func (p *Pack) Gate(id string) *Gate { return p.index.gates[id] }

// Stage returns the stage with this id, or nil. The root stage has the id "".
func (p *Pack) Stage(id string) *Stage { return p.index.stages[id] }

// Param returns the param with this id, or nil.
func (p *Pack) Param(id string) *Param { return p.index.params[id] }

// Datapoint returns the datapoint with this id, or nil.
func (p *Pack) Datapoint(id string) *Datapoint { return p.index.datapoints[id] }

// Graph returns the items in canonical order and what each waits for.
func (p *Pack) Graph() *flow.Graph { return p.index.graph }

// Scope returns the names that templates and expressions of this pack may use, with their types.
func (p *Pack) Scope() value.Scope { return p.index.scope }

// Item returns what a step or gate with this id has in common, or nil.
func (p *Pack) Item(id string) *Item {
	if s := p.Step(id); s != nil {
		return &s.Item
	}
	if g := p.Gate(id); g != nil {
		return &g.Item
	}
	return nil
}

// Alternative returns the step's alternative with this id, or nil.
func (s *Step) Alternative(id string) *Alternative {
	for i := range s.Alternatives {
		if s.Alternatives[i].ID == id {
			return &s.Alternatives[i]
		}
	}
	return nil
}
