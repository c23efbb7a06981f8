package main

import (
	"regexp"

	"github.com/spf13/cobra"
)

// words is the flag with which anyone who answers, or types a phrase, names what was read.
type words struct{ digest string }

func (w *words) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&w.digest, "words", "", "refuse unless the item still reads as this `digest` says (action.words in JSON)")
}

// wordsDigest is how what was read is named.
var wordsDigest = regexp.MustCompile(`^(sha256:)?[0-9a-f]{12,64}$`)

// validate takes nothing empty for nothing given.
func (w *words) validate(cmd *cobra.Command) error {
	if cmd.Flags().Changed("words") && !wordsDigest.MatchString(w.digest) {
		return misuse("bad_flag", "--words is the digest of what was read: at least 12 of its digits, as action.words in JSON has them")
	}
	return nil
}
