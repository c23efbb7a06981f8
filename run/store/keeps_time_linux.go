package store

import "golang.org/x/sys/unix"

// keepsTime knows the local file systems that records are likely to be on.
func keepsTime(about *unix.Statfs_t) bool {
	switch uint32(about.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC, unix.TMPFS_MAGIC, unix.OVERLAYFS_SUPER_MAGIC,
		zfsMagic, bcachefsMagic:
		return true
	}
	return false
}

// File systems that are not in the kernel's own list.
const (
	zfsMagic      = 0x2fc12fc1
	bcachefsMagic = 0xca451a4e
)
