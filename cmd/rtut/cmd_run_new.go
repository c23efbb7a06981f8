package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run"
	"rtut/run/store"
)

// runNewOptions are what a run is made of.
type runNewOptions struct {
	app          *app
	packArg      string
	params       []string
	paramsFile   string
	like         string
	mode         string
	context      run.Context
	environment  string
	preauthorize []string
	authorizedBy string
}

func newRunNewCmd(a *app) *cobra.Command {
	o := &runNewOptions{app: a}
	cmd := &cobra.Command{
		Use:   "new <pack>",
		Short: "Begin a run of a pack",
		Example: "  rtut run new packs/pg-restore-drill --param replica=db3 --environment rehearsal\n" +
			"  rtut run new packs/pg-restore-drill --params-file params.yaml --mode auto-confirm",
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.packArg = args[0]
			return runNew(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.params, "param", nil, "the value of a param, as `id=value`")
	f.StringVar(&o.paramsFile, "params-file", "", "values of params in a YAML or JSON `file` (- for standard input)")
	f.StringVar(&o.like, "like", "", "take params, context and mode of an earlier `run`, where none are given")
	f.StringVar(&o.mode, "mode", "", "manual or auto-confirm (default manual)")
	f.StringVar(&o.context.Project, "project", "", "the project that it is for")
	f.StringVar(&o.context.Target, "target", "", "what it is applied to")
	f.StringVar(&o.environment, "environment", "", "rehearsal, staging or production")
	f.StringArrayVar(&o.preauthorize, "preauthorize", nil, "a `step` with a phrase that auto-confirm may start")
	f.StringVar(&o.authorizedBy, "authorized-by", "", "who authorizes that (default: the operator)")
	return cmd
}

// runNew makes the run and says how it goes on.
func runNew(ctx context.Context, o *runNewOptions) error {
	place, err := o.app.findPack(o.packArg)
	if err != nil {
		return err
	}
	loaded, err := o.app.load(place)
	if err != nil {
		return o.app.answerInvalid(err)
	}
	wanted, err := o.action(ctx, place, loaded)
	if err != nil {
		return err
	}
	filled, err := o.app.supply(ctx, loaded, nil, wanted, o.app.fillNew(loaded))
	if err != nil {
		return err
	}
	wanted = filled.(run.New)
	t := &target{packPlace: place, app: o.app, pack: loaded, session: o.app.session(place, loaded)}
	if t.rec, err = o.create(ctx, t.session, wanted); err != nil {
		return err
	}
	return o.answer(ctx, t)
}

// action puts together what was asked for.
func (o *runNewOptions) action(ctx context.Context, place packPlace, loaded *pack.Pack) (run.New, error) {
	path, err := filepath.Rel(place.repo, place.file)
	if err != nil {
		return run.New{}, err
	}
	params, err := o.allParams()
	if err != nil {
		return run.New{}, err
	}
	o.context.Environment = pack.Environment(o.environment)
	wanted := run.New{
		PackPath: filepath.ToSlash(path), Params: params, Context: o.context, Mode: run.Mode(o.mode),
		Preauthorize: o.preauthorize, AuthorizedBy: o.authorizedBy,
	}
	if o.like == "" {
		return wanted, nil
	}
	rec, err := o.earlier(ctx, place, loaded)
	if err != nil {
		return run.New{}, err
	}
	return wanted.Like(loaded, rec), nil
}

// maxDraws is how many ids are drawn for a run; two of one microsecond are the same once in sixteen million times.
const maxDraws = 100

// create draws ids until one is free.
func (o *runNewOptions) create(ctx context.Context, s *run.Session, wanted run.New) (rec *run.Record, err error) {
	var taken *store.ExistsError
	for range maxDraws {
		wanted.RunID = o.app.newID(o.app.clock())
		if rec, err = s.New(ctx, wanted); !errors.As(err, &taken) {
			return rec, err
		}
	}
	return nil, err
}

// newDocument answers `run new`.
type newDocument struct {
	RunID string `json:"run_id"`
	Path  string `json:"path"`
}

func (o *runNewOptions) answer(ctx context.Context, t *target) error {
	path := t.store().Path(t.rec.RunID)
	if o.app.json {
		return o.app.document(newDocument{RunID: t.rec.RunID, Path: path})
	}
	if o.others(ctx, t) {
		t.flags.run = t.rec.RunID
	}
	var out text
	out.linef("run %s of %s has begun, operator %s", t.rec.RunID, t.pack.ID, line(t.rec.Operator))
	out.linef("record: %s", line(o.app.shown(path)))
	t.sayNext(&out)
	return o.app.print(&out)
}

// others reports whether the pack has other unfinished runs, so that this one must be named.
func (o *runNewOptions) others(ctx context.Context, t *target) bool {
	records, _, err := t.store().List(ctx)
	open := 0
	for _, r := range records {
		if r.PackID == t.pack.ID && !r.Finished() {
			open++
		}
	}
	return err != nil || open > 1
}
