package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

// runNewOptions are what a run is made of.
type runNewOptions struct {
	app         *app
	packArg     string
	params      []string
	paramsFile  string
	like        string
	mode        string
	context     record.Context
	environment string
	authority   authority
	yes         bool
}

func newRunNewCmd(a *app) *cobra.Command {
	o := &runNewOptions{app: a}
	cmd := &cobra.Command{
		Use:   "new [pack]",
		Short: "Start a run of a pack; --like RUN repeats an earlier run",
		Long:  "Start a run of a pack; --like RUN repeats an earlier run.\n\n" + autoConfirmHelp,
		Example: "  rtut run new packs/pg-restore-drill --param replica=db3 --environment rehearsal\n" +
			"  rtut run new packs/pg-restore-drill --params-file params.yaml --mode auto-confirm\n" +
			"  rtut run new --like 20261130T0045",
		Args: between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.packArg = strings.Join(args, "")
			if err := o.validate(args); err != nil {
				return err
			}
			return runNew(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.params, "param", nil, "the value of a param, as `id=value`")
	f.StringVar(&o.paramsFile, "params-file", "", "values of params in a YAML or JSON `file` (- for standard input)")
	f.StringVar(&o.like, "like", "", "use params, context and mode of an earlier `run` where none are given")
	f.StringVar(&o.mode, "mode", "", "manual, or auto-confirm, which answers questions with yes (default manual)")
	f.StringVar(&o.context.Project, "project", "", "the project of the run")
	f.StringVar(&o.context.Target, "target", "", "the system that the run is applied to")
	f.StringVar(&o.environment, "environment", "", "rehearsal, staging or production")
	o.authority.flags(cmd)
	f.BoolVar(&o.yes, "yes", false, "begin in auto-confirm without being asked whether the listed commands may run")
	return cmd
}

// validate refuses to begin a run of nothing.
func (o *runNewOptions) validate(args []string) error {
	if o.packArg != "" || len(args) == 0 && o.like != "" {
		return o.authority.validate()
	}
	return misuse("bad_arguments", "name the pack, or with --like the run whose pack it is: rtut run new <pack>")
}

// place is the pack that a run is begun of: the one that is named, or that of the run that is to be taken for an example.
func (o *runNewOptions) place(ctx context.Context) (packPlace, error) {
	if o.packArg != "" {
		return o.app.findPack(o.packArg)
	}
	t, err := o.app.findRecord(ctx, runFlags{run: o.like}, "", orLatest)
	if err != nil {
		return packPlace{}, err
	}
	if !filepath.IsLocal(filepath.FromSlash(t.rec.PackPath)) {
		return packPlace{}, t.outside()
	}
	return o.app.findPack(o.app.shown(t.dir()))
}

// runNew makes the run and says how it goes on.
func runNew(ctx context.Context, o *runNewOptions) error {
	place, err := o.place(ctx)
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
	if followed, err := run.WriteOut(loaded, wanted.Params); err == nil { // else the run is refused below
		loaded = followed
	}
	t := &target{packPlace: place, app: o.app, pack: loaded, session: o.app.session(place, loaded)}
	others, notes := t.around(ctx, wanted.Context)
	for _, note := range notes {
		o.app.notef("%s", line(note))
	}
	after, _, _ := run.Transition(loaded, nil, run.Actor{Name: o.app.actor()}, wanted, o.app.clock()) // a refusal comes below
	if err := t.mayRunAlone(ctx, after, o.yes); err != nil {
		return err
	}
	if t.rec, err = o.create(ctx, t.session, wanted); err != nil {
		return err
	}
	return o.answer(t, others, notes)
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
		PackPath: filepath.ToSlash(path), Params: params, Context: o.context, Mode: record.Mode(o.mode),
		Preauthorize: o.authority.wanted(), AuthorizedBy: o.authority.authorizedBy,
		AllowExecute: o.authority.execution,
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
func (o *runNewOptions) create(ctx context.Context, s *run.Session, wanted run.New) (rec *record.Record, err error) {
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
	RunID       string            `json:"run_id"`
	Path        string            `json:"path"`
	AutoConfirm *run.AutoConfirms `json:"auto_confirm,omitempty"` // what it is going to say yes to; in that mode alone
	Notes       []string          `json:"notes"`                  // what somebody who begins a run should know
	Action      actionView        `json:"action"`                 // what comes next
}

// answer says how the run goes on. others says that the pack has other unfinished runs, so that this one must be named.
func (o *runNewOptions) answer(t *target, others bool, notes []string) error {
	path := t.store().Path(t.rec.RunID)
	if others {
		t.flags.run = t.rec.RunID
	}
	if o.app.json {
		return o.app.document(newDocument{
			RunID: t.rec.RunID, Path: path, AutoConfirm: t.autoConfirms(), Notes: append([]string{}, notes...), Action: t.actionView(),
		})
	}
	var out text
	out.linef("started run %s of %s, operator %s", t.rec.RunID, t.pack.ID, line(t.rec.Operator))
	out.linef("record: %s", line(o.app.shown(path)))
	t.autoConfirmLines(&out)
	t.sayNext(&out, "")
	return o.app.print(&out)
}
