package revision

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rtut/pack"
)

// tree writes files below a new directory; a content that begins with "-> " makes a symbolic link.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	plant(t, dir, files)
	return dir
}

func plant(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, link := strings.CutPrefix(content, "-> "); link {
			err = os.Symlink(target, full)
		} else {
			err = os.WriteFile(full, []byte(content), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// packWith is the text of a valid pack with a command.
func packWith(command string) string {
	return "schema: runbook-pack/v0.2\nid: p\ntitle: P\nsteps:\n  - { id: a, title: A, effect: read-only, verify: { kind: exit-code, command: " +
		"'" + strings.ReplaceAll(command, "'", "''") + "' } }\n"
}

func of(t *testing.T, dir string) (string, []string) {
	t.Helper()
	is, names, err := Of("", filepath.Join(dir, pack.FileName))
	if err != nil {
		t.Fatal(err)
	}
	return is.Digest, names
}

func ofTree(t *testing.T, files map[string]string) (string, []string) {
	t.Helper()
	return of(t, tree(t, files))
}

func TestDigestLeavesOutWhatIsNotPartOfTheRevision(t *testing.T) {
	files := map[string]string{"pack.yaml": "id: p\n", "b/run.sh": "x", "a-b": "", "link": "-> b", "#": "", "#x": ""}
	want, names := ofTree(t, files)
	if diff := cmp.Diff([]string{"#", "#x", "a-b", "b/run.sh", "link", "pack.yaml"}, names); diff != "" {
		t.Error(diff)
	}
	for i, name := range []string{
		".hidden/x", "b/.x", ".git/config", ".local/runbook-runs/x.json", ".pack.yaml.swp", ".#pack.yaml", "old~", "b~/y", "reviews/1.md",
		"#pack.yaml#", "b/#run.sh#", "4913", "b/4913", "pack.yaml___jb_tmp___", "pack.yaml___jb_old___", "b/__pycache__/m.pyc", "node_modules/m/x.js",
		"Thumbs.db", "desktop.ini",
	} {
		files[name] = fmt.Sprint(i)
	}
	files["pack.yaml"] = "exercise_status: never\nid: p\nexercise_status:\n"
	if got, names := ofTree(t, files); got != want {
		t.Errorf("the digest has changed, of %v", names)
	}
}

func TestDigestSeesEveryChange(t *testing.T) {
	base := map[string]string{"pack.yaml": "id: p\n", "a": "bc", "link": "-> /etc/passwd"}
	seen := map[string]string{}
	for name, change := range map[string]map[string]string{
		"nothing":            {},
		"content":            {"a": "bd"},
		"name":               {"a": "", "ab": "c"},
		"added":              {"new": ""},
		"target":             {"link": "-> /etc/shadow"},
		"link becomes file":  {"link": "/etc/passwd"},
		"indented status":    {"pack.yaml": "id: p\n  exercise_status: x\n"},
		"status of others":   {"a": "bc\nexercise_status: x\n"},
		"reviews is a file":  {"reviews": "x"},
		"reviews in a child": {"b/reviews/x": "x"},
		"an ignore file":     {".gitignore": ""},
		"another":            {".gitignore": "x"},
		"an ignored link":    {".gitignore": "-> x"},
	} {
		files := maps.Clone(base)
		maps.Copy(files, change)
		digest, _ := ofTree(t, files)
		if other, taken := seen[digest]; taken {
			t.Errorf("%q and %q have the same digest", name, other)
		}
		seen[digest] = name
	}
}

func TestIgnoreFilesOfThePackDecideWhatCounts(t *testing.T) {
	base := map[string]string{"pack.yaml": packWith("echo x"), "run.sh": "", "out/a": "", "b/keep": "", "b/drop": ""}
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"none":                        {nil, []string{"b/drop", "b/keep", "out/a", "pack.yaml", "run.sh"}},
		"a directory":                 {map[string]string{".gitignore": "out/\n"}, []string{".gitignore", "b/drop", "b/keep", "pack.yaml", "run.sh"}},
		"one further down":            {map[string]string{"b/.gitignore": "drop"}, []string{"b/.gitignore", "b/keep", "out/a", "pack.yaml", "run.sh"}},
		"one further down takes back": {map[string]string{".gitignore": "drop\nkeep", "b/.gitignore": "!keep"}, []string{".gitignore", "b/.gitignore", "b/keep", "out/a", "pack.yaml", "run.sh"}},
		"all":                         {map[string]string{".gitignore": "*\n"}, []string{".gitignore", "pack.yaml"}},
		"all, and itself":             {map[string]string{".gitignore": "*\n.*\n.gitignore\npack.yaml\n"}, []string{".gitignore", "pack.yaml"}},
		"a link in its place":         {map[string]string{".gitignore": "-> rules", "rules": "*"}, []string{".gitignore", "b/drop", "b/keep", "out/a", "pack.yaml", "rules", "run.sh"}},
		"one that is too large":       {map[string]string{".gitignore": strings.Repeat("*\n", mostRules)}, []string{".gitignore", "b/drop", "b/keep", "out/a", "pack.yaml", "run.sh"}},
		"an invalid pack":             {map[string]string{".gitignore": "*\n", "pack.yaml": "id: p\n"}, []string{".gitignore", "b/drop", "b/keep", "out/a", "pack.yaml", "run.sh"}},
	} {
		t.Run(name, func(t *testing.T) {
			files := maps.Clone(base)
			maps.Copy(files, c.files)
			_, names := ofTree(t, files)
			if diff := cmp.Diff(c.want, names); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatACommandNamesCannotBeIgnored(t *testing.T) {
	for command, named := range map[string][]string{
		"./check.sh":                        {"check.sh"},
		"sh scripts/a.sh x":                 {"scripts/a.sh"},
		"cd scripts && ./a.sh":              {"scripts/a.sh", "scripts/b.sql", "scripts/deep/c.sh"},
		`"$RTUT_PACK_DIR/scripts/a.sh"`:     {"scripts/a.sh"},
		"for f in scripts/*.sh; do . $f":    nil, // invalid: see below
		"cat scripts/*.sql | cat":           {"scripts/a.sh", "scripts/b.sql", "scripts/deep/c.sh"},
		"cat */*.sql | cat":                 {"scripts/b.sql"},
		"kubectl apply -f scripts/":         {"scripts/a.sh", "scripts/b.sql", "scripts/deep/c.sh"},
		"kubectl apply -f 'scripts'":        {"scripts/a.sh", "scripts/b.sql", "scripts/deep/c.sh"},
		"sh 'my script.sh'":                 {"my script.sh"},
		`sh my\ script.sh`:                  {"my script.sh"},
		`sh "ch"eck.sh`:                     {"check.sh"},
		"sh scripts/deep/c.sh":              {"scripts/deep/c.sh"},
		"psql -c 'select count(*) from t'":  {},
		"echo check.sh.bak; ls my-check.sh": {},
		"date > /tmp/scripts.log":           {},
	} {
		files := map[string]string{
			"pack.yaml": packWith(command), ".gitignore": "*", "check.sh": "", "scripts/a.sh": "", "scripts/b.sql": "", "scripts/deep/c.sh": "",
			"my script.sh": "", "other": "",
		}
		want := append([]string{".gitignore", "pack.yaml"}, named...)
		if named == nil {
			want = []string{".gitignore", "check.sh", "my script.sh", "other", "pack.yaml", "scripts/a.sh", "scripts/b.sql", "scripts/deep/c.sh"}
		}
		slices.Sort(want)
		if _, names := ofTree(t, files); !cmp.Equal(want, names) {
			t.Errorf("%s:\n%s", command, cmp.Diff(want, names))
		}
	}
}

func TestDigestIsFramedAsDocumented(t *testing.T) {
	got, _ := ofTree(t, map[string]string{"pack.yaml": "\ufeffexercise_status: never\r\nid: p\r\n", "l": "-> a b"})
	sum := sha256.Sum256([]byte("\x00pack digest 2\x00" + "l\x00l3\x00a b" + "pack.yaml\x00f10\x00\ufeffid: p\r\n"))
	if want := "sha256:" + hex.EncodeToString(sum[:]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDigestDependsOnThePackAlone(t *testing.T) {
	files := map[string]string{"pack.yaml": packWith("echo x"), "a.tmpl": "1", "b.log": "2"}
	want, _ := ofTree(t, files)
	repo := tree(t, map[string]string{".gitignore": "*.tmpl\n*\n", ".git/HEAD": "ref: refs/heads/main", ".git/info/exclude": "*", "home/git/ignore": "*.log"})
	plant(t, filepath.Join(repo, "packs/p"), files)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(repo, "home"))
	t.Setenv("TZ", "Europe/Rome")
	t.Setenv("PATH", "")
	is, names, err := Of(repo, filepath.Join(repo, "packs/p/pack.yaml"))
	if err != nil || is.Digest != want {
		t.Errorf("got %s, %v, of %v", is.Digest, err, names)
	}
}

func TestWhatIsNoFileIsNeitherReadNorCounted(t *testing.T) {
	files := map[string]string{"pack.yaml": "id: p\n"}
	want, _ := ofTree(t, files)
	dir := tree(t, files)
	if err := errors.Join(syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666), syscall.Mkfifo(filepath.Join(dir, ".gitignore"), 0o666)); err != nil {
		t.Fatal(err)
	}
	if got, names := of(t, dir); got != want {
		t.Errorf("%v counts", names)
	}
}

func TestWhatIsTooLargeForAPackIsNotRead(t *testing.T) {
	dir := tree(t, map[string]string{"pack.yaml": "id: p\n", "giant": ""})
	if err := os.Truncate(filepath.Join(dir, "giant"), 1<<40); err != nil {
		t.Skip(err)
	}
	_, _, err := Of("", filepath.Join(dir, pack.FileName))
	want := "digest pack: with giant the pack has more than 1024 MiB, which is too large for a pack: move large files elsewhere"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if _, _, err := Of("", filepath.Join(dir, "nope", pack.FileName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestFilesThatAreNoneHaveNoDigest(t *testing.T) {
	dir := tree(t, map[string]string{"x.sh": "1", "link": "-> x.sh", "d/y": ""})
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "giant"), nil, 0o666), os.Truncate(filepath.Join(dir, "giant"), 1<<40), syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666)); err != nil {
		t.Skip(err)
	}
	got, err := FileDigests(dir, []string{"x.sh", "link", "d", "giant", "pipe", "gone", "../x"})
	want := map[string]string{"x.sh": "sha256:6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b", "link": "link:x.sh", "d": "", "giant": "", "pipe": "", "gone": "", "../x": ""}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if got, err := FileDigests(filepath.Join(dir, "nope"), []string{"x"}); err != nil || got["x"] != "" || len(got) != 1 {
		t.Errorf("%v, %v", got, err)
	}
}
