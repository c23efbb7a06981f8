package pack

import (
	"fmt"
	"io"
	"io/fs"
	"path"
)

// FileName is the name of a pack's file in its directory.
const FileName = "pack.yaml"

// MaxSize bounds a pack file, in bytes.
const MaxSize = 1 << 20

// Load reads and checks the pack that name stands for: a pack.yaml, or a directory with one. The pack is nil if one of
// the diagnostics is an error. The error is for what could not be done at all, such as reading the file; what the
// author of the pack got wrong is in the diagnostics, all of it at once.
func Load(fsys fs.FS, name string) (*Pack, Diagnostics, error) {
	name, data, err := read(fsys, path.Clean(name))
	if err != nil {
		return nil, nil, err
	}
	p, found := loadText(name, data)
	return p, found, nil
}

// Parse is Load for a file that has been read already. name is what diagnostics call it.
func Parse(name string, file []byte) (*Pack, Diagnostics) { return loadText(name, file) }

// read returns the name of the pack file and what it holds, cut shortly after the limit.
func read(fsys fs.FS, name string) (string, []byte, error) {
	info, err := fs.Stat(fsys, name)
	if err == nil && info.IsDir() {
		name = path.Join(name, FileName)
		info, err = fs.Stat(fsys, name)
	}
	if err != nil {
		return name, nil, fmt.Errorf("read pack: %w", err)
	}
	if !info.Mode().IsRegular() {
		return name, nil, fmt.Errorf("read pack: %s is not a regular file", name)
	}
	file, err := fsys.Open(name)
	if err != nil {
		return name, nil, fmt.Errorf("read pack: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxSize+1))
	if err != nil {
		return name, nil, fmt.Errorf("read pack: %w", err)
	}
	return name, data, nil
}

// loadText makes a pack of the bytes of a file.
func loadText(name string, data []byte) (*Pack, Diagnostics) {
	src, bad := checkText(name, data)
	p, found := load(&reporter{source: src, found: bad})
	if p != nil {
		p.index.file = string(data)
	}
	return p, found
}

// adviseText is loadText with advice.
func adviseText(name string, data []byte) (*Pack, Diagnostics) {
	src, bad := checkText(name, data)
	p, found := load(&reporter{source: src, found: bad, advise: true})
	if p != nil {
		p.index.file = string(data)
	}
	return p, found
}

// load makes a pack of the text that a reporter reports about.
func load(report *reporter) (*Pack, Diagnostics) {
	var p *Pack
	if !report.found.Failed() {
		p = loadSource(report)
	}
	found := report.found.sorted()
	if found.Failed() {
		return nil, found
	}
	return p, found
}

// loadSource makes a pack of text that may be YAML.
func loadSource(report *reporter) *Pack {
	if root := rootOf(report, "a pack", "`rtut pack init` creates one"); root != nil {
		return parsePack(report, root)
	}
	return nil
}

// rootOf reads text that may be YAML as one document; nil where it is none, which is reported. what is expected to stand in it, and
// hint is for a text that holds nothing.
func rootOf(report *reporter, what, hint string) *node {
	document, second, bad := decode(report.source.text)
	if bad != nil {
		report.syntax(bad)
		return nil
	}
	if document == nil {
		report.at(mark{1, 1}, "empty", "the file is empty. "+what+" was expected", hint)
		return nil
	}
	if second.line > 0 {
		report.at(second, "documents", "a second YAML document starts here. "+what+" is one document", "remove the line `---` and what follows")
	}
	c := &converter{report: report, done: map[*yamlNode]*node{}}
	root := c.convert(document)
	if root.weight > c.weight+aliasBudget {
		report.at(root.place, "alias", "the expansion of the aliases in this file is too large. at most 4 MiB were expected",
			"write out what is repeated, or repeat less")
		return nil
	}
	return root
}
