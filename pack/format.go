package pack

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
)

// maxRounds bounds how often a file is formatted until nothing changes any more: each round unfolds one level of { }.
const maxRounds = 12

// errFormat is for a file that formatting would change in what it says.
var errFormat = errors.New("the file cannot be formatted without changing what it says")

// Format returns the text of a pack with its keys in the order of the format's tables, one blank line between steps, gates and
// stages, and quotes only where they are needed. It moves the bytes of the file and encodes nothing again: comments, texts, anchors,
// line ends and a byte order mark stay. The result is read again and says what file said; else there is an error. The diagnostics are
// those of a file that is no pack.
func Format(name string, file []byte) ([]byte, Diagnostics, error) {
	before, found := loadText(name, file)
	if before == nil {
		return nil, found, nil
	}
	text := string(bytes.TrimPrefix(file, byteOrderMark))
	formatted, err := formatText(text)
	if err != nil {
		return nil, nil, err
	}
	result := slices.Concat(file[:len(file)-len(text)], []byte(formatted))
	after, _ := loadText(name, result)
	if after == nil || !sameDocument(text, formatted) || !maps.Equal(before.ItemDigests(), after.ItemDigests()) || before.WordsDigest() != after.WordsDigest() {
		return nil, nil, errFormat
	}
	return result, nil, nil
}

// formatText formats until nothing changes any more.
func formatText(text string) (string, error) {
	for range maxRounds {
		next, err := formatOnce(text)
		if err != nil {
			return "", err
		}
		if next == text {
			return text, nil
		}
		text = next
	}
	return "", errFormat
}

func formatOnce(text string) (string, error) {
	document, _, fault := decode(text)
	if fault != nil || document == nil {
		return "", errFormat
	}
	text = unquoteAll(text, document)
	if document, _, fault = decode(text); fault != nil {
		return "", errFormat
	}
	f := newFormatter(text)
	if f == nil || !isBlockMapping(document) || keepsBreaks(document) {
		return text, nil
	}
	lines := f.mapping(document, 0, len(f.lines), "pack")
	return strings.Join(lines, ""), nil
}

// sameDocument reports whether two texts say the same, the order of keys and the style of texts aside, and have the same comments.
func sameDocument(a, b string) bool {
	first, _, faultA := decode(a)
	second, _, faultB := decode(b)
	if faultA != nil || faultB != nil || !sameButOrder(first, second) {
		return false
	}
	return strings.Count(a, "#") == strings.Count(b, "#") && slices.Equal(commentsOf(a), commentsOf(b))
}

// sameButOrder is sameNode for which the order of keys and the style of texts are nothing.
func sameButOrder(a, b *yamlNode) bool {
	if a.Kind != b.Kind || a.Tag != b.Tag || a.Value != b.Value || a.Anchor != b.Anchor || len(a.Content) != len(b.Content) {
		return false
	}
	if !isMapping(a) {
		return slices.EqualFunc(a.Content, b.Content, sameButOrder)
	}
	values := map[string]*yamlNode{}
	for i := 0; i+1 < len(b.Content); i += 2 {
		values[b.Content[i].Value] = b.Content[i+1]
	}
	for i := 0; i+1 < len(a.Content); i += 2 {
		value, there := values[a.Content[i].Value]
		if !there || !sameButOrder(a.Content[i+1], value) {
			return false
		}
	}
	return true
}

// commentsOf lists the lines that are comments, or look like one within a text, sorted.
func commentsOf(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			all = append(all, line)
		}
	}
	slices.Sort(all)
	return all
}
