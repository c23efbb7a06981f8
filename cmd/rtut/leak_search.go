package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rtut/run/secret/canary"
)

// leakedTo returns the first file or directory below root, with its path from there, that holds or is called one of the
// needles; "" if none does.
func leakedTo(root string, needles []string) (leaked string, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || leaked != "" {
			return err
		}
		data := []byte(entry.Name())
		if entry.Type().IsRegular() {
			read, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			data = append(append(data, '\n'), read...)
		}
		if holds(data, needles) {
			leaked, err = filepath.Rel(root, path)
		}
		return err
	})
	return leaked, err
}

// holds reports whether data has one of the needles.
func holds(data []byte, needles []string) bool {
	text := canary.Unescaped(string(data))
	return slices.ContainsFunc(needles, func(needle string) bool { return strings.Contains(text, needle) })
}
