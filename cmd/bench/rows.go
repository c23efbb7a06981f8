package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// row is what is measured together, under one name.
type row struct {
	name    string
	does    string // what it measures, for the document
	measure func(w *world) ([]figure, error)
}

// rows are all, in the order of the document.
var rows = []row{
	{"start", "the time before a command says anything", start},
	{"validate", "reading a pack", validate},
	{"step", "one step by hand", step},
	{"job", "a job of 12 actions", job},
	{"late", "the last step of a long run", late},
	{"auto", "auto-confirm through a long run", auto},
	{"tell", "telling of a long run", tell},
	{"scan", "counting all runs", scan},
	{"among", "one run among many", among},
	{"output", "a check with much output", output},
	{"screen", "the terminal interface", screen},
	{"next", "what is next after a change", next},
	{"size", "the program", program},
	{"conditions", "bad conditions", conditions},
}

// measure measures a row. What could not be measured is a figure that says why.
func (w *world) measure(r row) []figure {
	figures, err := r.measure(w)
	for i := range figures {
		figures[i].row = r.name
	}
	if err != nil {
		figures = append(figures, figure{row: r.name, what: r.does, fault: err.Error()})
	}
	return figures
}

// list gathers the figures of a row until one can't be measured.
type list struct {
	w   *world
	all []figure
	err error
}

// beside measures a command beside a peer.
func (l *list) beside(what, peer string, goal float64, ours, theirs timed) {
	if l.err != nil {
		return
	}
	f, err := pair(l.w.options.samples, ours, theirs)
	f.what, f.peer, f.goal = what, peer, goal
	l.add(f, err)
}

// alone measures something that has no peer.
func (l *list) alone(what string, unit unit, goal float64, ours timed) {
	if l.err != nil {
		return
	}
	f, err := alone(l.w.options.samples, unit, ours)
	f.what, f.goal = what, goal
	l.add(f, err)
}

func (l *list) add(f figure, err error) {
	if err != nil {
		l.err = fmt.Errorf("%s: %w", f.what, err)
		return
	}
	l.all = append(l.all, f)
}

// missing notes that a peer is not installed.
func (l *list) missing(what, peer string) {
	l.all = append(l.all, figure{what: what, peer: peer, fault: peer + " is not installed"})
}

func start(w *world) ([]figure, error) {
	l := &list{w: w}
	dir, err := w.runOf("start", packText(50))
	if err != nil {
		return nil, err
	}
	hello := w.time(dir, "hello")
	const peer = "a hello-world program with cobra"
	l.beside("rtut version", peer, 1.5, w.time(dir, "rtut", "version"), hello)
	l.beside("rtut run next, 50 items", peer, 2, w.time(dir, "rtut", "run", "next"), hello)
	l.beside("rtut run status, 50 items", peer, 2, w.time(dir, "rtut", "run", "status"), hello)
	return l.all, l.err
}

func validate(w *world) ([]figure, error) {
	l := &list{w: w}
	var dirs []string
	for _, steps := range []int{500, 2000} {
		dir, err := w.repo(steps)
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, dir)
		l.beside(fmt.Sprintf("rtut pack validate, %d steps", steps), "yaml.v3 decoding the file to nodes", 2,
			w.time(dir, "rtut", "pack", "validate", "long"), w.time(dir, "nodes", "long/pack.yaml"))
	}
	l.beside("rtut pack validate, 2,000 steps", "the same with 500 steps", 4,
		w.time(dirs[1], "rtut", "pack", "validate", "long"), w.time(dirs[0], "rtut", "pack", "validate", "long"))
	return l.all, l.err
}

// copied runs something in a fresh copy of a directory.
func (w *world) copied(from string, do func(dir string) (float64, error)) timed {
	return func() (float64, error) {
		dir, err := os.MkdirTemp(w.dir, "copy")
		if err != nil {
			return 0, err
		}
		defer os.RemoveAll(dir)
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			return 0, err
		}
		return do(dir)
	}
}

// durable writes files durably in a fresh directory, as often as is said.
func (w *world) durable(writes, first, last, each int) timed {
	return func() (float64, error) {
		dir, err := os.MkdirTemp(w.dir, "durable")
		if err != nil {
			return 0, err
		}
		defer os.RemoveAll(dir)
		return w.command(dir, "durable", dir, fmt.Sprint(writes), fmt.Sprint(first), fmt.Sprint(last), fmt.Sprint(each))
	}
}

// oneStep is start, verify and done of a step.
func oneStep(n int) [][]string {
	id := fmt.Sprintf("s%d", n)
	return [][]string{{"rtut", "run", "start", id}, {"rtut", "run", "verify", id, "--yes"}, {"rtut", "run", "done", id}}
}

// actions writes a file of actions for `run do`: steps from first to last, by hand.
func actions(dir string, first, last int) error {
	var b strings.Builder
	for n := first; n <= last; n++ {
		for _, args := range oneStep(n) {
			b.WriteString(strings.Join(args[2:], " ") + "\n")
		}
	}
	return os.WriteFile(filepath.Join(dir, "actions"), []byte(b.String()), 0o666)
}

// until is a repo with a run of so many steps, of which all before one are done.
func (w *world) until(steps, n int) (string, error) {
	return w.input(fmt.Sprintf("until-%d-%d", steps, n), func(dir string) error {
		if err := writePack(dir, packText(steps)); err != nil {
			return err
		}
		if _, err := w.command(dir, "rtut", "run", "new", "long"); err != nil {
			return err
		}
		if n == 1 {
			return nil
		}
		if err := actions(dir, 1, n-1); err != nil {
			return err
		}
		_, err := w.command(dir, "rtut", "run", "do", "actions")
		return err
	})
}

// step measures by `run do`, so that the time is that of the engine and the store and not of starting three processes.
func step(w *world) ([]figure, error) {
	l := &list{w: w}
	dir, err := w.until(50, 25)
	if err != nil {
		return nil, err
	}
	rec, err := recordFile(dir)
	if err != nil {
		return nil, err
	}
	bytes, err := sizeOf(rec)
	if err != nil {
		return nil, err
	}
	if err := actions(dir, 25, 25); err != nil {
		return nil, err
	}
	l.beside("start, verify and done of a step, by rtut run do", "4 durable writes of the same bytes, once `sh -c true`, and rtut version", 1.3,
		w.copied(dir, func(dir string) (float64, error) {
			return w.command(dir, "rtut", "run", "do", "actions")
		}),
		func() (float64, error) {
			idle, err := w.command(dir, "rtut", "version")
			if err != nil {
				return 0, err
			}
			floor, err := w.durable(4, bytes, bytes, 4)()
			return idle + floor, err
		})
	return l.all, l.err
}

// taskfile runs the same checks as four steps do.
const taskfile = `version: '3'
silent: true
tasks:
  default:
    cmds: [{ task: s1 }, { task: s2 }, { task: s3 }, { task: s4 }]
  s1: { cmds: ['sh -c true'] }
  s2: { cmds: ['sh -c true'] }
  s3: { cmds: ['sh -c true'] }
  s4: { cmds: ['sh -c true'] }
`

func job(w *world) ([]figure, error) {
	l := &list{w: w}
	if err := w.build("task", "-modfile=bench.mod", "github.com/go-task/task/v3/cmd/task"); err != nil {
		return nil, err
	}
	dir, err := w.until(12, 1)
	if err != nil {
		return nil, err
	}
	if err := actions(dir, 1, 4); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "Taskfile.yml"), []byte(taskfile), 0o666); err != nil {
		return nil, err
	}
	const peer = "one go-task process that runs the same four checks"
	task := w.copied(dir, func(dir string) (float64, error) {
		return w.command(dir, "task")
	})
	var twelve [][]string
	for n := range 4 {
		twelve = append(twelve, oneStep(n+1)...)
	}
	l.beside("12 actions, as 12 commands", peer, 2, w.copied(dir, func(dir string) (float64, error) { return w.each(dir, twelve...)() }), task)
	l.beside("12 actions, by rtut run do", peer, 1, w.copied(dir, func(dir string) (float64, error) {
		return w.command(dir, "rtut", "run", "do", "actions")
	}), task)
	return l.all, l.err
}

func late(w *world) ([]figure, error) {
	l := &list{w: w}
	steps := w.options.steps
	early, err := w.until(steps, 10)
	if err != nil {
		return nil, err
	}
	last, err := w.until(steps, steps)
	if err != nil {
		return nil, err
	}
	l.beside(fmt.Sprintf("start, verify and done of step %d of %d, as 3 commands", steps, steps), "the same of step 10", 1.5,
		w.copied(last, func(dir string) (float64, error) { return w.each(dir, oneStep(steps)...)() }),
		w.copied(early, func(dir string) (float64, error) { return w.each(dir, oneStep(10)...)() }))
	return l.all, l.err
}

func auto(w *world) ([]figure, error) {
	l := &list{w: w}
	steps := w.options.steps
	begun, err := w.input("auto", func(dir string) error {
		if err := writePack(dir, packText(steps)); err != nil {
			return err
		}
		_, err := w.command(dir, "rtut", "run", "new", "long", "--mode", "auto-confirm")
		return err
	})
	if err != nil {
		return nil, err
	}
	ended, err := w.ended(steps)
	if err != nil {
		return nil, err
	}
	first, last := 0, 0
	for _, of := range []struct {
		dir  string
		size *int
	}{{begun, &first}, {ended, &last}} {
		rec, err := recordFile(of.dir)
		if err != nil {
			return nil, err
		}
		if *of.size, err = sizeOf(rec); err != nil {
			return nil, err
		}
	}
	l.beside(fmt.Sprintf("auto-confirm, %d steps", steps), fmt.Sprintf("%d durable writes that grow to the same bytes, and %d times `sh -c true`", 2*steps, steps), 1.5,
		w.copied(begun, func(dir string) (float64, error) {
			return w.command(dir, "rtut", "run", "auto")
		}), w.durable(2*steps, first, last, 2))
	return l.all, l.err
}

func tell(w *world) ([]figure, error) {
	l := &list{w: w}
	dir, err := w.ended(w.options.steps)
	if err != nil {
		return nil, err
	}
	rec, err := recordFile(dir)
	if err != nil {
		return nil, err
	}
	const peer = "decoding its record once"
	decode := w.time(dir, "decode", rec)
	for _, command := range []struct {
		args string
		goal float64
	}{{"run audit", 3}, {"run report --format json", 3}} {
		l.beside(fmt.Sprintf("rtut %s, %d steps", command.args, w.options.steps), peer, command.goal,
			w.time(dir, append([]string{"rtut"}, strings.Fields(command.args)...)...), decode)
	}
	return l.all, l.err
}
