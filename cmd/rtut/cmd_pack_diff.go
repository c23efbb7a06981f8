package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run/report/markdown"
	"rtut/run/shell"
	"rtut/run/store"
)

// packDiffOptions say which packs are compared.
type packDiffOptions struct {
	app      *app
	old, now string
	format   string
}

func newPackDiffCmd(a *app) *cobra.Command {
	o := &packDiffOptions{app: a}
	cmd := &cobra.Command{
		Use:   "diff [old] <new>",
		Short: "Show what changed between two versions of a pack",
		Long: "Show what changed between two versions of a pack: changes that a run would have to accept, and changes of words. Each\n" +
			"argument is a pack, a file that contains one, or REVISION:PATH as git has it, with a path from the root of the repository\n" +
			"or, if it begins with ./ or ../, from here. With one argument that pack is compared with the last commit (HEAD). Exit code 1: a run would have to accept a change.",
		Example: "  rtut pack diff before.yaml packs/pg-restore-drill\n" +
			"  rtut pack diff packs/pg-restore-drill\n" +
			"  rtut pack diff HEAD:packs/pg-restore-drill packs/pg-restore-drill --format markdown",
		Args: between(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.format != "text" && o.format != "markdown" {
				return misuse("bad_flag", "--format is text or markdown")
			}
			o.now = args[len(args)-1]
			if len(args) == 2 {
				o.old = args[0]
			}
			return runPackDiff(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "text", "text, or markdown for a pull request")
	return cmd
}

// diffDocument answers `pack diff`.
type diffDocument struct {
	Enforced bool          `json:"enforced"` // a run would have to accept something
	Changes  []pack.Change `json:"changes"`
}

func runPackDiff(ctx context.Context, o *packDiffOptions) error {
	now, err := o.load(ctx, o.now)
	if err != nil {
		return err
	}
	if o.old == "" {
		if o.old, err = o.committed(); err != nil {
			return err
		}
	}
	old, err := o.load(ctx, o.old)
	if err != nil {
		return err
	}
	changes := pack.Difference(old, now)
	enforced := len(changes) > 0 && changes[0].Enforced // they come first
	if err := o.say(now, diffDocument{Enforced: enforced, Changes: changes}); err != nil {
		return err
	}
	if enforced {
		return resultError(exitNotPassed)
	}
	return nil
}

// committed names the pack as the last commit has it.
func (o *packDiffOptions) committed() (string, error) {
	place, err := o.app.packFile(o.now)
	if err != nil {
		return "", err
	}
	path, err := filepath.Rel(place.repo, place.file)
	if err != nil {
		return "", err
	}
	return "HEAD:" + filepath.ToSlash(path), nil
}

// load reads a pack as an argument names it: by a path, or by a revision and a path.
func (o *packDiffOptions) load(ctx context.Context, arg string) (*pack.Pack, error) {
	if revision, path, is := cutRevision(arg); is && !o.app.begins(arg) {
		return o.loadRevision(ctx, arg, revision, path)
	}
	return o.loadFile(arg)
}

// loadFile reads a pack, or a file that holds one whatever it is called.
func (o *packDiffOptions) loadFile(arg string) (*pack.Pack, error) {
	place, err := o.app.packFile(arg)
	if err != nil {
		return nil, err
	}
	loaded, err := o.app.load(place)
	if err != nil {
		return nil, o.app.answerInvalid(err)
	}
	return loaded, nil
}

// loadRevision reads a pack from git: the file, or pack.yaml in the directory.
// begins reports whether the first part of a path is there. The path as a whole says nothing: REVISION:../../p without its dots is p.
func (a *app) begins(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first == "" || exists(a.abs(first))
}

// cutRevision takes REVISION:PATH apart. A colon in braces is part of the revision: main@{2026-11-30 10:00}.
func cutRevision(arg string) (revision, path string, is bool) {
	depth := 0
	for i, r := range arg {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth--
		case r == ':' && depth == 0:
			return arg[:i], arg[i+1:], true
		}
	}
	return "", "", false
}

// inRepo is a path of a revision from the root of the repo. One that begins with ./ or ../ counts from the working directory.
func (a *app) inRepo(repo, path string) (string, error) {
	if first, _, _ := strings.Cut(path, "/"); first != "." && first != ".." {
		return path, nil
	}
	dir, err := filepath.EvalSymlinks(a.abs("."))
	if err != nil {
		return "", err
	}
	relative, err := filepath.Rel(repo, filepath.Join(dir, filepath.FromSlash(path)))
	if err != nil || !filepath.IsLocal(relative) {
		return "", misuse("unknown_pack", "%s is not in the repository %s", path, a.shown(repo))
	}
	if relative == "." {
		return "", nil
	}
	return filepath.ToSlash(relative), nil
}

func (o *packDiffOptions) loadRevision(ctx context.Context, arg, revision, path string) (*pack.Pack, error) {
	near := o.app.abs(".")
	if place, err := o.app.packFile(o.now); err == nil { // the repository of the pack that it is compared with
		near = place.dir()
	}
	repo, isRepo, err := store.OwningRepo(near)
	switch {
	case err != nil:
		return nil, err
	case !isRepo:
		return nil, misuse("no_repository", "%s: %s is not in a git repository", arg, o.app.shown(near))
	}
	if path, err = o.app.inRepo(repo, path); err != nil {
		return nil, err
	}
	if ext := filepath.Ext(path); ext != ".yaml" && ext != ".yml" {
		path = strings.TrimPrefix(strings.TrimSuffix(path, "/")+"/"+pack.FileName, "/")
	}
	data, err := shell.Blob(ctx, repo, revision, path, pack.MaxSize)
	if err != nil {
		return nil, misuse("unknown_pack", "%s", err)
	}
	loaded, found := pack.Parse(revision+":"+path, data)
	if loaded == nil {
		return nil, o.app.answerInvalid(&invalidPackError{path: arg, diagnostics: withoutSecrets(found)})
	}
	return loaded, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func (o *packDiffOptions) say(now *pack.Pack, d diffDocument) error {
	if o.app.json {
		return o.app.document(d)
	}
	out := &text{}
	switch {
	case o.format == "markdown":
		changesAsMarkdown(out, now.ID, d)
	case len(d.Changes) == 0:
		out.linef("%s and %s say the same", line(filepath.ToSlash(o.old)), line(filepath.ToSlash(o.now)))
	default:
		changeLines(out, d.Changes)
	}
	return o.app.print(out)
}

// changesAsMarkdown lists changes for a pull request: those first that a run would have to accept.
func changesAsMarkdown(out *text, id string, d diffDocument) {
	out.linef("### Changes of pack %s", markdown.Code(id))
	if len(d.Changes) == 0 {
		out.linef("\nNone.")
	}
	for _, enforced := range []bool{true, false} {
		title := "A run that has begun must accept these:"
		if !enforced {
			title = "In words only:"
		}
		for _, c := range d.Changes {
			if c.Enforced != enforced {
				continue
			}
			if title != "" {
				out.linef("\n%s\n", title)
			}
			title = ""
			out.linef("- %s", markdown.Text(c.Text))
		}
	}
}

// changeLines show changes, those of words as such.
func changeLines(out *text, changes []pack.Change) {
	for _, c := range changes {
		if c.Enforced {
			out.linef("%s", line(c.Text))
		} else {
			out.linef("in words: %s", line(c.Text))
		}
	}
}
