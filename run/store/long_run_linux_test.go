package store

import (
	"bytes"
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

// opens returns how often the record was opened while something was done.
func (n *night) opens(something func()) int {
	n.t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		n.t.Fatal(err)
	}
	defer unix.Close(fd)
	if _, err := unix.InotifyAddWatch(fd, n.dir, unix.IN_OPEN|unix.IN_ACCESS); err != nil {
		n.t.Fatal(err)
	}
	something()
	buf := make([]byte, 1<<16)
	got, err := unix.Read(fd, buf)
	if err != nil && !errors.Is(err, unix.EAGAIN) {
		n.t.Fatal(err)
	}
	opens := 0
	for buf = buf[:max(got, 0)]; len(buf) > 0; {
		length := int(buf[12]) | int(buf[13])<<8
		name := bytes.TrimRight(buf[unix.SizeofInotifyEvent:unix.SizeofInotifyEvent+length], "\x00")
		if string(name) == "r.json" && buf[4]&unix.IN_OPEN != 0 {
			opens++
		}
		buf = buf[unix.SizeofInotifyEvent+length:]
	}
	return opens
}

// A tick of auto-confirm that starts, checks and completes a step writes twice, however long the run is, and reads the record once for
// each write and once to see where the run is.
func TestATickReadsAndWritesAsLittleAtTheEndAsAtTheBeginning(t *testing.T) {
	n := newNight(t, 60)
	for at, before := range []int{0, 25, 25} {
		n.ticks(before)
		*n.disk = counted{Disk: n.disk.Disk}
		if got := n.opens(func() { n.ticks(1) }); got != 3 {
			t.Errorf("%d: the record is opened %d times, expected 3", at, got)
		}
		got := *n.disk
		got.Disk, got.bytes = nil, 0
		if want := (counted{creates: 2, writes: 2, syncs: 4, renames: 2}); got != want {
			t.Errorf("%d: %+v, expected %+v", at, got, want)
		}
	}
}
