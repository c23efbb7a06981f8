package store

import "golang.org/x/sys/unix"

func nameOf(about *unix.Statfs_t) (name string, remote bool) {
	return unix.ByteSliceToString(about.Fstypename[:]), about.Flags&unix.MNT_LOCAL == 0
}
