package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rtut/pack"
	"rtut/run"
	"rtut/run/shell"
	"rtut/run/store"
)

// packPlace is where a pack is.
type packPlace struct {
	typed string // as it was named on the command line; "" if the run decided it
	file  string // of its pack.yaml, absolute, symbolic links resolved
	repo  string // the root of the repo that owns it
}

func (p packPlace) dir() string { return filepath.Dir(p.file) }

// shownDir is the directory of the pack as seen from the root of its repo.
func (p packPlace) shownDir() string {
	dir, err := filepath.Rel(p.repo, p.dir())
	if err != nil {
		return p.dir()
	}
	return filepath.ToSlash(dir)
}

// store returns where the runs of the repo are.
func (p packPlace) store() *store.File { return repoStore(p.repo) }

func repoStore(repo string) *store.File {
	return store.NewFile(filepath.Join(repo, store.RunsDir), func(ctx context.Context) bool {
		ignored, err := shell.Ignored(ctx, repo, []string{store.RunsDir})
		return err == nil && ignored[store.RunsDir]
	})
}

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

// findPack returns the place of the pack that an argument names.
func (a *app) findPack(arg string) (packPlace, error) {
	if !a.isPack(arg) {
		return packPlace{}, misuse("unknown_pack", "%s is no pack: name a pack.yaml or the directory that holds it", arg)
	}
	path, err := filepath.EvalSymlinks(a.abs(arg))
	if err != nil {
		return packPlace{}, err
	}
	if filepath.Base(path) != pack.FileName {
		path = filepath.Join(path, pack.FileName)
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return packPlace{}, err
	}
	repo, _, err := store.OwningRepo(filepath.Dir(path))
	return packPlace{typed: arg, file: path, repo: repo}, err
}

// load reads and checks the pack. The error is an *invalidPackError if the pack is at fault.
func (a *app) load(p packPlace) (*pack.Pack, error) {
	loaded, found, err := pack.Load(os.DirFS(p.dir()), filepath.Base(p.file))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, misuse("unknown_pack", "the pack %s of this run is gone", a.shown(p.file))
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

// splitPack takes the pack off the front of the arguments, if the first of them names one.
func (a *app) splitPack(args []string) (packArg string, rest []string, err error) {
	if len(args) == 0 {
		return "", nil, nil
	}
	if a.isPack(args[0]) {
		return args[0], args[1:], nil
	}
	if strings.ContainsRune(args[0], filepath.Separator) && !strings.ContainsAny(args[0], "= \n") || args[0] == "." {
		return "", nil, misuse("unknown_pack", "%s is no pack: name a pack.yaml or the directory that holds it", args[0])
	}
	return "", args, nil
}

// session returns what drives the runs of a pack.
func (a *app) session(p packPlace, loaded *pack.Pack) *run.Session {
	return &run.Session{
		Pack: loaded, Store: p.store(), Shell: shell.Runner{Dir: p.dir()}, Clock: a.clock, By: a.actor(),
		Host: a.host, PID: a.pid, Files: p.store(), Dir: p.shownDir(),
		PackDigest: func(ctx context.Context) (string, error) {
			digest, _, err := a.digestOf(ctx, p.dir())
			return digest, err
		},
		FilesOf: func(names []string) (map[string]string, error) { return a.filesOf(p.dir(), loaded, names) },
		Env:     func(runID string) ([]string, error) { return p.environment(runID) },
	}
}

// filesOf returns the digests of files beside a pack.yaml: of those that are named or, where names is nil, of all that count for
// a run that begins.
func (a *app) filesOf(dir string, p *pack.Pack, names []string) (map[string]string, error) {
	if names == nil {
		_, files, err := a.digestOf(context.Background(), dir)
		if err != nil {
			return nil, err
		}
		names = p.Named(files)
	}
	return pack.FileDigests(dir, names)
}

// digestOf returns the digest of a pack's directory and the files in it. What git ignores is left out; where git can't be
// asked all files count, and a note says so.
func (a *app) digestOf(ctx context.Context, dir string) (string, []string, error) {
	_, isRepo, err := store.OwningRepo(dir)
	if err != nil {
		return "", nil, err
	}
	if !isRepo {
		return pack.Digest(dir, nil)
	}
	return pack.Digest(dir, func(paths []string) (map[string]bool, error) {
		ignored, err := shell.Ignored(ctx, dir, paths)
		if err != nil && ctx.Err() == nil {
			a.notef("%s. All files of the pack count for its digest", err)
			return nil, nil
		}
		return ignored, err
	})
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

// isFile reports whether a path leads to a regular file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
