//go:build faults

package faults

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"rtut/run/record"
)

// call is one command of a client: a note that is added, or ("") the log that is read.
type call struct{ note string }

// answer is what the command said: the notes in the log. unsure: it failed, and may have added its note or not.
type answer struct {
	notes  []string
	unsure bool
}

// notebook is what a run is to these clients: how many notes it has. The one order of them all is that of the record in the end,
// so what an action saw is a number: the place of the note that was added, or how many notes were read.
var notebook = porcupine.Model{
	Init: func() any { return 0 },
	Step: func(state, in, out any) (bool, any) {
		if in.(call).note == "" {
			return out == state, state
		}
		return out == state.(int)+1, out
	},
}

// together has clients act at the same time, each in a process for every action, and returns what they saw.
func together(t testing.TB, r repo, clients, actions int) []porcupine.Operation {
	var mu sync.Mutex
	var seen []porcupine.Operation
	var group sync.WaitGroup
	began := time.Now()
	for client := range clients {
		group.Go(func() {
			for i := range actions {
				c := call{fmt.Sprintf("note-%d-%d", client, i)}
				if i%4 == 3 {
					c.note = ""
				}
				op := porcupine.Operation{ClientId: client, Input: c, Call: time.Since(began).Nanoseconds()}
				op.Output = perform(r, c)
				op.Return = time.Since(began).Nanoseconds()
				mu.Lock()
				seen = append(seen, op)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return seen
}

// perform is one action of a client.
func perform(r repo, c call) answer {
	line := "run log --json"
	if c.note != "" {
		line = "run note " + c.note
	}
	var out bytes.Buffer
	cmd := r.cmd(line)
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		return answer{unsure: true}
	}
	var log struct{ Events []record.Event }
	if c.note == "" {
		if err := json.Unmarshal(out.Bytes(), &log); err != nil {
			return answer{unsure: true}
		}
	}
	return answer{notes: notes(&record.Record{Events: log.Events})}
}

// check says what is wrong with what the clients saw, given the notes of the record in the end; "" for nothing.
func check(seen []porcupine.Operation, end []string) string {
	var history []porcupine.Operation
	for _, op := range seen {
		c, a := op.Input.(call), op.Output.(answer)
		at := slices.Index(end, c.note) + 1
		switch {
		case c.note != "" && at == 0 && !a.unsure:
			return c.note + " was acknowledged and is lost"
		case a.unsure && at == 0:
			continue
		case c.note == "" && (len(a.notes) > len(end) || !slices.Equal(a.notes, end[:len(a.notes)])):
			return "somebody read notes that are not there, or in another order"
		case c.note == "":
			at = len(a.notes)
		}
		op.Output = at
		history = append(history, op)
	}
	if result := porcupine.CheckOperationsTimeout(notebook, history, 20*time.Second); result != porcupine.Ok {
		return "it is not linearizable: " + string(result)
	}
	return ""
}

func TestTwentyProcessesOnOneRunAreLinearizable(t *testing.T) {
	actions := 8
	if all() {
		actions = 200
	}
	r := newRepo(t)
	r.must(t, "run new .")
	seen := together(t, r, 20, actions)
	sure := 0
	for _, op := range seen {
		if op.Input.(call).note != "" && !op.Output.(answer).unsure {
			sure++
		}
	}
	if wrong := check(seen, notes(r.record(t))); wrong != "" || sure == 0 {
		t.Errorf("%d acknowledged; %s", sure, wrong)
	}
	t.Logf("%d actions, %d notes acknowledged", len(seen), sure)
}

func TestTogetherCatchesAMissingLock(t *testing.T) {
	mustCatch(t, "no lock", "is lost", 5, func(t testing.TB) {
		r := newRepo(t)
		r.must(t, "run new .")
		if wrong := check(together(t, r, 20, 4), notes(r.record(t))); wrong != "" {
			t.Error(wrong)
		}
	})
}

func TestEightWritersWhileANinthRemovesTheLock(t *testing.T) { removeLocks(t) }

func TestRemovedLocksCatchAWriterThatTrusts(t *testing.T) {
	mustCatch(t, "trusting", "is lost", 5, removeLocks)
}

// removeLocks has eight processes write to one run, while a ninth hand removes its lock every 20 ms. Nothing that was acknowledged is lost.
func removeLocks(t testing.TB) {
	t.Helper()
	r := newRepo(t)
	r.must(t, "run new .")
	lock := filepath.Join(r.runs(), "."+r.record(t).RunID+".lock")
	stop, stopped := make(chan struct{}), make(chan int)
	go func() {
		removed := 0
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if os.Remove(lock) == nil {
					removed++
				}
			case <-stop:
				stopped <- removed
				return
			}
		}
	}()
	seen := together(t, r, 8, 12)
	close(stop)
	removed, sure := <-stopped, 0
	for _, op := range seen {
		if op.Input.(call).note != "" && !op.Output.(answer).unsure {
			sure++
		}
	}
	if wrong := check(seen, notes(r.record(t))); wrong != "" {
		t.Error(wrong)
	}
	if removed == 0 || sure == 0 {
		t.Errorf("%d locks removed, %d notes acknowledged", removed, sure)
	}
	t.Logf("%d notes acknowledged, %d locks removed", sure, removed)
}

func TestFiftyRunsBegunInTheSameSecond(t *testing.T) { beginFifty(t) }

func TestFiftyRunsCatchASharedTemporaryName(t *testing.T) {
	mustCatch(t, "one temporary name", "exit status", 5, beginFifty)
}

// beginFifty begins fifty runs at once: each has a record of its own.
func beginFifty(t testing.TB) {
	t.Helper()
	r := newRepo(t)
	var cmds []*exec.Cmd
	for range 50 {
		cmd := r.cmd("run new .")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		cmds = append(cmds, cmd)
	}
	for _, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	found, err := filepath.Glob(filepath.Join(r.runs(), "*.json"))
	if err != nil || len(found) != 50 {
		t.Errorf("%d records, %v", len(found), err)
	}
	for _, path := range found {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if rec := sound(t, data); rec.RunID+".json" != filepath.Base(path) {
			t.Errorf("%s holds run %s", path, rec.RunID)
		}
	}
	if ignore, err := os.ReadFile(filepath.Join(r.runs(), ".gitignore")); string(ignore) != "*\n" {
		t.Errorf(".gitignore: %q, %v", ignore, err)
	}
}
