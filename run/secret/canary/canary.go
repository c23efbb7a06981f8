// Package canary makes texts that look like secrets and are none, in many disguises. They are planted wherever rtut takes a
// text, to see whether one of them is written.
package canary

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"
)

// Canary is a text that looks like a secret, in all its disguises.
type Canary struct {
	secret    string
	Disguises []Disguise
}

// Disguise is one way to write a canary. Some have several lines.
type Disguise struct{ Name, Text string }

const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// New makes up what looks like a token of GitHub, another one each time.
func New() Canary {
	random := make([]byte, 36)
	_, _ = rand.Read(random) // never fails
	for i, b := range random {
		random[i] = digits[int(b)%len(digits)]
	}
	secret := "ghp_" + string(random)
	c := Canary{secret: secret, Disguises: []Disguise{{"plain", secret}}}
	for offset, before := range []string{"", " ", ": "} {
		c.Disguises = append(c.Disguises, Disguise{fmt.Sprintf("base64 at offset %d", offset), base64.StdEncoding.EncodeToString([]byte(before + secret))})
	}
	c.Disguises = append(c.Disguises,
		Disguise{"URL-encoded", eachByte("%%%02X", secret)}, Disguise{"JSON-escaped", eachByte(`\u%04x`, secret)},
		Disguise{"shell-escaped", "$'" + eachByte(`\x%02x`, secret) + "'"}, Disguise{"shell-escaped, by backslashes", eachByte(`\%c`, secret)},
		Disguise{"split over lines", secret[:20] + "\n" + secret[20:]}, Disguise{"split with a backslash", secret[:20] + "\\\n" + secret[20:]},
	)
	return c
}

func eachByte(format, text string) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, format, text[i])
	}
	return b.String()
}

// Needles are what is searched for once a text was planted, in what has been unescaped: its longest line, and either half of
// the secret itself.
func (c Canary) Needles(planted string) []string {
	longest := ""
	for line := range strings.SplitSeq(planted, "\n") {
		if len(line) > len(longest) {
			longest = line
		}
	}
	return []string{Unescaped(longest), c.secret[:20], c.secret[20:]}
}

// Unescaped takes the backslashes out of a text, since a record may double or add them.
func Unescaped(text string) string { return strings.ReplaceAll(text, `\`, "") }
