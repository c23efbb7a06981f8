package record

import (
	"rtut/pack/value"
)

// Event is one thing that happened in a run. The events, replayed in order over a new record, give its state.
type Event struct {
	Seq    int    `json:"seq"` // from 1, without holes
	At     Time   `json:"at"`
	By     string `json:"by"` // the operator, or AutoConfirmName
	Action Verb   `json:"action"`
	Item   string `json:"item,omitempty"`
	From   State  `json:"from,omitempty"` // of the item, before and after
	To     State  `json:"to,omitempty"`
	Detail Detail `json:"detail"`
	Found  string `json:"found,omitempty"` // what was wrong with the record that it was written on, as an audit says it; "" for nothing
	Rest   string `json:"rest,omitempty"`  // digest of all of the record but its events and head, where this is the last event of a write
	Prev   string `json:"prev"`            // hash of the event before; "" of the first
	Hash   string `json:"hash"`            // of this event; see chain.go
}

// AutoConfirmName is whom the events of auto-confirm are by; no operator may have this name.
const AutoConfirmName = "auto-confirm"

// Detail is what an event changed, beside the state of its item. Every field has one effect on the record, whatever
// the action; apply.go has them all.
type Detail struct {
	New          *Beginning             `json:"new,omitempty"`
	Alternative  string                 `json:"alternative,omitempty"`
	AuthorizedBy string                 `json:"authorized_by,omitempty"`
	Confirmation *Confirmation          `json:"confirmation,omitempty"`
	Intent       *Intent                `json:"intent,omitempty"`
	Interrupted  *Intent                `json:"interrupted,omitempty"` // an earlier intent of which no result will come
	Execution    *Execution             `json:"execution,omitempty"`   // about to run
	Executed     *Executed              `json:"executed,omitempty"`    // how that ended
	Settled      *Settled               `json:"settled,omitempty"`     // what became of it, by an operator's word
	Verification *Result                `json:"verification,omitempty"`
	Probe        *Result                `json:"probe,omitempty"` // of the check of a step, asked before its start
	Results      map[string]*Result     `json:"results,omitempty"`
	Evidence     map[string]value.Value `json:"evidence,omitempty"`
	Shown        *Shown                 `json:"shown,omitempty"`      // what was on the screen when questions were put and not answered
	Files        map[string]string      `json:"files,omitempty"`      // those beside pack.yaml that are not what they were, with their digests; "": gone
	Datapoints   map[string]*Datapoint  `json:"datapoints,omitempty"` // as they are from now on
	Capture      *Capture               `json:"capture,omitempty"`
	Reason       string                 `json:"reason,omitempty"`
	Waiver       *Waiver                `json:"waiver,omitempty"`
	Pushed       *Push                  `json:"pushed,omitempty"`
	Deviation    *Deviation             `json:"deviation,omitempty"`
	Retry        *Retry                 `json:"retry,omitempty"`
	Mode         *ModeChange            `json:"mode,omitempty"`
	AutoConfirm  *AutoConfirmState      `json:"auto_confirm,omitempty"`
	TakenBack    bool                   `json:"execution_taken_back,omitempty"`   // auto-confirm runs no step's own command any more
	Authority    []Preauthorization     `json:"preauthorized,omitempty"`          // given
	Ended        []Ending               `json:"preauthorization_ended,omitempty"` // of which no start comes any more
	Handover     *Handover              `json:"handover,omitempty"`
	Note         string                 `json:"note,omitempty"`
	PackChange   *PackChange            `json:"pack_change,omitempty"`
	Exercise     string                 `json:"exercise_status,omitempty"`
	Outcome      Outcome                `json:"outcome,omitempty"`
	OutOfDate    []OutOfDate            `json:"out_of_date,omitempty"`
	Trust        Trust                  `json:"trust,omitempty"`
	Feedback     *Feedback              `json:"feedback,omitempty"`
	RolledBack   *Time                  `json:"rolled_back,omitempty"`
}

// Beginning is the state that a run begins in.
type Beginning struct {
	Operator   string                `json:"operator"`
	PackDigest string                `json:"pack_digest"`
	PackText   string                `json:"pack_text,omitempty"`
	Words      string                `json:"words"`
	Mode       Mode                  `json:"mode,omitempty"`
	Steps      []string              `json:"steps"`
	Gates      []string              `json:"gates,omitempty"`
	Datapoints map[string]*Datapoint `json:"datapoints,omitempty"`
	Files      map[string]string     `json:"files,omitempty"` // see Record
	Loops      map[string]*Loop      `json:"loops,omitempty"` // see Record
}

// WordChange is one text of a pack that was replaced by another.
type WordChange struct {
	What string `json:"what"`          // "ok: check rows prompt"
	Was  string `json:"was,omitempty"` // "": there was none, or it looks like it holds a secret
	Is   string `json:"is,omitempty"`
}

// Text says it in one line.
func (w WordChange) Text() string {
	switch {
	case w.Was == "" && w.Is == "":
		return w.What
	case w.Was == "":
		return w.What + " is now `" + w.Is + "`, there was none"
	case w.Is == "":
		return w.What + " was `" + w.Was + "` and was removed"
	}
	return w.What + " was `" + w.Was + "`, is `" + w.Is + "`"
}

// PackChange is a change of the pack that the run has taken over.
type PackChange struct {
	PackDigest string            `json:"pack_digest,omitempty"`
	PackText   string            `json:"pack_text,omitempty"`
	Words      string            `json:"words,omitempty"`
	Items      map[string]string `json:"items,omitempty"`        // nil: only words have changed
	Before     map[string]string `json:"items_before,omitempty"` // what Items takes the place of
	Changes    []string          `json:"changes,omitempty"`      // in an operator's words
	WordChange []WordChange      `json:"word_changes,omitempty"` // in what the words differ, as far as the text before is known
	Steps      []string          `json:"steps,omitempty"`        // that are new
	Gates      []string          `json:"gates,omitempty"`
	Datapoints []string          `json:"datapoints,omitempty"`
	Unverified []string          `json:"unverified,omitempty"` // running steps whose verification was by the old definition
	Loops      map[string]*Loop  `json:"loops,omitempty"`      // that are new
	Altered    *[]string         `json:"altered,omitempty"`    // items of which something else is done or judged now; nil: an earlier rtut did not say
}

// Shown is what was on the screen when the commands of an item had run and its questions were not answered. Who answers them next has
// seen it, and need not run them again.
type Shown struct {
	Rendered string             `json:"rendered"` // as of Words
	Results  map[string]*Result `json:"results"`  // of the commands that ran, by check; of a manual one without a verdict
}

// Moves reports whether the event may change who works or waits.
func (e Event) Moves() bool {
	d := e.Detail
	return e.To != "" || d.New != nil || d.Datapoints != nil || d.Intent != nil || d.Interrupted != nil || d.Results != nil ||
		d.PackChange != nil || d.Outcome != Unfinished
}
