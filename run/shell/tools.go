package shell

import "slices"

// LookTools returns those of names that are not on the PATH, sorted and each once; nil if all are there. It answers the
// `needs` of a pack.
func LookTools(names []string) (missing []string) {
	for _, name := range names {
		if _, err := find(name); err != nil {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	return slices.Compact(missing)
}
