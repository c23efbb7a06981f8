//go:build faults

package faults

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// lines are the commands whose writes are disturbed, each in the state that the ones before it lead to.
var lines = []string{
	"run new .", "run start look", "run verify look --confirm", "run done look --set figure=1",
	"run set figure=2 --reason again", "run finalize",
}

// syscalls are what is disturbed: files opened, written, given their mode, synced and renamed, directories made, locks taken.
var syscalls = []string{"openat", "write", "fchmod", "fsync", "renameat", "mkdirat", "flock"}

// injected are the faults: the program killed, or the call failing.
var injected = []string{"signal=KILL", "error=EIO", "error=ENOSPC"}

// TestEverySystemCallOfEveryWrite lets the n-th call of each kind fail, or kill the program, for every n there is. strace counts
// the calls of each thread for itself; with GOMAXPROCS=1 there are few.
func TestEverySystemCallOfEveryWrite(t *testing.T) {
	tried := disturbAll(t, syscalls, injected)
	t.Logf("%d trials", tried)
	if tried < 200 {
		t.Errorf("only %d trials", tried)
	}
}

func TestEverySystemCallCatchesBrokenWrites(t *testing.T) {
	for _, broken := range []struct{ how, call, fault, about string }{
		{"in place", "write", "signal=KILL", "not whole"},
		{"in place", "write", "error=ENOSPC", "not whole"},
		{"deaf", "write", "error=EIO", "not whole"},
		{"deaf", "fsync", "error=EIO", "fsync failed, and exit code 0"},
	} {
		t.Run(broken.how+" "+broken.call, func(t *testing.T) {
			mustCatch(t, broken.how, broken.about, 10, func(t testing.TB) { disturbAll(t, []string{broken.call}, []string{broken.fault}) })
		})
	}
}

// disturbAll disturbs every command of a run at every call of some kinds, and returns how often it did.
func disturbAll(t testing.TB, calls, faults []string) (tried int) {
	r := newRepo(t)
	var jobs []func() int
	for i, line := range lines {
		before := repo(t.TempDir())
		copyTo(t, before, r)
		check := func(name string, r repo, exit int, said string) { checkDisturbed(t, name, r, i, exit, said) }
		jobs = append(jobs, disturbances(t, before, line, calls, faults, check)...)
		r.must(t, line)
	}
	return sum(jobs)
}

// sum does jobs, as many at a time as there are processors, and adds up what they return.
func sum(jobs []func() int) int {
	var total atomic.Int64
	var group sync.WaitGroup
	next := make(chan func() int)
	for range runtime.NumCPU() {
		group.Go(func() {
			for job := range next {
				total.Add(int64(attempt(job)))
			}
		})
	}
	for _, job := range jobs {
		next <- job
	}
	close(next)
	group.Wait()
	return int(total.Load())
}

// attempt does a job in a goroutine of its own, which ends where a test is given up.
func attempt(job func() int) (result int) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		result = job()
	}()
	<-done
	return result
}

// disturbances are all ways to disturb a command: each fault at every call of each kind.
func disturbances(t testing.TB, before repo, line string, calls, faults []string, check func(name string, r repo, exit int, said string)) (jobs []func() int) {
	for _, call := range calls {
		for _, fault := range faults {
			jobs = append(jobs, func() int { return disturb(t, before, line, call, fault, check) })
		}
	}
	return jobs
}

// disturb tries one fault at every call of one kind in a command, has what comes of it checked, and returns how often it did.
func disturb(t testing.TB, before repo, line, call, fault string, check func(name string, r repo, exit int, said string)) (tried int) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Fatal("strace is missing")
	}
	for n := 1; ; n++ {
		if c, isControl := t.(*complaints); isControl && c.caught() {
			return tried
		}
		r := repo(t.TempDir())
		copyTo(t, r, before)
		log := filepath.Join(t.TempDir(), "strace")
		inject := fmt.Sprintf("inject=%s:%s:when=%d", call, fault, n)
		exit, said := r.rtut(t, line, "env", "GOMAXPROCS=1", "strace", "-f", "-qq", "-o", log, "-e", "trace="+call, "-e", inject)
		traced, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(traced), "INJECTED") && !strings.Contains(string(traced), "SIGKILL") {
			return tried
		}
		tried++
		name := fmt.Sprintf("rtut %s, %s", line, inject)
		if call == "fsync" && exit == 0 && strings.Contains(string(traced), "INJECTED") {
			t.Errorf("%s: fsync failed, and exit code 0", name)
		}
		check(name, r, exit, said)
	}
}

// checkDisturbed looks at what a disturbed command has left, and goes on with the run.
func checkDisturbed(t testing.TB, name string, r repo, i, exit int, said string) {
	t.Helper()
	rec := r.record(t)
	if got := revision(rec); got != i+1 && (got != i || exit == 0) {
		t.Errorf("%s: exit code %d, and revision %d, not %d\n%s", name, exit, got, i+1, said)
	}
	if revision(rec) > i {
		i++ // it came through, and the run goes on with the next
	}
	if len(lines) == i {
		return
	}
	anHourLater(t, r.runs())
	r.must(t, lines[i])
	if got := revision(r.record(t)); got != i+1 {
		t.Errorf("%s: revision %d afterwards", name, got)
	}
	if left := litter(t, r.runs()); len(left) > 0 {
		t.Errorf("%s: left behind: %v", name, left)
	}
}

// copyTo copies a repo.
func copyTo(t testing.TB, to, from repo) {
	t.Helper()
	if err := os.CopyFS(string(to), os.DirFS(string(from))); err != nil {
		t.Fatal(err)
	}
}

func TestNothingAcknowledgedIsLostWhenKilled(t *testing.T) {
	rounds := 60
	if all() {
		rounds = 1000
	}
	killed, sure := killOften(t, rounds)
	t.Logf("%d of %d were killed, %d acknowledged", killed, rounds, sure)
}

func TestKillingCatchesWritesInPlace(t *testing.T) {
	mustCatch(t, "in place", "not whole", 10, func(t testing.TB) { killOften(t, 60) })
}

// killOften kills rtut at some moment, again and again, in the middle of one run.
func killOften(t testing.TB, rounds int) (killed, acknowledged int) {
	r := newRepo(t)
	r.must(t, "run new .")
	sure := []string{}
	for i := range rounds {
		note := fmt.Sprintf("note-%d", i)
		cmd := r.cmd("run note " + note)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(time.Duration(rand.IntN(40_000))*time.Microsecond, func() { cmd.Process.Kill() })
		err := cmd.Wait()
		kill.Stop()
		if err != nil {
			killed++
			continue
		}
		sure = append(sure, note)
	}
	checkNotes(t, notes(r.record(t)), sure)
	r.must(t, "run note last")
	if left := litter(t, r.runs()); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	return killed, len(sure)
}

// checkNotes wants every sure note to be there once, and in this order.
func checkNotes(t testing.TB, there, sure []string) {
	t.Helper()
	seen, at := map[string]bool{}, 0
	for _, note := range there {
		if seen[note] {
			t.Errorf("%s is there twice", note)
		}
		seen[note] = true
		if at < len(sure) && sure[at] == note {
			at++
		}
	}
	if at != len(sure) {
		t.Errorf("%s was acknowledged and is lost, or out of order", sure[at])
	}
}
