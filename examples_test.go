package rtut_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/shell"
	"rtut/run/store"
)

// world is an environment in which what a check looks at is not there, so that no check may pass.
type world struct {
	name   string
	tool   string // what every tool that the pack needs is instead; "" for the real ones
	exempt func(c *pack.Check) bool
	finds  []string // checks that may pass, for it is absence that they find: pack, item, alternative, check
}

// worlds has the ways in which things are missing. An exit code alone can't tell a tool that does nothing from one that
// found all well.
var worlds = []world{
	{name: "nothing there", finds: []string{"pg-failover ask-primary", "pg-failover fence cut-off", "tls-rotation look-for-ca"}},
	{name: "tools that fail", tool: "#!/bin/sh\nexit 1\n", finds: []string{"tls-rotation look-for-ca"}},
	{
		name: "tools that say nothing", tool: "#!/bin/sh\nexit 0\n", finds: []string{"tls-rotation look-for-ca"},
		exempt: func(c *pack.Check) bool { return c.Kind == pack.ExitCode },
	},
}

// examples returns the text of every example's pack.
func examples(t *testing.T) [][]byte {
	t.Helper()
	files, err := filepath.Glob("examples/*/pack.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	var texts [][]byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

func TestNoCheckOfAnExamplePassesWhereNothingIsThere(t *testing.T) {
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip("there is no ssh here, and two checks look for what it does not reach")
	}
	for _, text := range examples(t) {
		// A pack of v0.1 is one of v0.2 in sequence, in which a step can be tried by itself.
		text = bytes.Replace(text, []byte("schema: runbook-pack/v0.1"), []byte("schema: runbook-pack/v0.2\norder: sequential"), 1)
		p, found, err := pack.Load(fstest.MapFS{"pack.yaml": {Data: text}}, "pack.yaml")
		if err != nil || p == nil {
			t.Fatal(err, found)
		}
		if p.Kind == pack.Reference {
			continue
		}
		p = writtenOut(t, p)
		for _, w := range worlds {
			t.Run(p.ID+"/"+w.name, func(t *testing.T) { w.tryAll(t, p) })
		}
	}
}

// tryAll verifies every step by each of its alternatives, and every gate.
func (w world) tryAll(t *testing.T, p *pack.Pack) {
	if w.tool != "" {
		w.standIn(t, p.Needs.Tools)
	}
	dir := t.TempDir()
	session := &run.Session{
		Pack: p, Store: &store.Mem{}, Shell: ready{shell.Runner{Dir: dir}}, Clock: time.Now, By: "ana", PID: 1,
		PackRevision: func() (pack.Revision, error) { return pack.Revision{Digest: "sha256:0"}, nil },
		Env: func(string) ([]string, error) {
			return []string{"RTUT_RUN_DIR=" + dir, "RTUT_PACK_DIR=" + dir, "RTUT_REPO_DIR=" + dir}, nil
		},
	}
	for _, id := range p.Graph().Items() {
		if step := p.Step(id); step != nil {
			for i := range step.Alternatives {
				if c := &step.Alternatives[i].Verify; runs(c) && (w.exempt == nil || !w.exempt(c)) {
					w.try(t, session, id, step.Alternatives[i].ID)
				}
			}
		} else if slices.ContainsFunc(p.Gate(id).Checks, func(c pack.Check) bool { return runs(&c) && (w.exempt == nil || !w.exempt(&c)) }) {
			w.try(t, session, id, "")
		}
	}
}

// runs reports whether a check is judged by a command.
func runs(c *pack.Check) bool { return c.Kind == pack.ExitCode || c.Kind == pack.OutputContains }

// standIn puts a tool of this world in the place of each of those.
func (w world) standIn(t *testing.T, tools []string) {
	t.Helper()
	dir := t.TempDir()
	for _, tool := range tools {
		if err := os.WriteFile(filepath.Join(dir, tool), []byte(w.tool), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// try verifies one item of a run in which it can be verified, and wants none of its commands to pass.
func (w world) try(t *testing.T, s *run.Session, item, alternative string) {
	t.Helper()
	id := item + alternative
	rec := absent(t, s, id)
	against := &run.Override{Reason: "nothing is there", AcknowledgeRisk: true}
	request := run.VerifyRequest{Verify: run.Verify{Item: item}, Consent: true}
	if s.Pack.Step(item) != nil {
		phrase := run.NewView(s.Pack, rec, s.Clock()).Detail(item, alternative).Phrase
		if _, err := s.Do(t.Context(), id, run.Start{Item: item, Alternative: alternative, Phrase: phrase, Override: against}); err != nil {
			t.Fatal(err)
		}
	} else {
		request.Override = against
	}
	after, err := s.Verify(t.Context(), id, request, io.Discard)
	if err != nil {
		t.Errorf("%s %s: %v", item, alternative, err)
		return
	}
	results := map[string]*record.Result{}
	if step := after.Steps[item]; step != nil {
		results[""] = step.Verification
	} else {
		results = after.Gates[item].Results
	}
	for check, r := range results {
		name := strings.Join(strings.Fields(s.Pack.ID+" "+item+" "+alternative+" "+check), " ")
		judged := r.Kind == pack.ExitCode || r.Kind == pack.OutputContains
		if passes := slices.Contains(w.finds, name); judged && r.Passed != passes {
			t.Errorf("%s: passed is %t although nothing is there", name, r.Passed)
		}
	}
}

// absent makes a run whose params name what is not there; its datapoints all have a value.
func absent(t *testing.T, s *run.Session, id string) *record.Record {
	t.Helper()
	n := run.New{RunID: id, PackPath: "pack.yaml", Params: paramsOf(t, s.Pack)}
	if len(s.Pack.Environments) > 0 {
		n.Context.Environment = s.Pack.Environments[0]
	}
	if _, err := s.New(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	var act run.Action = run.Note{Text: "nothing is there"}
	set := run.SetValues{Values: map[string]string{}, Reason: "nothing is there", Override: &run.Override{Reason: "nothing is there", AcknowledgeRisk: true}}
	for _, d := range s.Pack.Datapoints {
		set.Values[d.ID] = valueOf(t, d.ID, d.Spec)
	}
	if len(set.Values) > 0 {
		act = set
	}
	rec, err := s.Do(t.Context(), id, act)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// paramsOf returns a value for each param.
func paramsOf(t *testing.T, p *pack.Pack) map[string]string {
	t.Helper()
	params := map[string]string{}
	for _, def := range p.Params {
		params[def.ID] = valueOf(t, def.ID, def.Spec, def.Default.Text(), def.Example)
	}
	return params
}

// writtenOut is a pack as a run with these params follows it.
func writtenOut(t *testing.T, p *pack.Pack) *pack.Pack {
	t.Helper()
	out, err := run.WriteOut(p, paramsOf(t, p))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// valueOf returns a value that the spec admits and that names nothing which is there, else one of those suggested.
func valueOf(t *testing.T, id string, spec value.Spec, suggested ...string) string {
	t.Helper()
	candidates := []string{"/nonexistent/" + id, "absent.invalid", "1", "90s", "2026-11-30", "2026-11-30T02:00:49Z", "absent", "CHG-1", "true", "0A", "0/1", "13", "200", strings.Repeat("0", 40)}
	switch spec.Type {
	case value.Hostname, value.Path, value.Port:
		candidates = append(candidates, suggested...)
	default:
		candidates = append(slices.Clone(suggested), candidates...)
	}
	for _, c := range append(candidates, spec.Choices...) {
		if _, err := spec.Parse(c); err == nil && c != "" {
			return c
		}
	}
	t.Fatalf("no value for %s: %s", id, spec.Describe())
	return ""
}

// ready is a shell for which no tool is missing: what is missing is to be found out by the checks themselves.
type ready struct{ shell.Runner }

func (ready) Missing(pack.Needs) (tools, env []string) { return nil, nil }
