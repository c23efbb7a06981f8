package store

import "golang.org/x/sys/unix"

// FileSystem returns what the file system that a directory is on is called, and whether it is another host's; "" where that is not
// known.
func FileSystem(dir string) (name string, remote bool) {
	var about unix.Statfs_t
	if again(func() error { return unix.Statfs(dir, &about) }) != nil {
		return "", false
	}
	return nameOf(&about)
}
