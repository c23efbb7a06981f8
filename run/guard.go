package run

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
	"rtut/run/secret"
)

// maxText bounds reasons, comments and notes, in characters.
const maxText = 4_000

// guard is the secret guard: it looks at every value that the events of this transition would record, whatever action
// they come from, and refuses all of it if one looks like a secret. What it refuses is named by its place, never repeated.
func (t *transition) guard() error {
	recorded := []any{map[string]string{"operator": t.by.name()}}
	for _, e := range t.events {
		recorded = append(recorded, e.Detail)
		if e.Detail.New != nil {
			recorded = append(recorded, map[string]any{"param": t.rec.Params, "context": t.rec.Context})
		}
	}
	var texts []string
	for _, r := range recorded {
		data, err := json.Marshal(r)
		if err != nil {
			return err
		}
		var tree any
		if err := json.Unmarshal(data, &tree); err != nil {
			return err
		}
		if err := guardTree("", tree, &texts); err != nil {
			return err
		}
	}
	if kind, found := secret.Together(texts...); found {
		return refuseSecret("what would be recorded", kind)
	}
	return nil
}

// guardTree looks at every string in a JSON tree, and adds it to texts.
func guardTree(where string, tree any, texts *[]string) error {
	switch node := tree.(type) {
	case string:
		*texts = append(*texts, node)
		if err := guardText(strings.TrimSpace(where), node); err != nil {
			return err
		}
	case map[string]any:
		for _, key := range record.SortedKeys(node) {
			if err := guardTree(where+" "+key, node[key], texts); err != nil {
				return err
			}
		}
	case []any:
		for i, item := range node {
			if err := guardTree(where+" "+strconv.Itoa(i+1), item, texts); err != nil {
				return err
			}
		}
	}
	return nil
}

// guardText refuses a text that looks like a secret.
func guardText(where, text string) *Refusal {
	kind, found := secret.Look(text)
	if !found {
		return nil
	}
	return refuseSecret(where, kind)
}

func refuseSecret(where, kind string) *Refusal {
	return refuse(SecretMarker, "", "%s looks like %s; nothing was recorded", where, kind).
		with("Record where the secret is kept, not the secret")
}

// checkText refuses free text that can't be recorded as it is.
func checkText(field, text string) error {
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return refuse(TextInvalid, "", "the %s is not plain UTF-8 text", field)
	case utf8.RuneCountInString(text) > maxText:
		return refuse(TooLong, "", "the %s is longer than %d characters", field, maxText)
	}
	return nil
}

// checkLine refuses text that is not one line of printable characters.
func checkLine(field, text string) error {
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return refuse(TextInvalid, "", "the %s must be one line of printable characters", field)
	}
	return checkText(field, text)
}

// needReason refuses where a reason is missing or blank.
func needReason(item, reason string) error {
	if strings.TrimSpace(reason) == "" {
		return refuse(ReasonRequired, item, "a reason is needed").with("Add --reason")
	}
	return checkText("reason", reason)
}

// checkCapture refuses what is over a capture's limits.
func checkCapture(command, output string) error {
	switch {
	case !utf8.ValidString(command) || !utf8.ValidString(output) || strings.ContainsRune(command+output, 0):
		return refuse(TextInvalid, "", "the capture is not plain UTF-8 text")
	case utf8.RuneCountInString(output) > record.MaxCaptureOutput:
		return refuse(TooLong, "", "the output is longer than %d characters", record.MaxCaptureOutput).with("Give the part that matters")
	case utf8.RuneCountInString(command) > record.MaxCaptureCommand:
		return refuse(TooLong, "", "the command is longer than %d characters", record.MaxCaptureCommand)
	}
	return nil
}

// isName reports whether text is one word, as an operator may be called. (A regular expression for it costs 2.7 ms at
// every start.)
func isName(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	if n := utf8.RuneCountInString(text); n == 0 || n > 64 || !unicode.In(first, unicode.L, unicode.N) {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.N, unicode.M) && !strings.ContainsRune("._@+-", r) || r == utf8.RuneError
	})
}

// checkName refuses what is not one word.
func checkName(field, text string) error {
	if text == record.AutoConfirmName || !isName(text) {
		return refuse(OperatorInvalid, "", "the %s must be one word of letters, digits and . _ @ + -, at most 64 characters", field)
	}
	return nil
}

// checkActor refuses an operator without a usable name.
func (t *transition) checkActor() error {
	if t.by.Auto {
		return nil
	}
	return CheckOperator(t.by.Name)
}

// CheckOperator refuses a name under which no action can be recorded.
func CheckOperator(name string) error { return checkName("operator", name) }

func unknownItem(p *pack.Pack, id string) error {
	if p.Stage(id) != nil && id != "" {
		return refuse(UnknownItem, id, "is a stage; actions are for steps and gates")
	}
	r := refuse(UnknownItem, "", "no item %q in %s", id, p.ID)
	if items := p.WrittenFrom(id); len(items) > 0 {
		return r.with("There is one for each %s: %s", p.Element(items[0]).Variable, some(items, 5))
	}
	if near := value.Nearest(id, p.Graph().Items()); near != "" {
		return r.with("Did you mean %s?", near)
	}
	return r
}

// some joins the first words as in "a, b and 3 more".
func some(words []string, most int) string {
	if len(words) <= most+1 {
		return strings.Join(words, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(words[:most], ", "), len(words)-most)
}

// either joins words as in "a, b or c".
func either[S ~string](words []S) string {
	switch len(words) {
	case 0:
		return "nothing"
	case 1:
		return string(words[0])
	}
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	last := len(all) - 1
	return fmt.Sprintf("%s or %s", strings.Join(all[:last], ", "), all[last])
}
