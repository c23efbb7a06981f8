package main

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/plain"
	"rtut/run/record"
)

// completeWords has the shell complete what commands and flags take: packs, runs, items, values. It reads what a look reads.
func (a *app) completeWords(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		a.completeWords(c)
	}
	if takes := strings.Fields(cmd.Use)[1:]; len(takes) > 0 && cmd.ValidArgs == nil {
		cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return a.completion(cmd).arguments(takes, args, typed)
		}
	}
	for name, words := range flagWords {
		if takesValue(cmd.LocalNonPersistentFlags().Lookup(name)) || name == "run" && takesValue(cmd.PersistentFlags().Lookup(name)) {
			_ = cmd.RegisterFlagCompletionFunc(name, func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
				return offered(words(a.completion(cmd), args, typed))
			})
		}
	}
}

func takesValue(f *pflag.Flag) bool { return f != nil && f.Value.Type() != "bool" }

// flagWords are what flags can be given, by their names.
var flagWords = map[string]func(c completion, args []string, typed string) []string{
	"run":    func(c completion, _ []string, _ string) []string { return c.runs() },
	"like":   func(c completion, _ []string, _ string) []string { return c.runs() },
	"pack":   func(c completion, _ []string, _ string) []string { return c.packIDs() },
	"format": func(c completion, _ []string, _ string) []string { return c.formats() },
	"mode":   func(completion, []string, string) []string { return modeWords },
	"outcome": func(completion, []string, string) []string {
		return []string{string(record.Succeeded), string(record.FailedRun), string(record.Abandoned)}
	},
	"rating": func(completion, []string, string) []string {
		return []string{string(record.Good), string(record.Neutral), string(record.Poor)}
	},
	"environment": func(c completion, args []string, _ string) []string { return c.environments(args) },
	"param":       completion.params,
	"alternative": func(c completion, args []string, _ string) []string { return c.alternatives(args) },
	"set":         completion.datapoints,
	"evidence":    completion.evidence,

	"done":         func(c completion, args []string, _ string) []string { return c.items("step", args) },
	"preauthorize": func(c completion, args []string, _ string) []string { return c.withPhrase(args) },
	"pass":         func(c completion, args []string, _ string) []string { return c.manualChecks(args) },
	"reject":       func(c completion, args []string, _ string) []string { return append(c.manualChecks(args), "all") },
	"group-by":     func(c completion, args []string, _ string) []string { return c.dimensions(args) },
	"filter":       completion.dimensionValues,
	"version":      func(completion, []string, string) []string { return []string{"v0.1", "v0.2"} },
}

var modeWords = []string{string(record.ManualMode), string(record.AutoConfirm)}

// completion is one question of a shell.
type completion struct {
	app *app // nobody reads what it says
	cmd *cobra.Command
	ctx context.Context
}

func (a *app) completion(cmd *cobra.Command) completion {
	quiet := *a
	quiet.out, quiet.err, quiet.noInput = &sink{to: io.Discard}, &sink{to: io.Discard}, true
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	return completion{app: &quiet, cmd: cmd, ctx: ctx}
}

// offered leaves out words that a shell or a terminal would take for something else.
func offered(words []string) ([]string, cobra.ShellCompDirective) {
	words = slices.DeleteFunc(words, func(w string) bool {
		return plain.Line(strings.ReplaceAll(w, "\t", " ")) != strings.ReplaceAll(w, "\t", " ")
	})
	directive := cobra.ShellCompDirectiveNoFileComp
	if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !strings.HasSuffix(w, "=") }) {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	return words, directive
}

// arguments are what can stand next, for a command that takes those: "[pack]", "<step>".
func (c completion) arguments(takes, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	var words []string
	first := strings.Trim(takes[0], "[]<>.")
	ofPack := strings.Contains(first, "pack") || first == "old" || first == "new"
	if ofPack && (len(args) == 0 || strings.HasSuffix(takes[0], "...") || first == "old") {
		words = c.packs(typed)
	}
	if first == "root" || strings.Contains(first, "|root") || strings.Contains(first, "root|") || first == "file" || first == "directory" {
		return words, cobra.ShellCompDirectiveDefault
	}
	if first == "draft" {
		return offered(c.drafts())
	}
	_, rest, err := c.splitPack(args)
	if err == nil && len(takes) > 1 && (len(rest) == 0 || strings.HasSuffix(takes[1], "...")) {
		words = append(words, c.second(strings.Trim(takes[1], "[]<>."), args, typed)...)
	}
	return offered(words)
}

// second are what can come after the pack.
func (c completion) second(kind string, args []string, typed string) []string {
	switch kind {
	case "item", "step", "gate":
		return c.items(kind, args)
	case "datapoint=value":
		return c.datapoints(args, typed)
	case "manual|auto-confirm":
		return modeWords
	}
	return nil
}

// splitPack is that of commands. A word alone is a pack here if it is the id of one: something else is about to follow.
func (c completion) splitPack(args []string) (packArg string, rest []string, err error) {
	packArg, rest, err = c.app.splitPack(args)
	if packArg != "" || err != nil || len(rest) != 1 {
		return packArg, rest, err
	}
	if path, err := c.app.packByID(rest[0]); path != "" && err == nil {
		return path, nil, nil
	}
	return packArg, rest, nil
}

// packs are the paths of packs, and the ids that begin with what was typed.
func (c completion) packs(typed string) []string {
	tree, err := c.app.tree(".")
	if err != nil {
		return nil
	}
	var paths, ids []string
	for _, p := range tree.Packs {
		path := strings.TrimSuffix(strings.TrimSuffix(p.Path, pack.FileName), "/")
		if path == "" {
			path = "."
		}
		paths = append(paths, path+"\t"+p.ID)
		if typed != "" && path != p.ID && strings.HasPrefix(p.ID, typed) && len(tree.Doubles()[p.ID]) == 0 {
			ids = append(ids, p.ID+"\t"+path)
		}
	}
	return append(paths, ids...)
}

func (c completion) packIDs() []string {
	tree, err := c.app.tree(".")
	if err != nil {
		return nil
	}
	var ids []string
	for _, p := range tree.Packs {
		ids = append(ids, p.ID+"\t"+p.Title)
	}
	return slices.Compact(slices.Sorted(slices.Values(ids)))
}

// runs are the ids of runs, as short as they can be told apart by, latest first.
func (c completion) runs() []string {
	t := &target{app: c.app}
	if err := c.app.here(t); err != nil {
		return nil
	}
	rows, _, err := t.store().Rows(c.ctx, nil)
	if err != nil {
		return nil
	}
	var words []string
	for i, r := range slices.Backward(rows) {
		words = append(words, shortID(rows, i)+"\t"+r.PackID+" "+cmp.Or(string(r.Outcome), "unfinished"))
	}
	return words
}

// secondsOfID are the characters of an id up to the second in which the run began.
const secondsOfID = len("20061102T150405")

// shortID is the beginning of an id that no other run's has, not shorter than up to the second.
func shortID(rows []record.Row, i int) string {
	id := rows[i].RunID
	for n := min(secondsOfID, len(id)); n < len(id); n++ {
		if !slices.ContainsFunc(rows, func(r record.Row) bool { return r.RunID != id && strings.HasPrefix(r.RunID, id[:n]) }) {
			return id[:n]
		}
	}
	return id
}

// run is the run that the command would be about; nil if that can't be said.
func (c completion) run(args []string) *target {
	packArg, _, err := c.splitPack(args)
	if err != nil {
		return nil
	}
	flags := runFlags{}
	if f := c.cmd.Flag("run"); f != nil {
		flags.run = f.Value.String()
	}
	t, err := c.app.findRun(c.ctx, flags, packArg, orLatest)
	if err != nil {
		return nil
	}
	return t
}

func (c completion) items(kind string, args []string) []string {
	t := c.run(args)
	if t == nil {
		return nil
	}
	var words []string
	for _, id := range t.pack.Graph().Items() {
		is := "gate"
		if t.pack.Step(id) != nil {
			is = "step"
		}
		if kind == "item" || kind == is {
			words = append(words, id+"\t"+is)
		}
	}
	return words
}

// datapoints are `id=`, or where that is typed already, the values that a datapoint can have.
func (c completion) datapoints(args []string, typed string) []string {
	t := c.run(args)
	if t == nil {
		return nil
	}
	var specs []valued
	for i := range t.pack.Datapoints {
		specs = append(specs, valued{t.pack.Datapoints[i].ID, t.pack.Datapoints[i].Spec})
	}
	return withValues(specs, typed)
}

// valued is what can be given a value.
type valued struct {
	id   string
	spec value.Spec
}

// withValues are `id=`, or where that is typed already, the values of that one, if they can be listed.
func withValues(specs []valued, typed string) []string {
	id, _, given := strings.Cut(typed, "=")
	var words []string
	for _, s := range specs {
		switch {
		case !given:
			words = append(words, s.id+"=")
		case s.id == id:
			for _, value := range choicesOf(s.spec) {
				words = append(words, id+"="+value)
			}
		}
	}
	return words
}

// choicesOf are the values of a spec that has few.
func choicesOf(spec value.Spec) []string {
	if spec.Type == value.Bool {
		return []string{"true", "false"}
	}
	return spec.Choices
}

// item is the item that was named, else the only running step, and its run.
func (c completion) item(args []string) (*target, string) {
	t := c.run(args)
	_, rest, err := c.splitPack(args)
	if t == nil || err != nil {
		return nil, ""
	}
	if len(rest) > 0 {
		return t, rest[0]
	}
	if running := t.view().RunningItems(); len(running) == 1 {
		return t, running[0]
	}
	return t, ""
}

func (c completion) alternatives(args []string) []string {
	t, id := c.item(args)
	if t == nil || t.pack.Step(id) == nil {
		return nil
	}
	var words []string
	for _, alt := range t.pack.Step(id).Alternatives {
		words = append(words, alt.ID)
	}
	return words
}

func (c completion) evidence(args []string, typed string) []string {
	t, id := c.item(args)
	if t == nil || t.pack.Item(id) == nil {
		return nil
	}
	var facts []valued
	for _, f := range t.pack.Item(id).Evidence {
		facts = append(facts, valued{f.ID, f.Spec})
	}
	return withValues(facts, typed)
}

func (c completion) formats() []string {
	switch c.cmd.Name() {
	case "graph":
		return []string{"text", "dot", "mermaid", "json"}
	case "log":
		return []string{"interchange"}
	case "page":
		return slices.Sorted(maps.Keys(pageFormats))
	}
	return strings.Split(formatNames(), ", ")
}

// named is the pack that was named; nil if none was or it can't be used.
func (c completion) named(args []string) *pack.Pack {
	packArg, _, err := c.splitPack(args)
	if err != nil || packArg == "" {
		return nil
	}
	place, err := c.app.findPack(packArg)
	if err != nil {
		return nil
	}
	loaded, err := c.app.load(place)
	if err != nil {
		return nil
	}
	return loaded
}

func (c completion) environments(args []string) []string {
	environments := []pack.Environment{pack.Rehearsal, pack.Staging, pack.Production}
	if p := c.named(args); p != nil && len(p.Environments) > 0 {
		environments = p.Environments
	}
	var words []string
	for _, e := range environments {
		words = append(words, string(e))
	}
	return words
}

// params are `id=`, or where that is typed already, the values that a param can have.
func (c completion) params(args []string, typed string) []string {
	p := c.named(args)
	if p == nil {
		return nil
	}
	var specs []valued
	for i := range p.Params {
		specs = append(specs, valued{p.Params[i].ID, p.Params[i].Spec})
	}
	return withValues(specs, typed)
}

// withPhrase are the steps that auto-confirm starts only if they are named: of the pack that was named, else of the run.
func (c completion) withPhrase(args []string) []string {
	p := c.named(args)
	if t := c.run(args); p == nil && t != nil {
		p = t.pack
	}
	if p == nil {
		return nil
	}
	var words []string
	for _, id := range p.Graph().Items() {
		if step := p.Step(id); step != nil && slices.ContainsFunc(step.Alternatives, func(alt pack.Alternative) bool { return alt.Confirm != nil }) {
			words = append(words, id)
		}
	}
	return words
}

// manualChecks are the manual checks of the gate that was named, else of all gates.
func (c completion) manualChecks(args []string) []string {
	t, item := c.item(args)
	if t == nil {
		return nil
	}
	var words []string
	for _, id := range t.pack.Graph().Items() {
		gate := t.pack.Gate(id)
		if gate == nil || t.pack.Gate(item) != nil && item != id {
			continue
		}
		for i := range gate.Checks {
			if gate.Checks[i].Kind == pack.Manual {
				words = append(words, gate.Checks[i].ID)
			}
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(words)))
}

func (c completion) dimensions(args []string) []string {
	t := c.run(args)
	if t == nil {
		return nil
	}
	var words []string
	for _, d := range t.pack.Dimensions {
		words = append(words, d.ID)
	}
	return words
}

// dimensionValues are `dimension=`, or where that is typed already, its values.
func (c completion) dimensionValues(args []string, typed string) []string {
	t := c.run(args)
	if t == nil {
		return nil
	}
	var specs []valued
	for _, d := range t.pack.Dimensions {
		specs = append(specs, valued{d.ID, value.Spec{Choices: d.Values}})
	}
	return withValues(specs, typed)
}
