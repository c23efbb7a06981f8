package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rtut/pack"
	"rtut/pack/inside"
	"rtut/pack/revision"
	"rtut/run"
	"rtut/run/shell"
	"rtut/run/store"
)

// packPlace is where a pack is.
type packPlace struct {
	typed string // as it was named on the command line; "" if the run decided it
	file  string // of its pack.yaml, absolute, symbolic links resolved
	repo  string // the root of the repo that owns it

	elsewhere store.Elsewhere // where the runs of the repo are, if not in it
	dry       bool            // its runs are dry runs
}

func (p packPlace) dir() string { return filepath.Dir(p.file) }

// workDir is where commands of the pack run here.
func (p packPlace) workDir(loaded *pack.Pack) string { return cmp.Or(loaded.Dir, p.dir()) }

// shownDir is the directory of the pack as seen from the root of its repo.
func (p packPlace) shownDir() string {
	dir, err := filepath.Rel(p.repo, p.dir())
	if err != nil {
		return p.dir()
	}
	return filepath.ToSlash(dir)
}

// store returns where the runs of the repo are.
func (p packPlace) store() *store.File {
	if p.dry {
		return p.elsewhere.DryOf(p.repo)
	}
	return p.elsewhere.Of(p.repo)
}

// files are those of the pack's directory, as far as they are in the repo.
func (p packPlace) files() fs.FS { return inside.Of(p.repo, p.dir()) }

// read reads the pack's file.
func (p packPlace) read() ([]byte, error) {
	return inside.ReadFile(p.files(), filepath.Base(p.file), mostPack)
}

// mostPack bounds what is read of a pack's file, in bytes. A larger one is no pack, and the loader says so.
const mostPack = 1 << 22

// isPack reports whether an argument names an existing pack: a pack.yaml, or a directory with one.
func (a *app) isPack(arg string) bool {
	path := a.abs(arg)
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		path = filepath.Join(path, pack.FileName)
		info, err = os.Stat(path)
	}
	return err == nil && !info.IsDir() && filepath.Base(path) == pack.FileName
}

// abs makes a path absolute as seen from the working directory.
func (a *app) abs(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	dir, err := a.getwd()
	if err != nil {
		return path
	}
	return filepath.Join(dir, path)
}

// findPack returns the place of the pack that an argument names by its path or its id.
func (a *app) findPack(arg string) (packPlace, error) {
	if !a.isPack(arg) {
		path, err := a.packByID(arg)
		if err != nil {
			return packPlace{}, err
		}
		if path == "" {
			return packPlace{}, noPack(arg)
		}
		arg = path
	}
	place, err := a.placeOf(arg)
	place.typed = arg
	return place, err
}

// placeOf returns the place of a file that holds a pack, or of the pack in a directory. Links to the directory are followed wherever
// they lead, for that is what was asked for. The file itself has to be in the repo of the directory: anyone who wrote the repo does not
// choose which file of the reader's is read.
func (a *app) placeOf(arg string) (packPlace, error) {
	path := a.abs(arg)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, pack.FileName)
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return packPlace{}, err
	}
	repo, _, err := store.OwningRepo(dir)
	if err != nil {
		return packPlace{}, err
	}
	file, err := filepath.EvalSymlinks(filepath.Join(dir, filepath.Base(path)))
	switch {
	case err != nil:
		return packPlace{}, err
	case !inside.Holds(repo, file):
		return packPlace{}, &inside.OutsideError{Path: a.shown(path), Repo: repo}
	}
	if repo, _, err = store.OwningRepo(filepath.Dir(file)); err != nil {
		return packPlace{}, err
	}
	elsewhere, err := a.elsewhere()
	return packPlace{file: file, repo: repo, elsewhere: elsewhere}, err
}

// load reads and checks the pack. The error is an *invalidPackError if the pack is at fault.
func (a *app) load(p packPlace) (*pack.Pack, error) {
	loaded, found, err := pack.Load(p.files(), filepath.Base(p.file))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, misuse("unknown_pack", "the pack %s of this run is missing", a.shown(p.file))
	case err != nil:
		return nil, err
	}
	for i := range found {
		found[i].File = a.shown(p.file)
	}
	if loaded == nil {
		return nil, &invalidPackError{path: a.shown(p.file), diagnostics: found}
	}
	return loaded, nil
}

// shown is a path as a person in the working directory would name it.
func (a *app) shown(path string) string {
	dir, err := a.getwd()
	if err != nil {
		return path
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return path
	}
	relative, err := filepath.Rel(dir, path)
	if err != nil || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return path
	}
	return relative
}

// splitPack takes the pack off the front of the arguments, if the first of them names one. The id of a pack is one only where another
// argument follows: alone it may be an item, which findItemRun decides.
func (a *app) splitPack(args []string) (packArg string, rest []string, err error) {
	if len(args) == 0 {
		return "", nil, nil
	}
	if a.isPack(args[0]) {
		return args[0], args[1:], nil
	}
	if strings.ContainsRune(args[0], filepath.Separator) && !strings.ContainsAny(args[0], "= \n") || args[0] == "." {
		return "", nil, noPack(args[0])
	}
	if len(args) > 1 {
		if packArg, err = a.packByID(args[0]); packArg != "" || err != nil {
			return packArg, args[1:], err
		}
	}
	return "", args, nil
}

// session returns what drives the runs of a pack.
func (a *app) session(p packPlace, loaded *pack.Pack) *run.Session {
	return &run.Session{
		Pack: loaded, Store: recorder{p.store(), a}, Shell: shell.Runner{Dir: p.dir()}, Clock: a.clock, By: a.actor(),
		Host: a.host, PID: a.pid, Files: p.store(), Dir: p.shownDir(),
		PackRevision: func() (pack.Revision, error) {
			now, _, err := p.revision()
			return now, err
		},
		Reread:  p.read,
		FilesOf: func(names []string) (map[string]string, error) { return p.filesOf(loaded, names) },
		Env:     func(runID string) ([]string, error) { return p.environment(runID) },
	}
}

// filesOf returns the digests of files beside a pack.yaml: of those that are named or, where names is nil, of all that count for
// a run that begins.
func (p packPlace) filesOf(loaded *pack.Pack, names []string) (map[string]string, error) {
	if names == nil {
		_, files, err := p.revision()
		if err != nil {
			return nil, err
		}
		names = loaded.Named(files)
	}
	return revision.FileDigests(p.dir(), names)
}

// revision returns which revision of the pack is there, and the files that count for it.
func (p packPlace) revision() (pack.Revision, []string, error) { return revisionOf(p.file) }

// revisionOf is revision for a pack whose file is given, absolute and without symbolic links.
func revisionOf(file string) (pack.Revision, []string, error) {
	repo, isRepo, err := store.OwningRepo(filepath.Dir(file))
	if err != nil {
		return pack.Revision{}, nil, err
	}
	if !isRepo {
		repo = ""
	}
	return revision.Of(repo, file)
}

// environment tells the commands of a run where they are. The run's own directory is made, for they may need it.
func (p packPlace) environment(runID string) ([]string, error) {
	if _, err := p.store().MakeFilesDir(runID); err != nil {
		return nil, fmt.Errorf("make the directory for files of the run: %w", err)
	}
	return p.variables(runID), nil
}

// variables are the assignments of environment.
func (p packPlace) variables(runID string) []string {
	return []string{
		"RTUT_RUN_ID=" + runID, "RTUT_RUN_DIR=" + p.store().FilesDir(runID),
		"RTUT_PACK_DIR=" + p.dir(), "RTUT_REPO_DIR=" + p.repo,
	}
}
