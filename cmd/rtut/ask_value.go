package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/secret"
)

// askValue asks for one value: what it is, what is admitted, and an answer that is both admitted and no secret.
func (a *app) askValue(ctx context.Context, id, title, help string, spec value.Spec) (string, bool, error) {
	var about text
	about.linef("%s (%s): %s", line(title), id, line(spec.Describe()))
	about.block("  ", help)
	return a.ask(ctx, question{about: about.String(), judge: func(typed string) error {
		if typed == "" {
			return errors.New("a value is needed")
		}
		if kind, found := secret.Look(typed); found {
			return fmt.Errorf("that looks like %s; say where it is kept, never what it is", kind)
		}
		if _, err := spec.ParseAt(typed, time.Time{}); err != nil {
			return fmt.Errorf("it %w", err)
		}
		return nil
	}})
}

// askFacts asks for the evidence with these ids, on top of what is given.
func (t *target) askFacts(ctx context.Context, facts []pack.Fact, owed []string, given map[string]string) (map[string]string, bool, error) {
	given = copied(given)
	for _, f := range facts {
		if !slices.Contains(owed, f.ID) {
			continue
		}
		typed, answered, err := t.app.askValue(ctx, f.ID, f.Title, f.Help, f.Spec)
		if err != nil || !answered {
			return given, false, err
		}
		given[f.ID] = typed
	}
	return given, true, nil
}

// askValues asks for the datapoints with these ids, on top of what is given.
func (t *target) askValues(ctx context.Context, owed []string, given map[string]string) (map[string]string, bool, error) {
	given = copied(given)
	for _, id := range owed {
		d := t.pack.Datapoint(id)
		title := d.Title
		if d.Unit != "" {
			title += ", in " + d.Unit
		}
		typed, answered, err := t.app.askValue(ctx, id, title, "", d.Spec)
		if err != nil || !answered {
			return given, false, err
		}
		given[id] = typed
	}
	return given, true, nil
}

func copied(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return maps.Clone(m)
}

// fillNew asks for the params that a run lacks, and what it is applied to.
func (a *app) fillNew(loaded *pack.Pack) filler {
	return func(ctx context.Context, act run.Action, missing *run.Refusal) (run.Action, bool, error) {
		n := act.(run.New)
		switch missing.Code {
		case run.ParamMissing:
			n.Params = copied(n.Params)
			for _, id := range missing.Details {
				p := loaded.Param(id)
				typed, answered, err := a.askValue(ctx, id, p.Title, paramHelp(p), p.Spec)
				if err != nil || !answered {
					return n, false, err
				}
				n.Params[id] = typed
			}
			return n, true, nil
		case run.PhraseRequired:
			return a.fillAuthority(ctx, loaded, n, missing)
		case run.EnvironmentRequired:
			typed, answered, err := a.askEnvironment(ctx, loaded.Environments)
			n.Context.Environment = typed
			return n, answered, err
		}
		return n, false, nil
	}
}

func paramHelp(p *pack.Param) string {
	if p.Example == "" {
		return p.Help
	}
	return strings.TrimSpace(p.Help + "\nFor example " + p.Example)
}

func (a *app) askEnvironment(ctx context.Context, allowed []pack.Environment) (pack.Environment, bool, error) {
	var names []string
	for _, e := range allowed {
		names = append(names, string(e))
	}
	typed, answered, err := a.ask(ctx, question{about: "Which environment: " + strings.Join(names, ", ") + "?", judge: func(typed string) error {
		if !slices.Contains(names, typed) {
			return errors.New("type one of the names")
		}
		return nil
	}})
	return pack.Environment(typed), answered, err
}
