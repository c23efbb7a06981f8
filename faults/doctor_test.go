//go:build faults

package faults

import (
	"path/filepath"
	"strings"
	"testing"
)

// illness is what the doctor has to see on a disk, and to say what can be done about.
type illness struct {
	name          string
	disk          []string // how it is mounted anew, nil: as it was
	filled        bool
	inject        string // what strace does to it
	about, advice string
}

var illnesses = []illness{
	{name: "none"},
	{name: "full", filled: true, about: "records cannot be written: write DIR: no space left on device", advice: "free space there, or set RTUT_RUNS_DIR to a directory with free space"},
	{
		name: "read-only", disk: []string{"remount,ro"}, about: "records cannot be written: write DIR: read-only file system",
		advice: "have its file system mounted writable, or set RTUT_RUNS_DIR to a directory on one that is",
	},
	{
		name: "locks that do not hold", inject: "flock:retval=0", about: "locks do not hold on this file system",
		advice: "keep records on a local file system: set RTUT_RUNS_DIR to a directory there",
	},
	{
		name: "no locks", inject: "flock:error=ENOLCK", about: "records cannot be written: DIR: no lock is to be had: no locks available",
		advice: "set RTUT_RUNS_DIR to a directory on a local file system",
	},
	{name: "errors of the disk", inject: "fsync:error=EIO", about: "records cannot be written: write DIR: input/output error", advice: "save what can still be read: its disk fails"},
	{
		name: "a directory that can't be synced", inject: "fsync:error=EINVAL:when=2+", about: "records cannot be written: write DIR: invalid argument",
		advice: "keep records on a local file system: set RTUT_RUNS_DIR to a directory there",
	},
}

// TestDoctorSeesWhatIsWrongWithADisk has a healthy disk among the others, for which nothing may be said. No file system whose
// locks do not hold is to be had here: strace answers in its place.
func TestDoctorSeesWhatIsWrongWithADisk(t *testing.T) {
	for _, ill := range illnesses {
		t.Run(ill.name, func(t *testing.T) { ill.see(t) })
	}
}

func (ill illness) see(t *testing.T) {
	dir := mount(t, "-t", "tmpfs", "-o", "size=128k", "tmpfs")
	r := repo(dir)
	r.plant(t)
	r.must(t, "run new .")
	if ill.filled {
		fillDisk(t, dir)
	}
	if ill.disk != nil {
		command(t, "mount", "-o", strings.Join(ill.disk, ","), dir)
	}
	var under []string
	if call, _, injects := strings.Cut(ill.inject, ":"); injects {
		under = []string{"strace", "-f", "-qq", "-o", filepath.Join(t.TempDir(), "strace"), "-e", "trace=" + call, "-e", "inject=" + ill.inject}
	}
	exit, said := r.rtut(t, "doctor", under...)
	said = strings.ReplaceAll(said, r.runs(), "DIR")
	want := "failed   .local/runbook-runs: " + ill.about + "\n         " + ill.advice + "\n"
	if sick := ill.about != ""; sick && (exit != 1 || !strings.Contains(said, want)) || !sick && exit != 0 {
		t.Errorf("exit code %d, expected %q\n%s", exit, want, said)
	}
	if left := litter(t, r.runs()); len(left) > 0 && ill.disk == nil {
		t.Errorf("left behind: %v", left)
	}
}

// TestARunIsNotClosedWhereItsPackCanNotBeMarked has the packs on a disk that is read-only or full, and the records on another.
func TestARunIsNotClosedWhereItsPackCanNotBeMarked(t *testing.T) {
	for name, spoiled := range map[string]struct {
		spoil func(packs string)
		why   string
	}{
		"read-only": {func(packs string) { command(t, "mount", "-o", "remount,ro", packs) }, readOnly},
		"full":      {func(packs string) { fillDisk(t, packs) }, "no space left"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newLibrary(t)
			packs := filepath.Join(string(r), "packs")
			mountOver(t, packs, "-t", "tmpfs", "-o", "size=16k", "tmpfs")
			for _, line := range []string{
				"run new packs/faults", "run start packs/faults look", "run verify packs/faults look --confirm", "run done packs/faults look --set figure=1",
			} {
				r.must(t, line)
			}
			spoiled.spoil(packs)
			for _, line := range []string{"run finalize packs/faults --apply", "run finish packs/faults --apply"} {
				before := r.must(t, "run log packs/faults")
				refuses(t, r, line, "packs/faults/pack.yaml", spoiled.why)
				if after := r.must(t, "run log packs/faults"); after != before {
					t.Errorf("rtut %s has recorded something:\n%s", line, after)
				}
			}
			command(t, "mount", "-o", "remount,rw,size=1m", packs)
			r.must(t, "run finalize packs/faults --apply")
		})
	}
}
