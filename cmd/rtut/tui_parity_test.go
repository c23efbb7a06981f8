package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"rtut/tui"
)

const parityV02 = `schema: runbook-pack/v0.2
id: parity
title: Parity
owner: ops
exercise_status: never
defaults: { timeout: 1s, on_timeout: push-through }
datapoints:
  - { id: lag, title: Lag, type: int }
stages:
  - id: prep
    title: Prepare
    steps:
      - id: look
        title: Look
        effect: read-only
        verify: { kind: output-contains, command: echo lag=5, contains: lag= }
        produces: [{ datapoint: lag, extract: 'lag=(\d+)' }]
      - id: way
        title: Choose a way
        one_of:
          - { id: left, title: Left, recommended_when: lag > 3, rollback: { instruction: Come back. } }
          - { id: right, title: Right }
    gates:
      - { id: ready, title: Ready, waivable: true, checks: [{ id: said, kind: manual, prompt: Somebody said so. }] }
  - id: act
    title: Act
    requires: [prep]
    steps:
      - { id: break, title: Break it, effect: irreversible, confirm: break it, evidence: [{ id: ticket, title: Ticket }] }
      - { id: stuck, title: Get stuck, verify: { kind: exit-code, command: 'false' } }
`

const parityAlone = `schema: runbook-pack/v0.2
id: parity
title: Parity
owner: ops
exercise_status: never
order: sequential
steps:
  - { id: copy, title: Copy, command: echo copied > copy, execute: auto, verify: { kind: exit-code, command: test -s copy } }
  - { id: cut, title: Cut, effect: irreversible, confirm: cut it, command: rm copy, execute: auto, verify: { kind: exit-code, command: test ! -e copy } }
`

const parityV01 = `schema: runbook-pack/v0.1
id: parity
title: Parity
owner: ops
exercise_status: never
steps:
  - { id: look, title: Look, effect: read-only, verify: { kind: output-contains, command: echo up, contains: up } }
  - { id: restart, title: Restart, effect: irreversible, confirm: restart it, evidence: [{ id: ticket, title: Ticket }] }
`

// parityApp returns an app in a new repo with the one pack, whose clock goes on a second whenever it is read.
func parityApp(t *testing.T, packYAML string) (*app, string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "pack"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"pack/pack.yaml": packYAML, "output": "it broke\n", ".gitignore": ".local\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := exec.Command("git", "init", "--quiet", dir).Run(); err != nil {
		t.Fatal(err)
	}
	a := newApp()
	ticks := make(chan time.Time)
	go func() {
		for now := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC); ; now = now.Add(time.Second) {
			select {
			case ticks <- now:
			case <-t.Context().Done():
				return
			}
		}
	}()
	a.clock = func() time.Time {
		select {
		case now := <-ticks:
			return now
		case <-t.Context().Done():
			return time.Time{}
		}
	}
	a.newID = func(time.Time) string { return "20261130T030000.000000Z-9f2c4a" }
	a.getwd = func() (string, error) { return dir, nil }
	a.getenv = func(name string) string { return map[string]string{"RTUT_OPERATOR": "ana", "LANG": "C.UTF-8"}[name] }
	a.inTTY, a.outTTY, a.errTTY, a.host, a.pid = false, false, false, "bastion", 4711
	a.in, a.out, a.err = strings.NewReader(""), &sink{to: io.Discard}, &sink{to: io.Discard}
	return a, dir
}

// byCommands plays a scenario on the command line: a command a line, a tab between words.
func byCommands(t *testing.T, a *app, script string) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(script), "\n") {
		var said bytes.Buffer
		a.err, a.out = &sink{to: &said}, &sink{to: &said}
		if code := a.execute(t.Context(), strings.Split(strings.TrimSpace(line), "|")); code != exitDone {
			t.Fatalf("%s: exit %d\n%s", line, code, said.String())
		}
	}
}

// player drives the terminal interface as a person would: it presses a key and waits for what it wants to see.
type player struct {
	t    *testing.T
	m    tea.Model
	msgs chan tea.Msg
}

func byKeys(t *testing.T, a *app) *player {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	p := &player{t: t, m: tui.New(ctx, a.world("."), tui.Start{Pack: "pack"}), msgs: make(chan tea.Msg, 100)}
	p.run(p.m.Init())
	p.take(tea.WindowSizeMsg{Width: 110, Height: 40})
	return p
}

func (p *player) run(cmd tea.Cmd) {
	if cmd != nil {
		go func() { p.msgs <- cmd() }()
	}
}

func (p *player) take(msg tea.Msg) {
	if batch, is := msg.(tea.BatchMsg); is {
		for _, cmd := range batch {
			p.run(cmd)
		}
	} else if msg != nil {
		var cmd tea.Cmd
		p.m, cmd = p.m.Update(msg)
		p.run(cmd)
	}
}

// sees takes what comes until a text is shown.
func (p *player) sees(wanted string) {
	p.t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		frame := ansi.Strip(p.m.View().Content)
		if strings.Contains(frame, wanted) && !strings.Contains(frame, "one moment") {
			return
		}
		select {
		case msg := <-p.msgs:
			p.take(msg)
		case <-deadline:
			p.t.Fatalf("%q is not shown:\n%s", wanted, frame)
		}
	}
}

// plays presses keys: "key" is one, "text:..." many, "see:..." waits.
func (p *player) plays(script string) {
	p.t.Helper()
	for _, word := range strings.Split(strings.TrimSpace(script), "|") {
		word = strings.TrimSpace(word)
		if wanted, is := strings.CutPrefix(word, "see:"); is {
			p.sees(wanted)
			continue
		}
		if text, is := strings.CutPrefix(word, "text:"); is {
			for _, r := range text {
				p.take(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
			continue
		}
		p.take(parityKey(word))
	}
}

func parityKey(name string) tea.KeyPressMsg {
	codes := map[string]rune{"Enter": tea.KeyEnter, "Esc": tea.KeyEscape, "Right": tea.KeyRight, "Down": tea.KeyDown}
	switch {
	case name == "Space":
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	case name == "Shift+Tab":
		return tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}
	case name == "Ctrl+D":
		return tea.KeyPressMsg{Code: 'd', Mod: tea.ModCtrl}
	case codes[name] != 0:
		return tea.KeyPressMsg{Code: codes[name]}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// storedRecord returns the one record of a repo without what differs between two runs of the same: moments, durations and
// what is made of them.
func storedRecord(t *testing.T, dir string) any {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, ".local", "runbook-runs", "*.json"))
	if err != nil || len(paths) != 1 {
		t.Fatalf("records %v, %v", paths, err)
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	var rec any
	if err := json.Unmarshal(data, &rec); err != nil {
		t.Fatal(err)
	}
	return timeless(rec)
}

func timeless(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			switch {
			case key == "at" || strings.HasSuffix(key, "_at") || key == "seconds" || key == "prev" || key == "hash" || key == "rest" || key == "rolled_back":
				delete(v, key)
			default:
				v[key] = timeless(inner)
			}
		}
	case []any:
		for i := range v {
			v[i] = timeless(v[i])
		}
	case string:
		return lasted.ReplaceAllString(v, "times in a while")
	}
	return v
}

// lasted is how long the checks of an item failed, in a reason.
var lasted = regexp.MustCompile(`times in [0-9hms]+`)

func TestTUIMakesTheRecordThatTheCommandsMake(t *testing.T) {
	for name, s := range map[string]struct{ pack, commands, keys string }{
		"v0.1": {parityV01, `
run|new|pack|--environment|rehearsal
run|start|look
run|verify|look|--yes
run|done|look
run|start|restart|--phrase|restart it
run|verify|restart|--confirm
run|done|restart|--evidence|ticket=CHG1
run|finalize|--outcome|succeeded|--reason|as planned|--apply
run|feedback|--rating|good|--comment|smooth
`, `see:New run|Enter|Right|Enter|Enter|Enter|see:the run has started
|Space|see:look: started|Space|see:Run this?|y|see:the step is done|Esc
|Space|see:Type this phrase|text:restart it|Enter|see:restart: started
|Space|see:y or n|y|see:v verify|Space|see:Ticket|text:CHG1|Enter|see:restart: done
|x|see:exercise_status: exercised|Enter|text:as planned|Enter|Space|Enter|see:How was it|Right|Enter|text:smooth|Enter|see:thank you`},
		"v0.2": {parityV02, `
run|new|pack|--environment|rehearsal|--project|billing
run|start|look
run|verify|look|--yes
run|done|look
run|start|way|--alternative|right
run|verify|way|--confirm
run|done|way
run|start|break|--override|--reason|hurry|--acknowledge-risk|--phrase|break it
run|fail|break|--reason|smoke
run|retry|break|--acknowledge-partial
run|start|break|--override|--reason|hurry|--acknowledge-risk|--phrase|break it
run|verify|break|--confirm
run|done|break|--evidence|ticket=CHG1
run|capture|break|--command|echo x|--output|output
run|waive|ready|--reason|nobody there
run|note|stuck|look out
run|mode|auto-confirm
run|tick
run|tick
run|finalize|--outcome|failed|--reason|stuck
run|feedback|--rating|poor|--comment|meh
`, `see:New run|Enter|Right|Enter|text:billing|Enter|Enter|Enter|see:the run has started
|s|see:look: started|v|see:Run this?|y|see:passed|Esc|d|see:look: done
|t|see:Alternative for|Down|Enter|s|see:way: started|v|see:y or n|y|see:v verify|d|see:w waive
|/|text:break|Enter|s|see:Override: break|text:hurry|Enter|Space|Enter|see:Type this phrase|text:break it|Enter|see:break: started
|f|see:Fail break|text:smoke|Enter|see:break: failed|r|see:Retry break|Space|Enter|see:break: to be tried again
|s|see:Override: break|text:hurry|Enter|Space|Enter|see:Type this phrase|text:break it|Enter|see:break: started
|v|see:y or n|y|see:d done|d|see:Ticket|text:CHG1|Enter|see:break: done
|/|text:break|Enter|p|see:Paste output|Shift+Tab|text:echo x|Enter|text:it broke|Enter|Ctrl+D|see:break: kept
|/|text:ready|Enter|w|see:Waive ready|text:nobody there|Enter|see:ready: waived
|n|o|see:Note|text:look out|Enter|Enter|see:noted
|m|see:Mode|Right|Enter|Enter|Enter|see:the mode was switched|a|see:checks failed|Esc|a|see:pushed through|Esc
|x|see:Close this run|Enter|text:stuck|Enter|see:How was it|Right|Right|Right|Enter|text:meh|Enter|see:thank you`},
		"v0.2, all the rest": {parityV02, `
run|new|pack|--environment|staging|--target|db1|--mode|auto-confirm|--preauthorize|break=break it|--authorized-by|bea
run|mode|manual
run|skip|look|--reason|seen
run|set|lag=7
run|set|lag=9|--reason|measured again
run|start|way|--alternative|left
run|verify|way|--confirm
run|done|way
run|redo|way|--reason|wrong way|--acknowledge-partial
run|start|way|--alternative|left
run|rollback|--done|way|--reason|wrong turn
run|verify|ready|--override|--reason|hurry|--acknowledge-risk|--confirm
run|handover|--to|bob|--reason|my shift ends
run|finalize|--outcome|abandoned|--reason|enough
run|feedback|--rating|neutral
`, `see:New run|Enter|Right|Right|Enter|Enter|text:db1|Enter|Right|Enter|text:break it|Enter|text:bea|Enter|see:the run has started
|m|see:Mode|Right|Enter|Enter|see:the mode was switched
|K|see:Skip look|text:seen|Enter|see:look: skipped
|e|see:Edit a datapoint|text:7|Enter|Enter|see:Space do|e|see:Edit a datapoint|text:9|Enter|text:measured again|Enter|see:Space do
|t|see:Alternative for way|Enter|s|see:way: started|v|see:y or n|y|see:v verify|d|see:▸ ◇ ready
|/|text:way|Enter|R|see:Redo way|text:wrong way|Enter|Space|Enter|see:way: to be done again
|t|see:Alternative for way|Enter|s|see:way: started|b|see:Rollbacks|y|see:Rolled back|text:wrong turn|Enter|see:way: rolled back
|/|text:ready|Enter|v|see:Override: ready|text:hurry|Enter|Space|Enter|see:y or n|y|see:◆ ready
|h|see:Hand over|text:bob|Enter|text:my shift ends|Enter|see:handed over
|x|see:Close this run|Enter|text:enough|Enter|see:How was it|Right|Right|Enter|Enter|see:thank you`},
		"execution in auto-confirm": {parityAlone, `
run|new|pack|--mode|auto-confirm|--preauthorize|cut=cut it|--allow-execution
run|tick
run|mode|manual
run|mode|auto-confirm|--allow-execution
run|tick
run|finalize|--outcome|succeeded
run|feedback|--rating|neutral
`, `see:New run|Enter|Enter|Enter|Enter|Right|Enter|text:cut it|Enter|Enter|see:[ ] Allow|Space|Enter|see:the run has started
|a|see:ran its command: exit 0|Esc
|m|see:Mode|Right|Enter|Enter|see:the mode was switched
|m|see:Mode|Right|Enter|see:Allow auto-confirm|Enter|Enter|Space|Enter|Enter|see:the mode was switched
|a|see:ran its command: exit 0|Esc
|x|see:Close this run|Enter|Enter|Enter|see:How was it|Right|Right|Enter|Enter|see:thank you`},
	} {
		t.Run(name, func(t *testing.T) {
			a, commands := parityApp(t, s.pack)
			byCommands(t, a, s.commands)
			b, keys := parityApp(t, s.pack)
			byKeys(t, b).plays(s.keys)
			if diff := cmp.Diff(storedRecord(t, commands), storedRecord(t, keys)); diff != "" {
				t.Errorf("(-commands +keys):\n%s", diff)
			}
			for _, dir := range []string{commands, keys} {
				text, err := os.ReadFile(filepath.Join(dir, "pack", "pack.yaml"))
				if want := name == "v0.1"; err != nil || strings.Contains(string(text), "exercise_status: exercised 2026-11-30 by ana") != want {
					t.Errorf("%s: marked as exercised: not %t (%v)", dir, want, err)
				}
			}
		})
	}
}
