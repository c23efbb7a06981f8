//go:build race

package main

import "testing"

const underRace = true

// startsManyPrograms skips a test that starts hundreds of programs, each of which takes the race detector most of a second.
func startsManyPrograms(t *testing.T) {
	t.Helper()
	t.Skip("starts too many programs for the race detector; it runs without")
}
