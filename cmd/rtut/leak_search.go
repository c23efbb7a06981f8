package main

import (
	"io/fs"
	"os"
	"path/filepath"
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
		text := canary.Unescaped(string(data))
		for _, needle := range needles {
			if strings.Contains(text, needle) {
				leaked, err = filepath.Rel(root, path)
				return err
			}
		}
		return nil
	})
	return leaked, err
}
