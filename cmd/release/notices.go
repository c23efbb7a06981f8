package main

import (
	"debug/buildinfo"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// notices joins the licenses of what a program was built from. $GOROOT says where that of Go is. It fails where a module has none: such a program could not be given away.
func notices(info *buildinfo.BuildInfo) ([]byte, error) {
	var out strings.Builder
	out.WriteString("This program was built from the following, whose licenses require that their text is passed on.\n")
	if err := add(&out, "the Go standard library, "+info.GoVersion, os.Getenv("GOROOT")); err != nil {
		return nil, err
	}
	for _, m := range modules(info) {
		name := m.Path + " " + m.Version
		if err := add(&out, name, filepath.Join(moduleCache(), escaped(m.Path)+"@"+escaped(m.Version))); err != nil {
			return nil, err
		}
	}
	return []byte(out.String()), nil
}

// licenseNames are the names of files that a license or notice is in.
var licenceNames = []string{"LICENSE*", "LICENCE*", "COPYING*", "NOTICE*"}

// add writes the licenses that a directory holds.
func add(out *strings.Builder, name, dir string) error {
	var files []string
	for _, pattern := range licenceNames {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return fmt.Errorf("%s has no license in %s; go mod download fetches it", name, dir)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("=", 80), name, filepath.Base(file), strings.TrimSpace(string(text)))
	}
	return nil
}

// escaped is a path or version as the module cache spells it, where file systems may not tell capitals from small letters.
func escaped(path string) string {
	var out strings.Builder
	for _, r := range path {
		if unicode.IsUpper(r) {
			out.WriteRune('!')
			r = unicode.ToLower(r)
		}
		out.WriteRune(r)
	}
	return filepath.FromSlash(out.String())
}

func moduleCache() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	return filepath.Join(filepath.SplitList(build.Default.GOPATH)[0], "pkg", "mod")
}
