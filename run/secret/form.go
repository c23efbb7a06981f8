package secret

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

const (
	depth    = 2  // how many disguises are taken off, one after the other
	shortest = 12 // characters that a run must have to be worth a decoding
)

// form is a text with some of its disguises taken off.
type form struct {
	text  string
	glued bool // made of pieces that did not stand together, so that what needs a neighbor proves nothing
}

// forms returns text as it stands first, and then the other forms it can be brought to, less the lines that an earlier
// form has already.
func forms(text string) []form {
	all, seen := []form{{text: text}}, seen{}
	seen.fresh(all[0])
	for next, level := 0, 0; level < depth; level++ {
		for end := len(all); next < end; next++ {
			for _, f := range all[next].bare() {
				if f = seen.fresh(f); f.text != "" {
					all = append(all, f)
				}
			}
		}
	}
	return all
}

// seen has the lines looked at so far, and whether every rule was asked about one or only those for glued words.
type seen map[string]bool

// fresh is f without the lines that have been seen, which now are.
func (s seen) fresh(f form) form {
	var out strings.Builder
	for line := range strings.Lines(f.text) {
		key := strings.TrimRight(line, "\r\n")
		if fully, known := s[key]; fully || known && f.glued {
			continue
		}
		s[key] = !f.glued
		out.WriteString(line)
	}
	return form{text: out.String(), glued: f.glued}
}

// bare takes one disguise off, each in turn.
func (f form) bare() []form {
	bare := []form{
		{text: unescape(f.text), glued: f.glued},
		{text: strings.ReplaceAll(f.text, `\`, ""), glued: f.glued},
		{text: decode(f.text)},
	}
	if !f.glued {
		bare = append(bare, form{text: glue(f.text), glued: true}, form{text: pair(f.text), glued: true})
	}
	return bare
}

var (
	base64Run = compile(`[A-Za-z0-9+/_-]{12,}`)
	hexRun    = compile(`(?:[0-9A-Fa-f]{2}[ :]?){12,}`)
	hexMarks  = strings.NewReplacer(" ", "", ":", "")
)

// decode returns what is readable in the base64 and the hexadecimal digits of text, a line for each piece. A run is read from four places, for
// something may stand right before it.
func decode(text string) string {
	var out strings.Builder
	for _, run := range base64Run().FindAllString(text, -1) {
		run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
		for skip := range 4 {
			part := run[skip:]
			if len(part)%4 == 1 {
				part = part[:len(part)-1]
			}
			if raw, err := base64.RawStdEncoding.DecodeString(part); err == nil {
				writeReadable(&out, raw)
			}
		}
	}
	for _, run := range hexRun().FindAllString(text, -1) {
		if raw, err := hex.DecodeString(hexMarks.Replace(run)); err == nil {
			writeReadable(&out, raw)
		}
	}
	return out.String()
}

// writeReadable writes the stretches of printable characters in raw that are long enough to hold a secret.
func writeReadable(out *strings.Builder, raw []byte) {
	start := 0
	for i := 0; i <= len(raw); i++ {
		if i < len(raw) && (raw[i] >= ' ' && raw[i] < 0x7f || raw[i] == '\n' || raw[i] == '\t' || raw[i] == '\r') {
			continue
		}
		for skip := range min(3, max(0, i-start-shortest+1)) { // letters may stand right before it in there, too
			out.Write(raw[start+skip : i])
			out.WriteByte('\n')
		}
		start = i + 1
	}
}
