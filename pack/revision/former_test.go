package revision

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// formerly is the digest of an earlier version over these files, by what was documented then.
func formerly(files map[string]string, names ...string) string {
	sum := sha256.New()
	for _, name := range names {
		fmt.Fprintf(sum, "%s\x00f%d\x00%s", name, len(files[name]), files[name])
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("git %v: %v\n%s", args, err, out)
	}
}

func TestDigestOfAnEarlierVersionIsUnderstood(t *testing.T) {
	files := map[string]string{"pack.yaml": packWith("./x.sh"), "x.sh": "1", "a.log": "2", "kept.log": "3", "b.tmp": "4", "#x#": "5", "c.user": "6"}
	repo := tree(t, map[string]string{".gitignore": "*.log\n", "packs/.gitignore": "*.tmp\n!kept.log\n", "home/git/ignore": "*.user\n"})
	dir := filepath.Join(repo, "packs", "p")
	plant(t, dir, files)
	git(t, repo, "init", "--quiet")
	plant(t, repo, map[string]string{".git/info/exclude": "#x#\n\\#x#\n"})
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(repo, "home"))
	is, _, err := Of(repo, filepath.Join(dir, "pack.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for what, digest := range map[string]string{
		"of this version":           is.Digest,
		"with git":                  formerly(files, "kept.log", "pack.yaml", "x.sh"),
		"where git was not on PATH": formerly(files, "#x#", "a.log", "b.tmp", "c.user", "kept.log", "pack.yaml", "x.sh"),
	} {
		if !is.Is(digest) {
			t.Errorf("the digest %s is not understood", what)
		}
	}
	for what, digest := range map[string]string{
		"of nothing":         formerly(files),
		"without the pack":   formerly(files, "kept.log", "x.sh"),
		"of another content": formerly(map[string]string{"pack.yaml": files["pack.yaml"], "x.sh": "2", "kept.log": "3"}, "kept.log", "pack.yaml", "x.sh"),
		"of no run":          "",
	} {
		if is.Is(digest) {
			t.Errorf("the digest %s is taken for that of the pack", what)
		}
	}
}

func TestWhatGitTrackedCountedInADigestOfAnEarlierVersion(t *testing.T) {
	for _, version := range []string{"2", "3"} {
		files := map[string]string{"pack.yaml": packWith("./x.sh"), "tracked.log": "1", "loose.log": "2"}
		repo := tree(t, map[string]string{".gitignore": "*.log\n", strings.Repeat("long/", 30) + "f": "", "a": "", "bc": ""})
		dir := filepath.Join(repo, "packs", "p")
		plant(t, dir, files)
		git(t, repo, "init", "--quiet")
		git(t, repo, "add", ".")
		git(t, repo, "add", "--force", "packs/p/tracked.log")
		if version == "3" { // which has more flags
			plant(t, repo, map[string]string{"meant": ""})
			git(t, repo, "add", "--intent-to-add", "meant")
		}
		is, _, err := Of(repo, filepath.Join(dir, "pack.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if !is.Is(formerly(files, "pack.yaml", "tracked.log")) {
			t.Errorf("version %s of the index: the digest is not understood", version)
		}
	}
}

func TestAnIndexThatIsNoneTracksNothing(t *testing.T) {
	head := "DIRC\x00\x00\x00\x02\x00\x00\x00\x05"
	for _, data := range []string{"", "DIRC", head, head + strings.Repeat("x", 61), head + strings.Repeat("x", 70), "DIRC\x00\x00\x00\x04\x00\x00\x00\x01" + strings.Repeat("\x00", 80), head + strings.Repeat("\x00", 63)} {
		for path := range maps.Keys(trackedPaths([]byte(data))) {
			if path != "" {
				t.Errorf("%q tracks %q", data, path)
			}
		}
	}
}
