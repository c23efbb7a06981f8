package store

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// fileSystems are those that records are likely to be on, by the kernel's number.
var fileSystems = map[uint32]struct {
	name   string
	remote bool
}{
	unix.EXT4_SUPER_MAGIC: {"ext4", false}, unix.XFS_SUPER_MAGIC: {"xfs", false}, unix.BTRFS_SUPER_MAGIC: {"btrfs", false},
	unix.F2FS_SUPER_MAGIC: {"f2fs", false}, unix.TMPFS_MAGIC: {"tmpfs", false}, unix.OVERLAYFS_SUPER_MAGIC: {"overlayfs", false},
	unix.SQUASHFS_MAGIC: {"squashfs", false}, unix.MSDOS_SUPER_MAGIC: {"vfat", false}, zfsMagic: {"zfs", false}, bcachefsMagic: {"bcachefs", false},
	unix.NFS_SUPER_MAGIC: {"nfs", true}, unix.SMB_SUPER_MAGIC: {"smb", true}, unix.CIFS_SUPER_MAGIC: {"cifs", true},
	unix.SMB2_SUPER_MAGIC: {"smb2", true}, unix.AFS_SUPER_MAGIC: {"afs", true}, unix.CEPH_SUPER_MAGIC: {"ceph", true},
	unix.V9FS_MAGIC: {"9p", true}, unix.FUSE_SUPER_MAGIC: {"fuse", true}, // which may be of this machine, and nobody can tell
}

func nameOf(about *unix.Statfs_t) (name string, remote bool) {
	number := uint32(about.Type)
	if known, is := fileSystems[number]; is {
		return known.name, known.remote
	}
	return fmt.Sprintf("a file system of the kind 0x%x", number), false
}
