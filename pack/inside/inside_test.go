package inside

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// repo makes a repo with a pack, and a file outside of it.
func repo(t *testing.T) (root, dir string) {
	t.Helper()
	above, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root = filepath.Join(above, "repo")
	dir = filepath.Join(root, "packs", "p")
	for path, text := range map[string]string{
		filepath.Join(above, "outside"): "secret", filepath.Join(root, "shared"): "shared", filepath.Join(dir, "file"): "text",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return root, dir
}

func TestRegularFilesOfTheRepoAreRead(t *testing.T) {
	root, dir := repo(t)
	for name, target := range map[string]string{"link": "file", "up": "../../shared", "chain": "up", "through": "../p/file"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"file": "text", "link": "text", "up": "shared", "chain": "shared", "through": "text"} {
		if got, err := ReadFile(Of(root, dir), name, 10); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if info, err := fs.Stat(Of(root, dir), "."); err != nil || !info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
}

func TestNothingElseIsOpened(t *testing.T) {
	root, dir := repo(t)
	must := func(errs ...error) {
		t.Helper()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	must(
		os.Symlink("../../../outside", at("out")), os.Symlink(filepath.Join(root, "../outside"), at("absolute")), os.Symlink("out", at("chain")),
		os.Symlink("/proc/kmsg", at("kernel")), os.Symlink("/dev/zero", at("zero")), os.Symlink("/", at("root")), os.Symlink("loop", at("loop")),
		os.Symlink("nowhere", at("dangling")), syscall.Mkfifo(at("pipe"), 0o666), os.Symlink("pipe", at("topipe")),
	)
	outside := " is a link that leads out of " + root + ", and only files in there are read"
	for name, want := range map[string]string{
		"out": "out" + outside, "absolute": "absolute" + outside, "chain": "chain" + outside, "kernel": "kernel" + outside, "zero": "zero" + outside,
		"root": "root" + outside, "root/etc/passwd": "root/etc/passwd" + outside, "loop": "open loop: too many levels of symbolic links",
		"dangling": "open dangling: no such file or directory", "pipe": "pipe is not a regular file", "topipe": "topipe is not a regular file",
		"../../../outside": filepath.Join(root, "../outside") + outside,
	} {
		for _, open := range []func() error{
			func() error { _, err := Of(root, dir).Open(name); return err },
			func() error { _, err := fs.Stat(Of(root, dir), name); return err },
			func() error { _, err := ReadFile(Of(root, dir), name, 10); return err },
		} {
			if err := open(); err == nil || err.Error() != want {
				t.Errorf("%s: %v\nexpected %s", name, err, want)
			}
		}
	}
}

func TestALargeFileIsNotReadToItsEnd(t *testing.T) {
	root, dir := repo(t)
	path := filepath.Join(dir, "large")
	if err := errors.Join(os.WriteFile(path, nil, 0o666), os.Truncate(path, 1<<40)); err != nil {
		t.Skip(err)
	}
	if _, err := ReadFile(Of(root, dir), "large", 1<<20); err == nil || !strings.Contains(err.Error(), "it is larger than 1048576 bytes") {
		t.Errorf("got %v", err)
	}
}
