package pack

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree writes files below a new directory; a content that begins with "-> " makes a symbolic link.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
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
	return dir
}

func digestOfTree(t *testing.T, files map[string]string) (string, []string) {
	t.Helper()
	digest, names, err := Digest(tree(t, files), nil)
	if err != nil {
		t.Fatal(err)
	}
	return digest, names
}

func TestDigestLeavesOutWhatIsNotPartOfTheRevision(t *testing.T) {
	files := map[string]string{"pack.yaml": "id: p\n", "b/run.sh": "x", "a-b": "", "link": "-> b"}
	want, names := digestOfTree(t, files)
	if diff := cmp.Diff([]string{"a-b", "b/run.sh", "link", "pack.yaml"}, names); diff != "" {
		t.Error(diff)
	}
	files[".hidden/x"], files["b/.x"], files["old~"], files["b~/y"], files["reviews/1.md"] = "1", "2", "3", "4", "5"
	files["pack.yaml"] = "exercise_status: never\nid: p\nexercise_status:\n"
	if got, _ := digestOfTree(t, files); got != want {
		t.Error("the digest has changed")
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
	} {
		files := map[string]string{}
		for _, from := range []map[string]string{base, change} {
			for file, content := range from {
				files[file] = content
			}
		}
		digest, _ := digestOfTree(t, files)
		if other, taken := seen[digest]; taken {
			t.Errorf("%q and %q have the same digest", name, other)
		}
		seen[digest] = name
	}
}

func TestDigestIsFramedAsDocumented(t *testing.T) {
	got, _ := digestOfTree(t, map[string]string{"pack.yaml": "\ufeffexercise_status: never\r\nid: p\r\n", "l": "-> a b"})
	// printf 'l\0l3\0a bpack.yaml\0f10\0\357\273\277id: p\r\n' | sha256sum
	if want := "sha256:" + framed; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDigestAsksOnceWhatIsIgnored(t *testing.T) {
	dir := tree(t, map[string]string{"pack.yaml": "", "a": "", "b/c": "", ".git": ""})
	var asked [][]string
	_, names, err := Digest(dir, func(paths []string) (map[string]bool, error) {
		asked = append(asked, slices.Clone(paths))
		return map[string]bool{"b/c": true}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"a", "b/c", "pack.yaml"}}, asked); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a", "pack.yaml"}, names); diff != "" {
		t.Error(diff)
	}
	broken := errors.New("git is not there")
	if _, _, err := Digest(dir, func([]string) (map[string]bool, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if _, _, err := Digest(filepath.Join(dir, "nope"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestDigestOfAPackBehindALinkIsThatOfThePack(t *testing.T) {
	files := map[string]string{"pack.yaml": "id: p\n"}
	dir := tree(t, files)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	want, _ := digestOfTree(t, files)
	if got, _, err := Digest(link, nil); err != nil || got != want {
		t.Errorf("got %s, %v", got, err)
	}
}

const framed = "5d67e01729c69cfb2724dfb26de6587e0e66f2f50d4abf995612dcee20985337"
