package record

// Preauthorization lets auto-confirm start a step once, by one alternative, as long as its phrase, its host, its command and its words are
// what they were when it was given.
type Preauthorization struct {
	Given        int      `json:"given"` // the event that gave it
	Step         string   `json:"step"`
	Alternative  string   `json:"alternative,omitempty"`
	Phrase       string   `json:"phrase"` // as typed
	Host         string   `json:"host,omitempty"`
	Digest       string   `json:"command_digest"`         // of phrase, host and command, as they were rendered
	Words        string   `json:"words_digest,omitempty"` // of the words that are shown of it; "" of an earlier version, and serves no start
	Lacks        []string `json:"lacks,omitempty"`        // values that command and words did not have yet, and which may become any
	Files        string   `json:"files,omitempty"`        // of the pack's files that the command names
	AuthorizedBy string   `json:"authorized_by"`
	By           string   `json:"by"`
	At           Time     `json:"at"`
	Ended        *Ending  `json:"ended,omitempty"`
}

// EndReason says why no start comes of a pre-authorization any more.
type EndReason string

// The reasons.
const (
	EndUsed       EndReason = "used"        // the step was started
	EndAttempt    EndReason = "attempt"     // the attempt that it was given for is over without a start
	EndWithdrawn  EndReason = "withdrawn"   // somebody took it back
	EndReplaced   EndReason = "replaced"    // it was given again
	EndRendered   EndReason = "values"      // its phrase, host or command would be another now
	EndWords      EndReason = "words"       // what is shown of it reads otherwise now
	EndHandover   EndReason = "handover"    // somebody else leads the run
	EndPackChange EndReason = "pack-change" // an accepted change of the pack defines the step differently
)

// Ending is the end of a pre-authorization.
type Ending struct {
	Given       int       `json:"given"`
	Step        string    `json:"step"`
	Alternative string    `json:"alternative,omitempty"`
	Why         EndReason `json:"why"`
	By          string    `json:"by"`
	At          Time      `json:"at"`
}

// Of reports whether a pre-authorization is of a step by an alternative.
func (a *Preauthorization) Of(step, alternative string) bool {
	return a.Step == step && a.Alternative == alternative
}

// Ends reports whether an ending is that of a pre-authorization.
func (e Ending) Ends(a Preauthorization) bool {
	return a.Given == e.Given && a.Of(e.Step, e.Alternative)
}

// EndAuthority notes which pre-authorizations have ended.
func (r *Record) EndAuthority(ended []Ending) {
	for _, e := range ended {
		for i := range r.Authority {
			if e.Ends(r.Authority[i]) {
				r.Authority[i].Ended = new(e)
			}
		}
	}
}

// Live returns the pre-authorization of an alternative that has not ended, or nil.
func (r *Record) Live(step, alternative string) *Preauthorization {
	for i := range r.Authority {
		if a := &r.Authority[i]; a.Of(step, alternative) && a.Ended == nil {
			return a
		}
	}
	return nil
}

// AuthorizerOf returns who stands for the pre-authorizations that an event gave.
func (r *Record) AuthorizerOf(given int) string {
	for _, a := range r.Authority {
		if a.Given == given {
			return a.AuthorizedBy
		}
	}
	return ""
}
