//go:build !broken

package store

import "path/filepath"

// real is the disk that everything in a directory is written to. Only a build with the tag `broken`, which the tests of faults
// make for their controls, has another one.
func real(dir string) Disk { return disk{dir} }

// lockPath is where the lock of a record is.
func lockPath(dir, id string) string { return filepath.Join(dir, "."+id+".lock") }

// looksAgain says that a writer looks right before the end whether the record and its lock are still the ones it began with.
const looksAgain = true
