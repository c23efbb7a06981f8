package tui

import (
	"maps"
	"slices"
)

// sortedKeys returns the keys of a map in order, for no map decides in which order something is shown.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
