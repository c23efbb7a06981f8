package store

import "golang.org/x/sys/unix"

// keepsTime knows the local file system of macOS.
func keepsTime(about *unix.Statfs_t) bool {
	return unix.ByteSliceToString(about.Fstypename[:]) == "apfs"
}
