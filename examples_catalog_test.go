package rtut_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rtut/pack"
	"rtut/pack/draft"
	"rtut/run"
	"rtut/run/shell"
	"rtut/run/store"
)

// trial is what an operation of the example catalog is given: once where what it looks at is there, and once where it is away.
type trial struct{ there, away map[string]string }

// TestOperationsOfTheCatalogFindWhatIsThere verifies each operation against the real thing, and with that away.
func TestOperationsOfTheCatalogFindWhatIsThere(t *testing.T) {
	c, found, err := pack.LoadCatalog(os.DirFS("examples"), "catalog", draft.CheckAgent)
	if err != nil || c == nil {
		t.Fatal(err, found)
	}
	if len(c.Operations) != 20 {
		t.Errorf("%d operations, want 20", len(c.Operations))
	}
	things := realThings(t)
	for _, o := range c.Operations {
		name := o.Tool + "/" + o.Name
		t.Run(name, func(t *testing.T) {
			given, listed := things[name]
			switch {
			case !listed && o.Tool == "postgres":
				t.Skip("there is no PostgreSQL here")
			case !listed:
				t.Fatal("it is not tried")
			}
			for _, tool := range o.Pack.Needs.Tools {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skip("there is no " + tool + " here")
				}
			}
			if !verified(t, o.Pack, given.there) {
				t.Error("the check fails, and what it looks at is there")
			}
			if verified(t, o.Pack, given.away) {
				t.Error("the check passes, and what it looks at is away")
			}
		})
		t.Run(name+" with tools that fail", func(t *testing.T) {
			world{name: "tools that fail", tool: "#!/bin/sh\nexit 1\n"}.standIn(t, o.Pack.Needs.Tools)
			if given, listed := things[name]; listed && o.Name != "exists" && verified(t, o.Pack, given.there) { // test is a command of the shell
				t.Error("the check passes, and its tools fail")
			}
		})
	}
}

// verified carries out the step of an operation and verifies it. What passed has given the data of the operation.
func verified(t *testing.T, p *pack.Pack, params map[string]string) bool {
	t.Helper()
	dir := t.TempDir()
	s := &run.Session{
		Pack: p, Store: &store.Mem{}, Shell: ready{shell.Runner{Dir: dir}}, Clock: time.Now, By: "ana", PID: 1,
		PackRevision: func() (pack.Revision, error) { return pack.Revision{Digest: "sha256:0"}, nil },
		Env: func(string) ([]string, error) {
			return []string{"RTUT_RUN_DIR=" + dir, "RTUT_PACK_DIR=" + dir, "RTUT_REPO_DIR=" + dir}, nil
		},
	}
	if _, err := s.New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml", Params: params}); err != nil {
		t.Fatal(err)
	}
	step := p.Root.Steps[0]
	rec, err := s.Do(t.Context(), "r", run.Start{Item: step.ID})
	if err != nil {
		t.Fatal(err)
	}
	if step.Alternatives[0].Effect == pack.Reversible {
		carriedOut(t, run.NewView(p, rec, time.Now()).Detail(step.ID, "").Command, dir)
	}
	after, err := s.Verify(t.Context(), "r", run.VerifyRequest{Verify: run.Verify{Item: step.ID}, Consent: true}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	result := after.Steps[step.ID].Verification
	for _, d := range p.Datapoints {
		if _, has := result.Extracted[d.ID]; result.Passed && !has {
			t.Errorf("%s has no value", d.ID)
		}
	}
	return result.Passed
}

// carriedOut runs the command of a step that changes something. What it makes of it the verification says.
func carriedOut(t *testing.T, command, dir string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-ec", command)
	cmd.Dir = dir
	_ = cmd.Run()
}

// realThings are files, processes, a server, a repo, a certificate and, where it is installed, a database.
func realThings(t *testing.T) map[string]trial {
	t.Helper()
	dir := t.TempDir()
	file, away := filepath.Join(dir, "it's here"), filepath.Join(dir, "away")
	mustWrite(t, file, "shop\n")
	old := filepath.Join(dir, "old")
	mustWrite(t, old, "old\n")
	long := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	of := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	things := map[string]trial{
		"files/disk-usage":     {of("path", dir), of("path", away)},
		"files/exists":         {of("path", file), of("path", away)},
		"files/checksum":       {of("path", file, "sha256", draft.Digest([]byte("shop\n"))), of("path", file, "sha256", draft.Digest([]byte("other\n")))},
		"files/size":           {of("path", file), of("path", away)},
		"files/changed-within": {of("path", file, "minutes", "60"), of("path", old, "minutes", "60")},
		"files/search":         {of("path", file, "text", "shop"), of("path", file, "text", "shops")},
		"files/copy":           {of("from", file, "to", filepath.Join(dir, "copy")), of("from", away, "to", filepath.Join(dir, "other"))},
		"processes/running":    {of("program", strings.TrimSpace(commOf(t))), of("program", "nobody-runs-it")},
		"processes/age":        {of("pid", fmt.Sprint(os.Getpid())), of("pid", "2147483646")},
	}
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "the shop is open") }))
	t.Cleanup(shop.Close)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	things["http/status"] = trial{of("url", shop.URL), of("url", closed.URL)}
	things["http/contains"] = trial{of("url", shop.URL, "text", "open"), of("url", shop.URL, "text", "closed")}
	things["http/time"] = trial{of("url", shop.URL), of("url", closed.URL)}
	for name, thing := range gitThings(t, dir, of) {
		things[name] = thing
	}
	for name, thing := range certificates(t, dir, of) {
		things[name] = thing
	}
	for name, thing := range databases(t, of) {
		things[name] = thing
	}
	return things
}

type pairs func(pairs ...string) map[string]string

func gitThings(t *testing.T, dir string, of pairs) map[string]trial {
	t.Helper()
	repo, changed, none := filepath.Join(dir, "repo"), filepath.Join(dir, "changed"), t.TempDir()
	for _, r := range []string{repo, changed} {
		does(t, "git", "init", "--quiet", "--initial-branch", "main", r)
		does(t, "git", "-C", r, "-c", "user.name=ana", "-c", "user.email=ana@x", "commit", "--quiet", "--allow-empty", "--message", "first")
	}
	mustWrite(t, filepath.Join(changed, "new"), "new\n")
	return map[string]trial{
		"git/head":   {of("repo", repo), of("repo", none)},
		"git/branch": {of("repo", repo, "branch", "main"), of("repo", repo, "branch", "next")},
		"git/clean":  {of("repo", repo), of("repo", changed)},
	}
}

func certificates(t *testing.T, dir string, of pairs) map[string]trial {
	t.Helper()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"shop", "other"} {
		does(t, "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "90",
			"-subj", "/CN="+name, "-keyout", at(name+".key"), "-out", at(name+".crt"))
	}
	return map[string]trial{
		"openssl/valid-for":   {of("certificate", at("shop.crt"), "seconds", "3600"), of("certificate", at("shop.crt"), "seconds", "31536000")},
		"openssl/key-matches": {of("certificate", at("shop.crt"), "key", at("shop.key")), of("certificate", at("shop.crt"), "key", at("other.key"))},
	}
}

// databases starts a PostgreSQL of its own, which listens on a socket alone; none where it is not installed.
func databases(t *testing.T, of pairs) map[string]trial {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if _, err := exec.LookPath("psql"); err != nil || len(found) == 0 {
		return nil
	}
	bin := found[len(found)-1]
	dir, err := os.MkdirTemp("/tmp", "pg") // short on purpose: the path of a socket is
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	as := []string{}
	if os.Getuid() == 0 { // which PostgreSQL refuses to run as
		does(t, "chown", "postgres:", dir)
		as = []string{"runuser", "-u", "postgres", "--"}
	}
	server := func(tool string, args ...string) []string {
		return append(append(append([]string{}, as...), filepath.Join(bin, tool)), args...)
	}
	data := filepath.Join(dir, "data")
	does(t, server("initdb", "-D", data, "-U", "ana", "-A", "trust", "--no-sync")...)
	does(t, server("pg_ctl", "-D", data, "-w", "-t", "60", "-l", filepath.Join(dir, "log"), "-o", "-c listen_addresses= -k "+dir, "start")...)
	t.Cleanup(func() {
		_ = exec.Command(server("pg_ctl")[0], server("pg_ctl", "-D", data, "-m", "immediate", "stop")[1:]...).Run()
	})
	t.Setenv("PGHOST", dir)
	t.Setenv("PGUSER", "ana")
	does(t, "createdb", "shop")
	does(t, "psql", "-Xq", "-d", "shop", "-c", "create table orders as select generate_series(1, 7) as id")
	return map[string]trial{
		"postgres/answers":   {of("database", "shop"), of("database", "gone")},
		"postgres/size":      {of("database", "shop"), of("database", "gone")},
		"postgres/row-count": {of("database", "shop", "table", "orders"), of("database", "shop", "table", "gone")},
	}
}

// does runs a program that has to succeed.
func does(t *testing.T, words ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Dir = "/"
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, said)
	}
}

func mustWrite(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// commOf is the name of the program that this test is, as the system has it.
func commOf(t *testing.T) string {
	t.Helper()
	name, err := os.ReadFile("/proc/self/comm")
	if err != nil {
		t.Skip("the processes of this system are read elsewhere")
	}
	return string(name)
}
