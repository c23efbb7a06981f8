package main

import (
	"context"
	"errors"
	"io/fs"
	"maps"

	"rtut/pack"
	"rtut/run/record"
)

// maxParamsFile bounds a file of params, in bytes.
const maxParamsFile = 1 << 20

// allParams returns the params of --params-file, and those of --param, which outweigh them.
func (o *runNewOptions) allParams() (map[string]string, error) {
	given, err := pairs("--param", o.params)
	if err != nil || o.paramsFile == "" {
		return given, err
	}
	data, err := o.app.readFile(o.paramsFile, maxParamsFile)
	if err != nil {
		return nil, err
	}
	params, found := pack.ReadParams(o.paramsFile, data)
	if found.Failed() {
		return nil, &usageError{"bad_params_file", "the file of params cannot be used:", []string{found.String()}}
	}
	maps.Copy(params, given)
	return params, nil
}

// earlier finds the run that the new one is to be like.
func (o *runNewOptions) earlier(ctx context.Context, place packPlace, loaded *pack.Pack) (*record.Record, error) {
	earlier := &target{packPlace: place, app: o.app, flags: runFlags{run: o.like}, pack: loaded}
	rec, err := earlier.named(ctx, o.like)
	if err != nil {
		return nil, err
	}
	if rec.PackID != loaded.ID {
		return nil, misuse("wrong_pack", "run %s is of pack %s, not %s", rec.RunID, rec.PackID, loaded.ID)
	}
	if found := rec.Integrity(); !found.Intact() {
		o.app.notef("the record of run %s is not intact, so the values taken from it may not be the original ones: %s", rec.RunID, found)
	}
	return rec, nil
}

// readFile reads a file, or standard input for -, of at most limit bytes.
func (a *app) readFile(name string, limit int64) ([]byte, error) {
	data, err := a.readUpTo(name, limit+1)
	var path *fs.PathError
	switch {
	case errors.As(err, &path) && path.Op == "open":
		return nil, misuse("no_file", "%s", err)
	case err != nil:
		return nil, misuse("no_file", "read %s: %s", name, err)
	case int64(len(data)) > limit:
		return nil, misuse("file_too_long", "%s holds more than %d bytes", name, limit)
	}
	return data, nil
}
