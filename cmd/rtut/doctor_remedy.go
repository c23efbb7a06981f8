package main

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// remedy says what to do about an error of the file system at a path; "" where that is not known. shown names the path.
func remedy(path, shown string, err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return permit(path, shown)
	case errors.Is(err, syscall.EROFS):
		return "have its file system mounted writable, or set RTUT_RUNS_DIR to a directory on one that is"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "free space there, or set RTUT_RUNS_DIR to a directory with free space"
	case errors.Is(err, syscall.ENOLCK), errors.Is(err, errors.ErrUnsupported):
		return "set RTUT_RUNS_DIR to a directory on a local file system"
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ELOOP):
		return "move away what is in the place of a directory there"
	case errors.Is(err, syscall.EIO):
		return "save what can still be read: its disk fails"
	}
	return ""
}

// permit says who can give the permission that is missing: the owner of the first thing on the way to a path that can't be
// passed.
func permit(path, shown string) string {
	at := path
	info, err := os.Lstat(at)
	for err != nil && at != filepath.Dir(at) {
		at = filepath.Dir(at)
		info, err = os.Lstat(at)
	}
	if at != path {
		shown = at
	}
	if err != nil {
		return ""
	}
	stat, known := info.Sys().(*syscall.Stat_t)
	switch {
	case !known:
		return ""
	case int(stat.Uid) == os.Geteuid():
		return "it is yours: chmod u+rwX " + word(shown)
	}
	return "ask " + ownerName(stat.Uid) + ", who owns " + shown + ", for the permission"
}

// ownerName is the login name of a user, or what there is of one.
func ownerName(uid uint32) string {
	id := strconv.Itoa(int(uid))
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return "user " + id
}
