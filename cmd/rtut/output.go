package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run/store"
)

// output is where a document goes: to standard output, or into a file of its own.
type output struct {
	path  string // as it was typed; "" or "-" is standard output
	force bool   // a file that is there already is overwritten
}

func (o *output) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.path, "output", "", "write it to this `file`, whole or not at all (- and default: standard output)")
	cmd.Flags().BoolVar(&o.force, "force", false, "overwrite the file of --output")
}

// toFile reports whether a file is named.
func (o *output) toFile() bool { return o.path != "" && o.path != "-" }

func (o *output) validate() error {
	switch {
	case o.force && !o.toFile():
		return misuse("bad_flag", "--force goes with --output FILE")
	case o.toFile() && (strings.HasSuffix(o.path, "/") || filepath.Base(o.path) == "."):
		return misuse("bad_output", "--output %s names a directory; name a file in it", o.path)
	}
	return nil
}

// outputDocument answers a command that has written a document to a file.
type outputDocument struct {
	Path   string `json:"path"` // absolute
	Format string `json:"format"`
	Bytes  int    `json:"bytes"`
}

// deliver writes a document where it is wanted. The answer of the command, where that is a file, is that it was written.
func (a *app) deliver(data []byte, format string, to output) error {
	if !to.toFile() {
		return a.write(data)
	}
	path := a.abs(to.path)
	if err := store.Publish(path, data, to.force); err != nil {
		return notPublished(to.path, err)
	}
	if a.json {
		return a.document(outputDocument{path, format, len(data)})
	}
	var out text
	out.linef("written: %s", line(to.path))
	return a.print(&out)
}

// notPublished names the file as it was typed, and what can be done.
func notPublished(typed string, err error) error {
	var (
		inTheWay *store.InTheWayError
		unsure   *store.UnknownOutcomeError
		file     *fs.PathError
		link     *os.LinkError
	)
	switch {
	case errors.As(err, &inTheWay):
		return misuse("bad_output", "%s is %s and was left alone; --output names a file", typed, inTheWay.Is)
	case errors.As(err, &unsure):
		return err
	case errors.Is(err, fs.ErrExist):
		return misuse("output_exists", "%s is there already and was left alone; --force overwrites it", typed)
	case errors.Is(err, fs.ErrNotExist):
		return misuse("bad_output", "there is no directory %s to write %s into", filepath.Dir(typed), typed)
	case errors.As(err, &file):
		err = file.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &outputError{&fs.PathError{Op: "write", Path: typed, Err: err}}
}
