//go:build faults

package faults

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// control is rtut built with the tag `broken`: what it does wrong is said by $RTUT_BROKEN.
var control string

// complaints is a test that notes what it finds instead of failing. about is a part of what it has to find.
type complaints struct {
	testing.TB
	about string
	mu    sync.Mutex
	said  []string
}

// caught reports whether it has found that; the rest need not be tried then.
func (c *complaints) caught() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Contains(strings.Join(c.said, "\n"), c.about)
}

func (c *complaints) Error(args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said = append(c.said, fmt.Sprintln(args...))
}

func (c *complaints) Errorf(format string, args ...any) { c.Error(fmt.Sprintf(format, args...)) }
func (c *complaints) Logf(string, ...any)               {}

func (c *complaints) Fatalf(format string, args ...any) {
	c.Errorf(format, args...)
	runtime.Goexit()
}

func (c *complaints) Fatal(args ...any) {
	c.Error(args...)
	runtime.Goexit()
}

// mustCatch runs a check on rtut broken in a way, and fails if the check finds nothing in any of some rounds. about is a part of
// what it has to find.
func mustCatch(t *testing.T, broken, about string, rounds int, check func(t testing.TB)) {
	t.Helper()
	whole := binary
	binary = control
	t.Cleanup(func() { binary = whole })
	t.Setenv("RTUT_BROKEN", broken)
	var said string
	for round := range rounds {
		c, done := &complaints{TB: t, about: about}, make(chan bool)
		go func() {
			defer close(done)
			check(c)
		}()
		<-done
		if said = strings.Join(c.said, "\n"); c.caught() {
			t.Logf("%s: caught in round %d by %d complaints", broken, round+1, len(c.said))
			return
		}
	}
	t.Errorf("%s: not caught in %d rounds, which said in the end:\n%s", broken, rounds, said)
}

func TestNothingOfTheControlsIsInWhatIsReleased(t *testing.T) {
	for path, want := range map[string]bool{binary: false, control: true} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("RTUT_BROKEN")) != want {
			t.Errorf("$RTUT_BROKEN is read by %s: %v", path, !want)
		}
	}
}
