package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// lookSoon returns a clock that does something once the interface has been seen for some seconds.
func lookSoon(now time.Time, do func()) func() time.Time {
	var looks atomic.Int32
	return func() time.Time {
		if looks.Add(1) > 6 {
			do()
		}
		return now
	}
}

// window is a real terminal with a shell in it, in a repo with the packs of testdata/packs.
type window struct {
	t      *testing.T
	socket string
	dir    string
}

func newWindow(t *testing.T, w, h int, environment ...string) *window {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("there is no tmux here")
	}
	dir, err := os.MkdirTemp("", "rtut")
	if err != nil {
		t.Fatal(err)
	}
	win := &window{t: t, socket: filepath.Join(dir, "socket"), dir: filepath.Join(dir, "repo")}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.CopyFS(filepath.Join(win.dir, "packs"), os.DirFS("testdata/packs")); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("git", "init", "--quiet", win.dir).Run(); err != nil {
		t.Fatal(err)
	}
	shell := []string{"env"}
	shell = append(shell, testNow+"=2026-11-30T00:45:12Z", testIDs+"=9f2c4a", testTTY+"=1", "RTUT_OPERATOR=ana", "LC_ALL=C.UTF-8", "PS1=$ ", "ENV=")
	shell = append(append(shell, environment...), "sh")
	win.tmux(append([]string{"-f", "/dev/null", "new-session", "-d", "-c", win.dir, "-x", fmt.Sprint(w), "-y", fmt.Sprint(h)}, shell...)...)
	t.Cleanup(func() { win.tmux("kill-server") })
	return win
}

func (win *window) tmux(args ...string) string {
	win.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-u", "-S", win.socket}, args...)...).CombinedOutput()
	if err != nil {
		win.t.Fatalf("tmux %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// screen is what is seen.
func (win *window) screen() string { return win.tmux("capture-pane", "-p", "-J") }

// look is the screen as a person sees it. That of -J also tells a blank that was written at the end of a line from one that never
// was, which after a resize depends on how often the terminal was drawn meanwhile.
func (win *window) look() string { return win.tmux("capture-pane", "-p") }

// sees waits until all texts are on the screen.
func (win *window) sees(texts ...string) {
	win.t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		screen, all := win.screen(), true
		for _, text := range texts {
			all = all && strings.Contains(screen, text)
		}
		if all && !strings.Contains(screen, "one moment") {
			return
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-deadline:
			win.t.Fatalf("%q is not seen:\n%s", texts, screen)
		}
	}
}

// handsBack waits until the terminal has its ordinary modes again, which may be after the screen is gone.
func (win *window) handsBack() {
	win.t.Helper()
	deadline := time.After(20 * time.Second)
	for win.flags() != "1 0 0 0" {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-deadline:
			win.t.Fatalf("cursor, alternate screen, mouse, cursor keys: %s", win.flags())
		}
	}
}

// copied waits until tmux has taken over what was sent to its clipboard, which it does after it has drawn, and tells it.
func (win *window) copied() string {
	win.t.Helper()
	deadline := time.After(20 * time.Second)
	for win.tmux("list-buffers") == "" {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-deadline:
			win.t.Fatalf("nothing came to the clipboard:\n%s", win.screen())
		}
	}
	return win.tmux("show-buffer")
}

// types types text.
func (win *window) types(text string) { win.tmux("send-keys", "-l", "--", text) }

// keys presses keys.
func (win *window) keys(names ...string) { win.tmux(append([]string{"send-keys"}, names...)...) }

// clears empties the screen of the shell.
func (win *window) clears() {
	win.types("clear")
	win.keys("Enter")
	win.tmux("clear-history")
}

// begins starts rtut from the shell, which says afterwards how it found the terminal.
func (win *window) begins(command string) {
	win.t.Helper()
	win.types("echo MAIN''SCREEN; stty -a >before; " + command + "; echo code=$?; stty -a >after; echo BA''CK")
	win.keys("Enter")
}

// restored waits until rtut has ended, and fails unless the terminal is as before: modes, cursor, main screen.
func (win *window) restored() {
	win.t.Helper()
	win.sees("BACK")
	before, err := os.ReadFile(filepath.Join(win.dir, "before"))
	if err != nil {
		win.t.Fatal(err)
	}
	after, err := os.ReadFile(filepath.Join(win.dir, "after"))
	if err != nil || string(before) != string(after) {
		win.t.Errorf("stty -a (%v), before:\n%safter:\n%s", err, before, after)
	}
	if flags := win.flags(); flags != "1 0 0 0" {
		win.t.Errorf("cursor, alternate screen, mouse, cursor keys: %s", flags)
	}
}

// flags are those of the terminal: is the cursor seen, and are there the alternate screen, the mouse and the cursor keys.
func (win *window) flags() string {
	return strings.TrimSpace(win.tmux("display-message", "-p", "#{cursor_flag} #{alternate_on} #{mouse_any_flag} #{keypad_cursor_flag}"))
}

// seesNot waits until a text is no longer on the screen.
func (win *window) seesNot(text string) {
	win.t.Helper()
	deadline := time.After(20 * time.Second)
	for strings.Contains(win.screen(), text) {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-deadline:
			win.t.Fatalf("%q is still seen:\n%s", text, win.screen())
		}
	}
}

// leaves presses q until rtut has left: one that comes too soon after what was cut off is taken for its rest.
func (win *window) leaves() {
	win.t.Helper()
	deadline := time.After(20 * time.Second)
	for !strings.Contains(win.screen(), "BACK") {
		win.keys("q")
		select {
		case <-time.After(200 * time.Millisecond):
		case <-deadline:
			win.t.Fatalf("it does not leave:\n%s", win.screen())
		}
	}
}

// job is the process that is in the foreground of the window, or was stopped there.
func (win *window) job() string {
	win.t.Helper()
	shell := strings.TrimSpace(win.tmux("display-message", "-p", "#{pane_pid}"))
	out, err := exec.Command("ps", "-o", "pid=,stat=", "--ppid", shell).Output()
	if err != nil {
		win.t.Fatalf("ps: %v", err)
	}
	return string(out)
}

// signals sends a signal to the job in the window.
func (win *window) signals(name string) {
	win.t.Helper()
	if err := exec.Command("kill", "-"+name, strings.Fields(win.job())[0]).Run(); err != nil {
		win.t.Fatal(err)
	}
}

// stopped waits until the job is.
func (win *window) stopped() {
	win.t.Helper()
	deadline := time.After(20 * time.Second)
	for !strings.Contains(win.job(), "T") {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-deadline:
			win.t.Fatalf("it is not stopped: %s", win.job())
		}
	}
}

func TestTUIOnARealTerminal(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			win := newWindow(t, size[0], size[1])
			win.begins("rtut packs/drill")
			win.sees("New run")
			win.keys("Enter")
			win.sees("New run of drill")
			win.keys("Enter", "Enter", "Enter", "Enter", "Enter")
			win.sees("the run has started", "measure")
			win.keys("d")
			win.sees("refused: measure", "[wrong_state]")
			win.keys("Space")
			win.sees("measure: started")
			win.keys("Space")
			win.sees("Run this? Press y")
			win.keys("y")
			win.sees("the step is done")
			win.keys("Escape")
			win.sees("Space do the next thing")
			win.keys("G")
			win.keys("t")
			win.sees("Alternative for route")
			win.keys("Right", "Enter")
			win.sees("Space do the next thing")
			win.keys("s")
			win.sees("Override: route", "requires decide")
			win.types("no time")
			win.keys("Enter", "Space", "Enter")
			win.sees("route: started against its preconditions")
			win.keys("k")
			win.keys("C")
			win.sees("MAINSCREEN", "ssh -- db3 'env RTUT_RUN_DIR=", "pg_ctl promote -D \"$RTUT_RUN_DIR\" ", "press a key to go back")
			win.keys("Space")
			win.sees("Space do the next thing")
			win.keys("q")
			win.restored()
			win.sees("MAINSCREEN", "it is saved; to come back: rtut tui --run 20261130T004512.000000Z-9f2c4a", "code=0")

			win.clears()
			win.begins("rtut tui --run 20261130T004512")
			win.sees("▶ route")
			win.keys("x")
			win.sees("Close this run")
			win.keys("Enter")
			win.types("enough")
			win.keys("Enter")
			win.sees("How was it?")
			win.keys("Escape")
			win.sees("ABANDONED", "x close the run")
			win.keys("q")
			win.restored()
		})
	}
}

func TestTUILeavesTheTerminalAsItWasWhateverHappens(t *testing.T) {
	for signal, code := range map[string]string{"TERM": "130", "HUP": "130", "INT": "130", "QUIT": "131"} {
		t.Run(signal, func(t *testing.T) {
			t.Parallel()
			win := newWindow(t, 80, 24)
			win.types("rtut run new packs/drill")
			win.keys("Enter")
			win.sees("started run")
			win.begins("sh -c 'echo $$ >pid; exec rtut tui --run 2026'")
			win.sees("measure", "Flow")
			pid, err := os.ReadFile(filepath.Join(win.dir, "pid"))
			if err != nil {
				t.Fatal(err)
			}
			if err := exec.Command("kill", "-"+signal, strings.TrimSpace(string(pid))).Run(); err != nil {
				t.Fatal(err)
			}
			win.restored()
			win.sees("code=" + code)
			if strings.Contains(win.screen(), "goroutine") {
				t.Errorf("it says what its goroutines do:\n%s", win.screen())
			}
			win.clears()
			win.types("rtut run start measure && rtut run list")
			win.keys("Enter")
			win.sees("running  0/5")
		})
	}
	t.Run("panic", func(t *testing.T) {
		t.Parallel()
		win := newWindow(t, 80, 24, testPanic+"=1")
		win.begins("rtut packs/linear 2>/dev/null")
		win.restored()
	})
	t.Run("TERM while it computes", func(t *testing.T) {
		t.Parallel()
		hangs := filepath.Join(t.TempDir(), "hangs")
		win := newWindow(t, 80, 24, testHangs+"="+hangs)
		win.begins("sh -c 'echo $$ >pid; exec rtut packs/linear'")
		win.sees("New run")
		pid, err := os.ReadFile(filepath.Join(win.dir, "pid"))
		if err != nil {
			t.Fatal(err)
		}
		for deadline := time.After(20 * time.Second); ; {
			if _, err := os.Stat(hangs); err == nil {
				break
			}
			select {
			case <-time.After(20 * time.Millisecond):
			case <-deadline:
				t.Fatal("it does not hang")
			}
		}
		if err := exec.Command("kill", "-TERM", strings.TrimSpace(string(pid))).Run(); err != nil {
			t.Fatal(err)
		}
		win.restored()
		win.sees("code=130")
	})
}

func TestTUISurvivesAResizeStorm(t *testing.T) {
	t.Parallel()
	win := newWindow(t, 120, 40)
	win.types("rtut run new packs/drill")
	win.keys("Enter")
	win.sees("started run")
	win.begins("rtut tui --run 2026")
	win.sees("measure", "Flow")
	fresh := win.look()
	for _, size := range [][2]string{{"40", "10"}, {"20", "5"}, {"120", "40"}} {
		win.tmux("resize-window", "-x", size[0], "-y", size[1])
	}
	win.sees("run 20261130T004512.000000Z-9f2c4a")
	if got := win.look(); got != fresh {
		t.Errorf("got\n%s\nwant\n%s", got, fresh)
	}
	win.keys("q")
	win.restored()
}

// The mouse and the clipboard, end to end: the terminal reports a click as SGR, and takes the command by OSC 52.
func TestTUIMouseAndClipboardOnARealTerminal(t *testing.T) {
	t.Parallel()
	win := newWindow(t, 120, 30)
	win.tmux("set-option", "-s", "set-clipboard", "on")
	win.types("rtut run new packs/drill")
	win.keys("Enter")
	win.sees("started run")
	win.begins("rtut tui --run 2026")
	win.sees("measure", "Flow")
	at := 0
	for y, l := range strings.Split(win.screen(), "\n") {
		if strings.Contains(l, "promote   Promote") {
			at = y + 1
		}
	}
	win.types(fmt.Sprintf("\x1b[<0;10;%dM\x1b[<0;10;%dm", at, at))
	win.sees("irreversible", "pg_ctl promote")
	win.keys("c")
	win.sees("was sent to the terminal's clipboard")
	if got := win.copied(); !strings.HasPrefix(got, "ssh -- db3 'env RTUT_RUN_DIR=") || !strings.Contains(got, `pg_ctl promote -D "$RTUT_RUN_DIR" `) {
		t.Errorf("the clipboard has %q", got)
	}
	win.keys("q")
	win.restored()
}

// begunOn makes a run and looks at it, from a shell that controls jobs, and knows how a terminal was before it stopped one.
func (win *window) begunOn(pack string) {
	win.t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		win.t.Skip("there is no bash here")
	}
	win.types("exec bash --norc -i")
	win.keys("Enter")
	win.sees("bash")
	win.types("rtut run new " + pack)
	win.keys("Enter")
	win.sees("started run")
	win.clears()
	win.types("rtut tui --run 2026")
	win.keys("Enter")
	win.sees("measure", "Flow")
}

func TestTUIIsSuspendedAndGoesOn(t *testing.T) {
	for name, stop := range map[string]func(win *window){
		"by Ctrl-Z": func(win *window) { win.keys("C-z") },
		"by a signal": func(win *window) {
			win.signals("TSTP")
		},
		"by one that can't be caught": func(win *window) {
			win.signals("STOP")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			win := newWindow(t, 80, 24)
			win.begunOn("packs/drill")
			stop(win)
			if name != "by one that can't be caught" {
				win.seesNot("Flow")
				win.handsBack()
			}
			win.stopped()
			win.types("fg")
			win.keys("Enter")
			win.sees("measure", "Flow", "Space do the next thing")
			win.keys("s")
			win.sees("measure: started")
			win.keys("C-z")
			win.seesNot("Flow")
			win.stopped()
			win.types("fg")
			win.keys("Enter")
			win.sees("▶ measure", "Space")
			win.keys("q")
			win.sees("it is saved")
			win.handsBack()
		})
	}
}

// A terminal that nobody controls jobs on has nobody who would let the interface go on.
func TestTUIThatNobodyWouldLetGoOnIsNotSuspended(t *testing.T) {
	t.Parallel()
	win := newWindow(t, 80, 24)
	win.types("rtut run new packs/drill && exec rtut tui --run 2026")
	win.keys("Enter")
	win.sees("measure", "Flow")
	win.keys("C-z")
	win.sees("no shell to return to")
	win.keys("s")
	win.sees("measure: started")
}

func TestQuestionEndsByQUITWithOneLine(t *testing.T) {
	t.Parallel()
	win := newWindow(t, 80, 24)
	win.types("rtut run new packs/drill")
	win.keys("Enter")
	win.sees("started run")
	win.clears()
	win.begins("rtut run skip measure")
	win.sees("Why?", ">")
	win.keys("C-\\")
	win.restored()
	win.sees("interrupted by QUIT", "code=131")
	if strings.Contains(win.screen(), "goroutine") {
		t.Errorf("it says what its goroutines do:\n%s", win.screen())
	}
}

// What is in the background of its terminal is not stopped by asking a question, but ends as without a terminal.
func TestNothingAsksInTheBackground(t *testing.T) {
	t.Parallel()
	win := newWindow(t, 120, 30)
	win.types("rtut run new packs/drill")
	win.keys("Enter")
	win.sees("started run")
	for command, want := range map[string][]string{
		"rtut run skip measure": {"a reason is needed", "code=3"},
		"rtut tui":              {"the terminal interface needs the foreground of its terminal", "code=2"},
		"rtut go":               {"code=3"},
	} {
		win.clears()
		win.types("(" + command + "; echo code=$?) & wait")
		win.keys("Enter")
		win.sees(want...)
	}
}

// A paste whose end never comes keeps nobody from leaving.
func TestPasteThatIsCutOffDoesNotKeepTheTUI(t *testing.T) {
	t.Parallel()
	win := newWindow(t, 80, 24)
	win.types("rtut run new packs/drill")
	win.keys("Enter")
	win.sees("started run")
	win.begins("rtut tui --run 2026")
	win.sees("measure", "Flow")
	win.keys("o")
	win.sees("Note")
	win.types("\x1b[200~half of it")
	win.keys("C-c")
	win.sees("Space do the next thing")
	win.leaves()
	win.restored()
}

// A terminal may send what is pasted without saying so. A person's typing comes in pieces, which a slow line puts together.
func TestPhraseIsNotTakenFromWhatComesAtOnce(t *testing.T) {
	t.Parallel()
	win := newWindow(t, 80, 24)
	win.types("rtut run new packs/linear && rtut run skip look --reason seen && clear && rtut tui --run 2026")
	win.keys("Enter")
	win.sees("restart", "Flow")
	win.keys("s")
	win.sees("Type this phrase to start it", "type the phrase, then Enter")
	for _, at := range []string{"restart nginx", "restart nginx\r", "nginx\r"} {
		win.tmux("set-buffer", "--", at)
		win.tmux("paste-buffer", "-r")
		win.sees("input was too fast for typing and was cleared")
		win.keys("x")
		win.sees("▌ x")
		win.keys("BSpace")
		win.seesNot("▌ x")
	}
	typed := "▌ "
	for _, piece := range []string{"rest", "art ngi", "nx"} {
		win.types(piece)
		typed += piece
		win.sees(typed)
	}
	win.keys("Enter")
	win.sees("restart: started")
}
