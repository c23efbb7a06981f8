package draft

import (
	"strconv"
	"strings"

	"rtut/pack"
)

// Refusal says why a plan is not taken: the first fault that was found. Nothing has changed.
type Refusal struct {
	Code    Code
	Path    string   // of the fault in the plan, such as recipe.steps.0.key; "" for the plan as a whole
	Message string   // what was found, and what was expected
	Details []string // further sentences
}

func (r *Refusal) Error() string {
	message := r.Message
	if r.Path != "" {
		message = r.Path + ": " + message
	}
	return message + " [" + string(r.Code) + "]"
}

// place is where a value stands in a plan.
type place struct {
	above *place
	part  string
}

// maxPart is how many characters of a key a path shows.
const maxPart = 64

func at(path string) *place { return &place{part: path} }

func (p *place) key(key string) *place { return &place{above: p, part: pack.Shorten(key, maxPart)} }

func (p *place) item(i int) *place { return &place{above: p, part: strconv.Itoa(i)} }

func (p *place) String() string {
	var parts []string
	for ; p != nil; p = p.above {
		if p.part != "" {
			parts = append(parts, p.part)
		}
	}
	var path strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		path.WriteString(parts[i])
		if i > 0 {
			path.WriteByte('.')
		}
	}
	return path.String()
}

// refuse makes a refusal of two sentences.
func (p *place) refuse(code Code, message string) *Refusal {
	return &Refusal{Code: code, Path: p.String(), Message: message}
}

// quoted shows a text of a plan in a message.
func quoted(text string) string { return strconv.Quote(pack.Shorten(text, maxPart)) }
