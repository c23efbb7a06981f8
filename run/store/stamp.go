package store

import "time"

// stamp tells one version of a file from another, as far as its file system does.
type stamp struct {
	size    int64
	inode   uint64
	written moment // mtime, which anybody can set
	changed moment // ctime, which the kernel sets at every change of the file, its mtime and its mode
}

// moment is a point in time as file systems count it, comparable.
type moment struct{ seconds, nanos int64 }

// settled is how long a change must be back before the next one is sure to have another time: file systems and kernels
// count time in ticks, of at most 2 s.
const settled = 2 * time.Second

// lasts reports whether any change of the file from now on will give it another stamp. A change within the same tick
// would not, nor does one that comes when a clock that was stepped back passes the same second again, if the file system
// counts in whole seconds. Where it counts in nanoseconds a clock does not strike the same one twice.
func (s stamp) lasts(now time.Time) bool {
	return s.changed.nanos != 0 && now.Sub(time.Unix(s.changed.seconds, s.changed.nanos)) > settled
}
