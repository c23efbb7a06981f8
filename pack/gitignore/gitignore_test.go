package gitignore

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ignores answers as git check-ignore does for a path of a tree with one ignore file in its root: a path in an ignored
// directory is ignored.
func ignores(files map[string]string, name string) bool {
	var stack Stack
	for dir, rest := ".", name; ; {
		if text, has := files[path.Join(dir, ".gitignore")]; has {
			stack = stack.With(dir, Parse(text))
		}
		first, more, deeper := strings.Cut(rest, "/")
		at := path.Join(dir, first)
		if stack.Ignores(at, deeper) {
			return true
		}
		if !deeper {
			return false
		}
		dir, rest = at, more
	}
}

func TestIgnoredIsWhatTheFormatSays(t *testing.T) {
	for _, c := range []struct{ file, ignored, kept string }{
		{"*.log", "a.log b/c.log", "a.logs log"},
		{"/a.txt", "a.txt", "b/a.txt"},
		{"b/a.txt", "b/a.txt", "c/b/a.txt"},
		{"out/", "out/x c/out/x", "out c/out"},
		{"out", "out out/x c/out", "outs"},
		{"*.log\n!keep.log", "a.log", "keep.log"},
		{"b/\n!b/a", "b/a", "a"},
		{"b/*\n!b/a", "b/c", "b/a"},
		{"**/x", "x a/x a/b/x", "ax a/xb"},
		{"a/**", "a/b a/b/c", "a c/a/b"},
		{"a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb"},
		{"a*/b", "a/b ax/b", "a/x/b"},
		{"a/*/b", "a/x/b", "a/b a/x/y/b"},
		{"# no\n\\#yes\n\\!also", "#yes !also", "no"},
		{"blank \nkept\\ ", "blank kept\u00a0", ""},
		{"\r\nx\r\n", "x", "y"},
		{"\ufeffx", "x", "y"},
		{"[a-c]x[!0-9]", "axy bx-", "dxy ax1 ax"},
		{"[]x]y", "]y xy", "y"},
		{"[[:digit:][:upper:]]z", "1z Az", "az"},
		{"?", "a é/b", "ab"},
		{"[x", "", "[x x"},
		{"x\\", "", "x x\\"},
		{"[[:none:]]", "", "n :"},
		{"!", "", "a"},
		{"/", "", "a"},
		{"*a*a*a*a*b", strings.Repeat("a", 9) + "b", strings.Repeat("a", 200)},
	} {
		for _, name := range strings.Fields(strings.ReplaceAll(c.ignored, "\u00a0", "\x00")) {
			if name = strings.ReplaceAll(name, "\x00", " "); name != "é/b" && !ignores(map[string]string{".gitignore": c.file}, name) {
				t.Errorf("%q does not leave out %q", c.file, name)
			}
		}
		for _, name := range strings.Fields(c.kept) {
			if ignores(map[string]string{".gitignore": c.file}, name) {
				t.Errorf("%q leaves out %q", c.file, name)
			}
		}
	}
}

// pieces are what random patterns and paths are made of.
var (
	pieces = []string{"a", "b", "c", "ab", "*", "**", "?", "/", "/", "[ab]", "[!a]", "[a-c]", "[^b-c]", "[[:alpha:]]", "[]a]", "[a", "\\a", "\\*", "\\", " ", "\\ ", "!", "#", ".", "\t", "-", "é", "[a\\]b]", "[a-]", "[[:bad:]]", "[[:a]"}
	names  = []string{"a", "b", "c", "ab", "abc", "ba", "a b", "*", "a*", "#", "!a", ".a", "-", "é", "]", "a ", "\\", "[a"}
)

// undefined is what git's versions read differently, and its manual as one asterisk: two of them with something else than slashes
// around them.
var undefined = regexp.MustCompile(`[^/]\*\*|\*\*\\`)

// drawn makes a random tree of ignore files and paths.
func drawn(r *rand.Rand) (files map[string]string, paths []string) {
	files = map[string]string{}
	for _, dir := range []string{"", "a/", "a/b/"} {
		var text strings.Builder
		for range r.IntN(5) {
			var line strings.Builder
			for range 1 + r.IntN(5) {
				line.WriteString(pieces[r.IntN(len(pieces))])
			}
			if undefined.MatchString(line.String()) {
				continue
			}
			text.WriteString(line.String() + []string{"\n", "\n", "\r\n", " \n", "/\n"}[r.IntN(5)])
		}
		files[dir+".gitignore"] = text.String()
	}
	for range 60 {
		parts := []string{names[r.IntN(len(names))]}
		for range r.IntN(4) {
			parts = append(parts, names[r.IntN(len(names))])
		}
		paths = append(paths, strings.Join(parts, "/"))
	}
	slices.Sort(paths)
	return files, slices.Compact(paths)
}

// plant writes the tree, and returns the paths that fit into it: a file can't be a directory as well.
func plant(t *testing.T, files map[string]string, paths []string) (dir string, planted []string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range paths {
		full := filepath.Join(dir, name)
		if os.MkdirAll(filepath.Dir(full), 0o777) != nil {
			continue
		}
		if _, err := os.Lstat(full); err == nil || os.WriteFile(full, nil, 0o666) != nil {
			continue
		}
		planted = append(planted, name)
	}
	return dir, planted
}

// gitIgnores asks git, in a repository with nothing in its index.
func gitIgnores(t *testing.T, dir string, paths []string) map[string]bool {
	t.Helper()
	env := append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "HOME="+dir, "XDG_CONFIG_HOME="+dir)
	initialize := exec.Command("git", "init", "--quiet", dir)
	initialize.Env = env
	if out, err := initialize.CombinedOutput(); err != nil {
		t.Skipf("git: %v\n%s", err, out)
	}
	ask := exec.Command("git", "check-ignore", "--stdin", "-z")
	ask.Dir, ask.Env, ask.Stdin = dir, env, strings.NewReader("./"+strings.Join(paths, "\x00./"))
	out, err := ask.Output()
	if err != nil && ask.ProcessState.ExitCode() != 1 {
		t.Fatal(err)
	}
	ignored := map[string]bool{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		ignored[strings.TrimPrefix(name, "./")] = true
	}
	return ignored
}

// The oracle is git itself.
func TestRandomIgnoreFilesAreReadAsGitReadsThem(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 1))
	asked, left := 0, 0
	for round := range 100 {
		files, paths := drawn(r)
		dir, paths := plant(t, files, paths)
		want := gitIgnores(t, dir, paths)
		for _, name := range paths {
			asked++
			if want[name] {
				left++
			}
			if got := ignores(files, name); got != want[name] {
				t.Fatalf("round %d: git says %v of %q, this package %v, with\n%q", round, want[name], name, got, files)
			}
		}
	}
	t.Logf("%d paths, of which git ignores %d", asked, left)
	if left < asked/20 || left > asked*19/20 {
		t.Errorf("git ignores %d of %d: the patterns tell nothing", left, asked)
	}
}
