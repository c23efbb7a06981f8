package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rtut/pack/value"
	"rtut/run/score"
	"rtut/run/store"
)

// scoreOptions say what is counted.
type scoreOptions struct {
	app       *app
	root      string // a directory or a pack
	since     string
	pack      string
	failUnder string
	html      bool
	output    output // of the page
}

func newScoreCmd(a *app) *cobra.Command {
	o := &scoreOptions{app: a}
	cmd := &cobra.Command{
		Use:   "score [root]",
		Short: "Show how the runs of each pack ended",
		Long: "Show how the runs of each pack ended.\n\n" +
			"Each run counts as tried, and as succeeded, failed, abandoned or stalled; an unfinished run without activity for 7\n" +
			"days counts as abandoned. An abandoned run with a failed gate was stopped by that gate; it is shown separately and is\n" +
			"in no rate. The success rate is succeeded / (succeeded + failed + abandoned), followed by its 95 % confidence\n" +
			"interval; it is not shown for fewer than 5 ended runs.\n\n" +
			"--pack also shows what needs attention: the items most often in trouble, the time in each step and between them,\n" +
			"alternatives that were never used, and suggestions with their figures.\n\n" +
			"--html writes one HTML page with charts, and with what maturity and projects show. The page needs no other file and\n" +
			"runs no code.",
		Example: "  rtut score .\n  rtut score packs/pg-restore-drill --since 90d\n  rtut score . --pack documented-drill\n  rtut score . --fail-under 80%\n  rtut score . --html --output score.html",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.root = append(args, ".")[0]
			if err := o.validate(); err != nil {
				return err
			}
			return runScore(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.since, "since", "", "only runs started since this `date` (UTC), time (RFC 3339), or time span before now (12h, 90d)")
	cmd.Flags().StringVar(&o.pack, "pack", "", "only the pack with this `id`, with what needs attention in it")
	cmd.Flags().StringVar(&o.failUnder, "fail-under", "", "exit 1 if a pack's success rate is lower than this `rate` (0.8 or 80%)")
	cmd.Flags().BoolVar(&o.html, "html", false, "print one HTML page, with maturity and projects")
	o.output.flags(cmd)
	return cmd
}

func (o *scoreOptions) validate() error {
	switch {
	case !o.html && (o.output.path != "" || o.output.force):
		return misuse("bad_flag", "--output and --force go with --html")
	case o.html && o.app.json && !o.output.toFile():
		return misuse("bad_flag", "--json answers with JSON, which --html is not; write it to a file with --output")
	}
	return o.output.validate()
}

func runScore(ctx context.Context, o *scoreOptions) error {
	filter := score.Filter{Pack: o.pack}
	least, err := parseRate(o.failUnder)
	if err != nil {
		return err
	}
	if filter.Since, err = parseSince(o.since, o.app.clock()); err != nil {
		return err
	}
	tree, err := o.app.tree(o.root)
	if err != nil {
		return err
	}
	tree.Uncached = o.html || o.failUnder != "" // others rely on what these say
	answer := scoreAnswer{app: o.app, tree: tree, least: least}
	if o.pack == "" {
		answer.score = score.Of(tree, filter, o.app.clock())
	} else {
		counted, figures := score.Study(tree, filter, o.app.subject(tree, o.pack), o.app.clock())
		answer.score, answer.figures = counted, &figures
		if len(counted.Packs) == 0 {
			return unknownPackID(o.pack, tree)
		}
	}
	answer.under = under(answer.score.Packs, least)
	say := answer.say
	if o.html {
		say = func() error { return answer.page(ctx, filter, o.output) }
	}
	if err := say(); err != nil {
		return err
	}
	if len(answer.under) > 0 {
		return resultError(exitNotPassed)
	}
	return nil
}

// tree finds the packs and runs below a directory, or of a pack.
func (a *app) tree(root string) (*store.Tree, error) {
	if _, err := a.getwd(); err != nil && !filepath.IsAbs(root) {
		return nil, fmt.Errorf("the working directory is missing or cannot be read: %w. Change to another directory", err)
	}
	root, err := a.pathOf(root)
	if err != nil {
		return nil, err
	}
	path := a.abs(root)
	tree, err := a.treeAt(path)
	if errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("look below %s: %w; %s", root, err, remedy(path, root, err))
	}
	if isRefusedDir(err) {
		return nil, err
	}
	if err != nil {
		return nil, misuse("unknown_root", "%s is neither a directory nor a pack", root)
	}
	return tree, nil
}

// subject loads the pack with an id.
func (a *app) subject(tree *store.Tree, id string) score.Subject {
	packs := slices.DeleteFunc(slices.Clone(tree.Packs), func(p store.PackDir) bool { return p.ID != id })
	switch len(packs) {
	case 0:
		return score.Subject{Unknown: "the pack is missing", Gone: true}
	case 1:
	default:
		return score.Subject{Unknown: fmt.Sprintf("%d packs have this id", len(packs))}
	}
	place := packPlace{file: filepath.Join(tree.Root, packs[0].Path), repo: packs[0].Repo}
	loaded, err := a.load(place)
	if err != nil {
		return score.Subject{Unknown: "the pack cannot be loaded, see rtut pack validate " + a.shown(place.file)}
	}
	return score.Subject{Pack: loaded}
}

func unknownPackID(id string, tree *store.Tree) error {
	var known []string
	for _, p := range tree.Packs {
		known = append(known, p.ID)
	}
	if near := value.Nearest(id, known); near != "" {
		return misuse("unknown_pack", "there is neither a pack %s nor a run of it; did you mean %s?", id, near)
	}
	return misuse("unknown_pack", "there is neither a pack %s nor a run of it; see rtut list", id)
}

// under returns the packs whose rate is known and lower than least; none where least is nil.
func under(rows []score.Row, least *float64) []string {
	var ids []string
	for _, row := range rows {
		if rate, known := row.Rate(); least != nil && known && rate < *least {
			ids = append(ids, row.PackID)
		}
	}
	return ids
}

// parseRate reads 0.8 and 80%; nil where nothing was typed.
func parseRate(typed string) (*float64, error) {
	if typed == "" {
		return nil, nil
	}
	digits, percent := strings.CutSuffix(typed, "%")
	rate, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if percent {
		rate /= 100
	}
	if err != nil || !(rate >= 0 && rate <= 1) {
		return nil, misuse("bad_flag", "--fail-under is a rate from 0 to 1, or from 0%% to 100%%")
	}
	return &rate, nil
}

// parseSince reads a date, a time, or how long before now; the zero time where nothing was typed.
func parseSince(typed string, now time.Time) (time.Time, error) {
	if typed == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, typed); err == nil {
			return at, nil
		}
	}
	if days, ok := strings.CutSuffix(typed, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n < 1_000_000 {
			return now.AddDate(0, 0, -n), nil
		}
	}
	if ago, err := time.ParseDuration(typed); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	return time.Time{}, misuse("bad_flag", "--since is a date (2026-11-30), a time (2026-11-30T08:00:00Z) or how long ago (12h, 90d)")
}

// reported gives what could not be read, with paths as a person in the working directory names them, in their order.
func (a *app) reported(damaged []store.Damaged) []damagedRun {
	out := []damagedRun{}
	for _, d := range damaged {
		shown := a.shown(d.Path)
		why := d.Err.Error()
		var twin *store.TwinError
		if errors.As(d.Err, &twin) {
			why = strings.ReplaceAll(why, twin.Other, a.shown(twin.Other))
		}
		out = append(out, damagedRun{Path: shown, Error: strings.ReplaceAll(why, d.Path, shown)})
	}
	slices.SortStableFunc(out, func(a, b damagedRun) int { return strings.Compare(a.Path, b.Path) })
	return out
}
