package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run/secret"
	"rtut/run/store"
)

// output is where a document goes: to standard output, or into a file of its own.
type output struct {
	flag  string // that names it: "output", or another where the command has an answer beside the document
	path  string // as it was typed; "" or "-" is standard output
	force bool   // a file that is there already is overwritten
}

func (o *output) flags(cmd *cobra.Command) {
	o.flagsAs(cmd, "output", "write atomically to this `file` (- and default: standard output)")
}

func (o *output) flagsAs(cmd *cobra.Command, name, usage string) {
	o.flag = name
	cmd.Flags().StringVar(&o.path, name, "", usage)
	cmd.Flags().BoolVar(&o.force, "force", false, "overwrite the file of --"+name)
}

// toFile reports whether a file is named.
func (o *output) toFile() bool { return o.path != "" && o.path != "-" }

func (o *output) validate() error {
	kind, looks := secret.Look(o.path)
	switch {
	case looks: // a name is on the disk, and in every list of files
		return misuse("secret", "the file of --%s looks like %s and was not written; give it another name", o.flag, kind)
	case o.force && !o.toFile():
		return misuse("bad_flag", "--force goes with --%s FILE", o.flag)
	case o.toFile() && (strings.HasSuffix(o.path, "/") || filepath.Base(o.path) == "."):
		return misuse("bad_output", "--%s %s names a directory; name a file in it", o.flag, o.path)
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
		return to.notPublished(err)
	}
	if a.json {
		return a.document(outputDocument{path, format, len(data)})
	}
	var out text
	out.linef("written: %s", line(to.path))
	return a.print(&out)
}

// notPublished names the file as it was typed, and what can be done.
func (o *output) notPublished(err error) error {
	var (
		inTheWay *store.InTheWayError
		unsure   *store.UnknownOutcomeError
		file     *fs.PathError
		link     *os.LinkError
	)
	switch {
	case errors.As(err, &inTheWay):
		return misuse("bad_output", "%s is %s and was not modified; --%s must name a file", o.path, inTheWay.Is, o.flag)
	case errors.As(err, &unsure):
		return err
	case errors.Is(err, fs.ErrExist):
		return misuse("output_exists", "%s already exists and was not modified; --force overwrites it", o.path)
	case errors.Is(err, fs.ErrNotExist):
		return misuse("bad_output", "directory %s for %s does not exist", filepath.Dir(o.path), o.path)
	case errors.As(err, &file):
		err = file.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &outputError{&fs.PathError{Op: "write", Path: o.path, Err: err}}
}
