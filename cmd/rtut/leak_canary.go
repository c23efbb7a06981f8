package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// canary is a text that looks like a secret, made anew for each leak test, in all its disguises.
type canary struct {
	secret    string
	disguises []disguise
}

// disguise is one way to write the canary.
type disguise struct{ name, text string }

const canaryDigits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// newCanary returns what looks like a token of GitHub and is none.
func newCanary() canary {
	random := make([]byte, 36)
	_, _ = rand.Read(random) // never fails
	for i, b := range random {
		random[i] = canaryDigits[int(b)%len(canaryDigits)]
	}
	secret := "ghp_" + string(random)
	c := canary{secret: secret, disguises: []disguise{{"plain", secret}}}
	for offset, before := range []string{"", " ", ": "} {
		c.disguises = append(c.disguises, disguise{fmt.Sprintf("base64 at offset %d", offset), base64.StdEncoding.EncodeToString([]byte(before + secret))})
	}
	c.disguises = append(c.disguises,
		disguise{"URL-encoded", eachByte("%%%02X", secret)}, disguise{"JSON-escaped", eachByte(`\u%04x`, secret)},
		disguise{"shell-escaped", "$'" + eachByte(`\x%02x`, secret) + "'"}, disguise{"shell-escaped, by backslashes", eachByte(`\%c`, secret)},
		disguise{"split over lines", secret[:20] + "\n" + secret[20:]}, disguise{"split with a backslash", secret[:20] + "\\\n" + secret[20:]},
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

// needles are what is searched for once a text was planted: its longest line, a middle of the secret itself, and of that in
// base64 whatever stands around it. Backslashes do not count, since a record may double or add them.
func (c canary) needles(planted string) []string {
	longest := ""
	for line := range strings.SplitSeq(planted, "\n") {
		if len(line) > len(longest) {
			longest = line
		}
	}
	return []string{unescaped(longest), c.secret[:20], c.secret[20:]}
}

func unescaped(text string) string { return strings.ReplaceAll(text, `\`, "") }

// leakedTo returns the first file or directory below root, with its path from there, that holds or is called one of the
// needles; "" if none does.
func leakedTo(root string, needles []string) (leaked string, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || leaked != "" {
			return err
		}
		data := []byte(entry.Name())
		if entry.Type().IsRegular() {
			read, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			data = append(append(data, '\n'), read...)
		}
		data = bytes.ReplaceAll(data, []byte(`\`), nil)
		for _, needle := range needles {
			if bytes.Contains(data, []byte(needle)) {
				leaked, err = filepath.Rel(root, path)
				return err
			}
		}
		return nil
	})
	return leaked, err
}
