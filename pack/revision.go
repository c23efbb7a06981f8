package pack

import "slices"

// Revision says what a pack's directory holds.
type Revision struct {
	Digest string // as a new run records it
	// Former returns the digests that earlier versions of rtut had for a directory that holds the same. nil: there are none.
	Former func() []string
}

// Is reports whether a digest, by whichever version it was recorded, is that of this revision.
func (r Revision) Is(digest string) bool {
	return digest != "" && (digest == r.Digest || r.Former != nil && slices.Contains(r.Former(), digest))
}
