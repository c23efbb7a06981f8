package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// belong gives what has been made the group of the directory that it is in and, where root has made it, the owner: root, who helps out,
// takes nothing away.
func belong(file *os.File) error {
	if os.Geteuid() != 0 {
		return inheritGroup(file)
	}
	dir, err := os.Stat(filepath.Dir(file.Name()))
	if err != nil {
		return err
	}
	owner := dir.Sys().(*syscall.Stat_t)
	return file.Chown(int(owner.Uid), int(owner.Gid))
}

// inheritGroup gives a file the group of its directory, so that everybody who shares the directory can go on with a run.
// Where that group is not the writer's to give, the file keeps its own.
func inheritGroup(file *os.File) error {
	own, err := file.Stat()
	if err != nil {
		return err
	}
	dir, err := os.Stat(filepath.Dir(file.Name()))
	if err != nil {
		return err
	}
	has, wants := own.Sys().(*syscall.Stat_t), dir.Sys().(*syscall.Stat_t)
	if has.Gid != wants.Gid {
		_ = file.Chown(-1, int(wants.Gid)) // not permitted to those outside the group, who may still work alone
	}
	return nil
}

// keepGroup gives a file the group that another one has, where that is the writer's to give.
func keepGroup(file *os.File, of fs.FileInfo) {
	if stat, ok := of.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(-1, int(stat.Gid)) // as in inheritGroup
	}
}

// keepOwner gives a file the owner that another one has, where that is the writer's to give: root, who helps out, takes nothing away.
func keepOwner(file *os.File, of fs.FileInfo) {
	if stat, ok := of.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(int(stat.Uid), -1)
	}
}
