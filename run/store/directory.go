package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// MakeDir makes a directory, and those above it that are missing, and returns when they would survive a power cut.
func MakeDir(path string) error { return makeDir(real(path), path) }

// makeDir makes a directory, and those above it that are missing. Below a directory that is setgid, which is how a group
// shares one, its group may do in them what it may do there, whatever the umask.
func makeDir(d Disk, path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	above := filepath.Dir(path)
	if above != path {
		if err := makeDir(d, above); err != nil {
			return err
		}
	}
	switch err := d.Mkdir(path); {
	case err == nil:
		return errors.Join(ownAs(path, above), shareAs(path, above), keepEntry(d, above))
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return absent(path)
	case err != nil, !info.IsDir():
		return &fs.PathError{Op: "mkdir", Path: path, Err: syscall.ENOTDIR}
	}
	return nil // somebody else was faster
}

// keepEntry makes what was made in a directory durable, where the directory may be read.
func keepEntry(d Disk, dir string) error {
	if err := syncDir(d, dir); !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}

// ownAs gives what root has made the owner and the group of the directory above.
func ownAs(path, above string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(above)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	return os.Lchown(path, int(owner.Uid), int(owner.Gid))
}

// shareAs gives the group of a directory what it may do in the one above, if that is setgid.
func shareAs(path, above string) error {
	shared, err := os.Stat(above)
	if err != nil || shared.Mode()&fs.ModeSetgid == 0 {
		return err
	}
	made, err := os.Stat(path)
	if err != nil {
		return err
	}
	return os.Chmod(path, made.Mode().Perm()|shared.Mode().Perm()&0o070|fs.ModeSetgid)
}
