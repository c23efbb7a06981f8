package run

import (
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run/secret"
)

// PackSecret is a place in a pack's file that looks like it holds a secret.
type PackSecret struct {
	Line int    // from 1
	Kind string // "a password in a URL"
}

// SecretsInPack lists the places in a pack's file that look like they hold a secret, in comments too, by line.
func SecretsInPack(file []byte) []PackSecret {
	var found []PackSecret
	lines := strings.Split(string(file), "\n")
	for i, line := range lines {
		if kind, is := secret.Look(line); is {
			found = append(found, PackSecret{Line: i + 1, Kind: kind})
		}
	}
	for _, w := range pack.FileWords(file) {
		known := slices.ContainsFunc(found, func(s PackSecret) bool { return s.Line >= w.Line && s.Line <= w.Line+strings.Count(w.Text, "\n") })
		if kind, is := secret.Look(w.Key + ": " + w.Text); is && !known {
			found = append(found, PackSecret{Line: w.Line, Kind: kind})
		}
	}
	if kind, is := secret.Together(lines...); is && len(found) == 0 {
		found = append(found, PackSecret{Line: 1, Kind: kind})
	}
	slices.SortStableFunc(found, func(a, b PackSecret) int { return a.Line - b.Line })
	return found
}
