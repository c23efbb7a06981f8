package record

// CauseCode says why an item is out of date, or does not hold.
type CauseCode string

// The codes. CauseUpstream is of an item that is current and rests on one that is not.
const (
	CauseCheck      CauseCode = "check"      // its latest verification did not pass, or has no result
	CauseDefinition CauseCode = "definition" // an accepted change of the pack altered what was done or judged
	CauseValue      CauseCode = "value"      // a value that was read is another one now, or gone
	CauseWork       CauseCode = "work"       // something upstream was done, or done again, since
	CauseFiles      CauseCode = "files"      // the pack's files are not what they were
	CauseUpstream   CauseCode = "upstream"
)

// Cause is one reason why an item is out of date, or does not hold.
type Cause struct {
	Code CauseCode `json:"code"`
	On   string    `json:"on"`   // the item, datapoint or file that it comes from
	Text string    `json:"text"` // for a person

	Place int `json:"-"` // the number of the event since which it is so
}
