package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"rtut/run/store"
)

// demoFiles is the demo's pack.
//
//go:embed demo
var demoFiles embed.FS

// demoPack is the directory of the pack in demoFiles, below demo.
const demoPack = "promote-standby"

// demoSite is the world that the pack works on, by file.
var demoSite = map[string]string{
	"site/db1/running":  "",
	"site/db1/role":     "primary\n",
	"site/db2/running":  "",
	"site/db2/role":     "standby\n",
	"site/db2/lag":      "lag=48 MB\n",
	"site/app/upstream": "db1\n",
}

// demoOptions say what becomes of the demo's directory.
type demoOptions struct {
	app    *app
	keep   bool
	script []demoLine
}

func newDemoCmd(a *app) *cobra.Command {
	o := &demoOptions{app: a, script: demoScript}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Play a small pack in a temporary directory and print every command",
		Long: "Play a small pack in a temporary directory and print every command and its output. A standby database takes\n" +
			"over from its primary; the databases are directories, so that only sh is needed. The demo never prompts, takes\n" +
			"a few seconds and leaves nothing behind.",
		Example: "  rtut demo\n  rtut demo --keep",
		Args:    between(0, 0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runDemo(cmd.Context(), o) },
	}
	cmd.Flags().BoolVar(&o.keep, "keep", false, "keep the directory with the pack and the record")
	return cmd
}

// demoDocument answers `demo`.
type demoDocument struct {
	Commands []playedLine `json:"commands"`
	Kept     string       `json:"kept,omitempty"` // where the pack and its run are
}

func runDemo(ctx context.Context, o *demoOptions) (err error) {
	signal.Ignore(syscall.SIGPIPE) // anyone who stops reading, as head does, must not keep the directory from going
	defer signal.Reset(syscall.SIGPIPE)
	root, err := makeDemo()
	if err != nil {
		return err
	}
	if !o.keep {
		defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	}
	player := &demoPlayer{app: o.app, dir: filepath.Join(root, demoPack)}
	if err := player.play(ctx, o.script); err != nil {
		return err
	}
	return o.finish(player)
}

// finish says how it ended.
func (o *demoOptions) finish(player *demoPlayer) error {
	doc := demoDocument{Commands: player.played}
	if o.keep {
		doc.Kept = player.dir
	}
	if o.app.json {
		return o.app.document(doc)
	}
	out := &text{}
	out.linef("")
	if o.keep {
		out.linef("kept: %s", line(doc.Kept))
	} else {
		out.linef("The demo directory was removed; use rtut demo --keep to keep it.")
	}
	return o.app.print(out)
}

// makeDemo writes pack and site into a new temporary directory and returns it.
func makeDemo() (root string, err error) {
	parent, err := outsideRepos(os.TempDir(), "/tmp", "/var/tmp")
	if err != nil {
		return "", err
	}
	if root, err = os.MkdirTemp(parent, "rtut-demo-"); err != nil {
		return "", err
	}
	files, err := fs.Sub(demoFiles, "demo")
	if err == nil {
		err = os.CopyFS(root, files)
	}
	if err == nil {
		err = os.Mkdir(filepath.Join(root, "promote-standby", ".git"), 0o777) // as packs usually are, it is in a repo: its own
	}
	if err == nil {
		err = writeSite(root)
	}
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(root))
	}
	return root, nil
}

// outsideRepos returns the first directory that is in no repo: in one, the demo's run would become one of that repo.
func outsideRepos(dirs ...string) (string, error) {
	for _, dir := range dirs {
		if _, isRepo, err := store.OwningRepo(dir); err == nil && !isRepo {
			return dir, nil
		}
	}
	return "", misuse("bad_tmpdir", "the temporary directory %s is inside a repo; set TMPDIR to one that is not", dirs[0])
}

func writeSite(root string) error {
	for name, content := range demoSite {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			return fmt.Errorf("write the demo's site: %w", err)
		}
	}
	return nil
}
