//go:build !linux && !darwin

package store

import "golang.org/x/sys/unix"

func nameOf(*unix.Statfs_t) (name string, remote bool) { return "", false }
