//go:build !linux

package store

import "errors"

// renameNew is for systems that can't.
func renameNew(string, string) error { return errors.ErrUnsupported }
