package main

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"

	"rtut/pack"
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
		return nil, &usageError{"bad_params_file", "the file of params can't be used:", []string{found.String()}}
	}
	maps.Copy(params, given)
	return params, nil
}

// takeOver fills in what an earlier run of the pack had, where nothing was given.
func (o *runNewOptions) takeOver(ctx context.Context, place packPlace, loaded *pack.Pack, params map[string]string) error {
	earlier := &target{packPlace: place, app: o.app, flags: runFlags{run: o.like}, pack: loaded}
	records, damaged, err := place.store().List(ctx)
	if err != nil {
		return err
	}
	rec, err := earlier.named(o.like, records, damaged)
	if err != nil {
		return err
	}
	if rec.PackID != loaded.ID {
		return misuse("wrong_pack", "run %s is of pack %s, not %s", rec.RunID, rec.PackID, loaded.ID)
	}
	for id, value := range rec.Params {
		if _, given := params[id]; !given && loaded.Param(id) != nil {
			params[id] = typed(value)
		}
	}
	c := &o.context
	for _, field := range []struct{ to, from *string }{{&c.Project, &rec.Context.Project}, {&c.Target, &rec.Context.Target}} {
		if *field.to == "" {
			*field.to = *field.from
		}
	}
	if c.Environment == "" {
		c.Environment = rec.Context.Environment
	}
	if o.mode == "" {
		o.mode = string(rec.Mode)
	}
	return nil
}

// typed is a value as a person would type it so that nothing of it is lost.
func typed(v pack.Value) string {
	data, err := json.Marshal(v)
	if err == nil && len(data) > 0 && data[0] == '[' {
		return string(data)
	}
	return v.Text()
}

// readFile reads a file, or standard input for -, of at most limit bytes.
func (a *app) readFile(name string, limit int64) ([]byte, error) {
	from := a.in
	if name != "-" {
		file, err := os.Open(a.abs(name))
		if err != nil {
			return nil, misuse("no_file", "%s", err)
		}
		defer file.Close()
		from = file
	}
	data, err := io.ReadAll(io.LimitReader(from, limit+1))
	switch {
	case err != nil:
		return nil, misuse("no_file", "read %s: %s", name, err)
	case int64(len(data)) > limit:
		return nil, misuse("file_too_long", "%s holds more than %d bytes", name, limit)
	}
	return data, nil
}
