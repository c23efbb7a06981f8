package revision

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/gitignore"
)

// former returns the digests that earlier versions had for the directory of a pack, so that runs which they began are not taken for
// runs of another revision. They left out what begins with a dot or ends in a tilde, and what git said it ignores; where git could not
// be asked, all the rest counted. git is not asked here: the same ignore files are read, and git's index, for it ignores nothing that
// is in there. Nothing of this touches the digest that a run records today.
//
// An ignore file that leaves out pack.yaml is not believed: a digest of everything but the pack says nothing about the pack.
func former(repo, file string) []string {
	dir := filepath.Dir(file)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	f := &formerWalk{root: root}
	f.enter(repo, dir)
	if f.directory(".", f.rules, false) != nil {
		return nil
	}
	var digests []string
	for _, files := range [][]string{f.all, f.kept} {
		slices.Sort(files)
		if digest, err := digestOf(root, "", files); err == nil {
			digests = append(digests, digest)
		}
	}
	return slices.Compact(digests)
}

// formerWalk lists what counted earlier: where git could not be asked, and where it could.
type formerWalk struct {
	root      *os.Root
	inRepo    string // the path of the pack in the repo, with a slash at the end
	rules     gitignore.Stack
	tracked   map[string]bool // by path in the repo
	all, kept []string
}

// enter reads the ignore files from the repo's root down to the pack, and the index.
func (f *formerWalk) enter(repo, dir string) {
	inner, err := filepath.Rel(repo, dir)
	if repo == "" || err != nil {
		return
	}
	root, err := os.OpenRoot(repo)
	if err != nil {
		return
	}
	defer root.Close()
	f.tracked = trackedIn(root)
	f.rules = f.rules.With(".", gitignore.Parse(userRules())).With(".", gitignore.Parse(smallFile(root, ".git/info/exclude")))
	at := "."
	for part := range strings.SplitSeq(filepath.ToSlash(inner), "/") {
		if part == "." {
			break
		}
		f.rules = f.rules.With(at, gitignore.Parse(smallFile(root, path.Join(at, ignoreFile))))
		at = path.Join(at, part)
		f.inRepo = at + "/"
	}
}

// userRules returns the ignore file of the user, where git looks for it unless it is told of another.
func userRules() string {
	config := os.Getenv("XDG_CONFIG_HOME")
	if config == "" {
		config = filepath.Join(os.Getenv("HOME"), ".config")
	}
	root, err := os.OpenRoot(config)
	if err != nil {
		return ""
	}
	defer root.Close()
	return smallFile(root, "git/ignore")
}

func (f *formerWalk) directory(dir string, rules gitignore.Stack, ignored bool) error {
	entries, err := readDir(f.root, dir)
	if err != nil {
		return err
	}
	rules = rules.With(path.Clean(f.inRepo+dir), rulesIn(f.root, dir, entries))
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		isDir := entry.IsDir()
		left := ignored || rules.Ignores(f.inRepo+name, isDir)
		switch kind := entry.Type(); {
		case strings.HasPrefix(entry.Name(), "."), strings.HasSuffix(entry.Name(), "~"), name == reviews && isDir:
		case isDir:
			err = f.directory(name, rules, left)
		case len(f.all) == mostFiles:
			err = fs.ErrInvalid
		case kind.IsRegular(), kind&fs.ModeSymlink != 0:
			f.all = append(f.all, name)
			if !left || f.tracked[f.inRepo+name] || name == pack.FileName {
				f.kept = append(f.kept, name)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
