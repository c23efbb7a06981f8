package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rtut/run/record"
	"rtut/run/recordtest"
)

// plant writes files below a new directory, and makes those that end in / as directories. The directory's real path is
// returned.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		dir := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			dir = path
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func packText(id string) string {
	return "schema: runbook-pack/v0.1\nid: " + id + "\ntitle: The " + id + "\n"
}

func recordText(id, pack, path string) string {
	return sealed(`{"schema":"runbook-run/v0.2","run_id":"` + id + `","pack_id":"` + pack + `","pack_path":"` + path +
		`","outcome":null,"created_at":"2026-11-30T00:00:00Z","updated_at":"2026-11-30T00:00:00Z"}`)
}

// sealed gives a record its chain.
func sealed(record string) string {
	text, err := recordtest.Sealed(record)
	if err != nil {
		panic(err)
	}
	return text
}

// found gives what Find and Heads make of a directory: packs as "path id", runs by id, and what is wrong as "path: why".
func found(t *testing.T, root string) (packs, runs, wrong []string) {
	t.Helper()
	tree, err := Find(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range tree.Packs {
		packs = append(packs, p.Path+" "+p.ID)
	}
	for head, damaged := range tree.Summaries() {
		if damaged != nil {
			wrong = append(wrong, tree.Rel(damaged.Path)+": "+damaged.Err.Error())
			continue
		}
		runs = append(runs, head.RunID)
	}
	for _, s := range tree.Skipped {
		wrong = append(wrong, tree.Rel(s.Path)+": "+s.Err.Error())
	}
	return packs, runs, wrong
}

func expect(t *testing.T, what string, want, got []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestFindReadsEveryRepoBelowTheRoot(t *testing.T) {
	root := plant(t, map[string]string{
		"a/.git/":                                 "",
		"a/packs/x/pack.yaml":                     packText("x"),
		"a/.local/runbook-runs/1.json":            recordText("1", "x", "packs/x/pack.yaml"),
		"a/.local/runbook-runs/2.json":            recordText("2", "gone", "packs/gone/pack.yaml"),
		"a/.local/runbook-runs/.2.tmp.json":       "{",
		"a/.local/runbook-runs/1.files/pack.yaml": packText("not-a-pack"),
		"b/.git":                                    "gitdir: elsewhere\n",
		"b/pack.yaml":                               packText("y"),
		"b/.local/runbook-runs/3.json":              recordText("3", "y", "pack.yaml"),
		"loose/pack.yaml":                           packText("z"),
		"loose/.local/runbook-runs/4.json":          recordText("4", "z", "pack.yaml"),
		"a/.git/pack.yaml":                          packText("in-git"),
		"a/node_modules/m/pack.yaml":                packText("in-modules"),
		"a/node_modules/.local/runbook-runs/5.json": recordText("5", "x", "pack.yaml"),
	})
	packs, runs, wrong := found(t, root)
	expect(t, "packs", []string{"a/packs/x/pack.yaml x", "b/pack.yaml y", "loose/pack.yaml z"}, packs)
	expect(t, "runs", []string{"1", "2", "3", "4"}, runs)
	expect(t, "wrong", nil, wrong)
}

func TestFindInsideARepoCountsTheRunsOfPacksBelowAlone(t *testing.T) {
	root := plant(t, map[string]string{
		".git/":                      "",
		"packs/x/pack.yaml":          packText("x"),
		"other/y/pack.yaml":          packText("y"),
		".local/runbook-runs/1.json": recordText("1", "x", "packs/x/pack.yaml"),
		".local/runbook-runs/2.json": recordText("2", "y", "other/y/pack.yaml"),
		".local/runbook-runs/3.json": recordText("3", "up", "../packs/x/pack.yaml"),
	})
	packs, runs, _ := found(t, filepath.Join(root, "packs"))
	expect(t, "packs", []string{"x/pack.yaml x"}, packs)
	expect(t, "runs", []string{"1"}, runs)
	_, runs, _ = found(t, filepath.Join(root, "other", "y", "pack.yaml"))
	expect(t, "runs of one file", []string{"2"}, runs)
}

func TestFindFollowsNoLinkBelowItsRoot(t *testing.T) {
	root := plant(t, map[string]string{
		"a/.git/":                    "",
		"a/pack.yaml":                packText("x"),
		"shared/runbook-runs/1.json": recordText("1", "x", "pack.yaml"),
		"b/.git/":                    "",
		"c/.git/":                    "",
	})
	for link, to := range map[string]string{
		"a/up": "..", "a/self": ".", "a/.local": "../shared", "b/.local": "../shared", "c/.local": ".local", "c/dangling": "nowhere",
	} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	packs, runs, wrong := found(t, root)
	expect(t, "packs", []string{"a/pack.yaml x"}, packs)
	expect(t, "runs", nil, runs)
	if len(wrong) != 3 || !strings.HasPrefix(wrong[0], "a/.local/runbook-runs: "+filepath.Join(root, "a/.local")+" is a symbolic link to ../shared, and") {
		t.Errorf("wrong: %q", wrong)
	}
}

func TestDamageIsReportedAndStopsNothing(t *testing.T) {
	root := plant(t, map[string]string{
		".local/runbook-runs/a.json":  recordText("a", "x", "pack.yaml"),
		".local/runbook-runs/b.json":  "",
		".local/runbook-runs/c.json":  recordText("c", "x", "pack.yaml")[:60],
		".local/runbook-runs/d.json":  strings.Replace(recordText("d", "x", "pack.yaml"), "v0.2", "v9", 1),
		".local/runbook-runs/e.json":  recordText("other", "x", "pack.yaml"),
		".local/runbook-runs/f.json":  strings.Replace(recordText("f", "x", "pack.yaml"), "null", `"vanished"`, 1),
		".local/runbook-runs/g.json":  strings.Replace(recordText("g", "x", "pack.yaml"), "null", `7`, 1),
		".local/runbook-runs/h.json/": "",
		".local/runbook-runs/z.json":  recordText("z", "x", "pack.yaml"),
		"broken/pack.yaml":            "id: [",
		"nameless/pack.yaml":          "title: none\n",
	})
	if err := syscall.Mkfifo(filepath.Join(root, ".local/runbook-runs/pipe.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, runs, wrong := found(t, root)
	expect(t, "runs", []string{"a", "z"}, runs)
	for i, part := range []string{
		"b.json is damaged at byte 0: the file is empty", "c.json is damaged at byte 60: the file ends in the middle",
		`d.json has the unknown schema "runbook-run/v9"`, "its run_id is not its file name", `its outcome "vanished" is not known`,
		"g.json is damaged at byte", "h.json is damaged at byte 0: it is not a regular file", "pipe.json is damaged at byte 0: it is not a regular file",
		"broken/pack.yaml: line 2: ", "nameless/pack.yaml: it gives no id that a pack may have",
	} {
		if i >= len(wrong) || !strings.Contains(wrong[i], part) {
			t.Errorf("%d: %q is missing in %q", i, part, wrong)
		}
	}
}

func TestDirectoryCalledPackYamlIsNoPack(t *testing.T) {
	root := plant(t, map[string]string{"x/pack.yaml/pack.yaml": packText("inner"), "x/y/pack.yaml": packText("y")})
	packs, _, wrong := found(t, root)
	expect(t, "packs", []string{"x/pack.yaml/pack.yaml inner", "x/y/pack.yaml y"}, packs)
	expect(t, "wrong", nil, wrong)
	packs, _, _ = found(t, filepath.Join(root, "x", "pack.yaml"))
	expect(t, "packs", []string{"pack.yaml inner"}, packs)
}

func TestHeadsComeOnceAndInOrderHoweverMany(t *testing.T) {
	files := map[string]string{}
	var want []string
	for i := range 2*batch + 7 {
		id := fmt.Sprintf("r%05d", i)
		files[".local/runbook-runs/"+id+".json"] = recordText(id, "x", "pack.yaml")
		want = append(want, id)
	}
	root := plant(t, files)
	_, runs, wrong := found(t, root)
	expect(t, "runs", want, runs)
	expect(t, "wrong", nil, wrong)
	tree, err := Find(root)
	if err != nil {
		t.Fatal(err)
	}
	for head := range tree.Summaries() { // whoever has seen enough may stop
		if head.RunID == want[batch+1] {
			break
		}
	}
}

func TestUnreadableDirectoryIsReportedOnce(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root can read everything")
	}
	root := plant(t, map[string]string{"shut/x/pack.yaml": packText("x"), "open/pack.yaml": packText("y")})
	shut := filepath.Join(root, "shut")
	if err := os.Chmod(shut, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(shut, 0o700) })
	packs, _, wrong := found(t, root)
	expect(t, "packs", []string{"open/pack.yaml y"}, packs)
	expect(t, "wrong", []string{"shut: permission denied"}, wrong)
}

func TestDoublesAreSoughtWithinARepo(t *testing.T) {
	root := plant(t, map[string]string{
		"a/.git/": "", "a/1/pack.yaml": packText("x"), "a/2/pack.yaml": packText("x"), "a/3/pack.yaml": packText("y"),
		"b/.git/": "", "b/pack.yaml": packText("y"),
	})
	tree, err := Find(root)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]string{"x": {"a/1/pack.yaml", "a/2/pack.yaml"}}, tree.Doubles()); diff != "" {
		t.Error(diff)
	}
}

func TestRecordsAreWholeWhereTheyAreWanted(t *testing.T) {
	root := plant(t, map[string]string{
		".git/":                         "",
		"packs/x/pack.yaml":             packText("x"),
		".local/runbook-runs/1.json":    recordText("1", "x", "packs/x/pack.yaml"),
		".local/runbook-runs/2.json":    recordText("2", "y", "packs/y/pack.yaml"),
		".local/runbook-runs/3.json":    recordText("3", "x", "elsewhere/pack.yaml"),
		".local/runbook-runs/4.json":    recordText("4", "x", "packs/x/pack.yaml"),
		".local/runbook-runs/5.json":    "{",
		".local/runbook-runs/6.json":    sealed(strings.Replace(recordText("6", "x", "packs/x/pack.yaml"), "{", `{"retries":7,`, 1)),
		".local/runbook-runs/7.json":    recordText("7", "x", "packs/x/pack.yaml"),
		".local/runbook-runs/none.text": "",
	})
	tree, err := Find(filepath.Join(root, "packs"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r, damaged := range tree.Records(func(s *record.Summary) bool { return s.PackID == "x" }) {
		if damaged != nil {
			got = append(got, "damaged "+filepath.Base(damaged.Path))
			continue
		}
		switch {
		case r.Rest != nil:
			got = append(got, "damaged below "+r.RunID)
		case r.Record == nil:
			got = append(got, "only "+r.RunID)
		default:
			got = append(got, r.Record.RunID)
		}
		if r.RunID == "7" {
			break
		}
	}
	expect(t, "records", []string{"1", "only 2", "4", "damaged 5.json", "damaged below 6", "7"}, got)
}
