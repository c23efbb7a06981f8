package score

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/store"
)

const document = "../../docs/maturity-and-projects.md"

// row is a row of a table, by the names of its columns.
type row map[string]string

// tables returns the rows of every table below a heading of the document.
func tables(t *testing.T, heading string) [][]row {
	t.Helper()
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, part, found := strings.Cut(string(data), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("%s has no heading %s", document, heading)
	}
	part, _, _ = strings.Cut(part, "\n## ")
	var all [][]row
	var columns []string
	for line := range strings.Lines(part) {
		line, isRow := strings.CutPrefix(strings.TrimSpace(line), "|")
		cells := strings.Split(strings.TrimSuffix(line, "|"), "|")
		switch {
		case !isRow:
			columns = nil
		case columns == nil:
			columns = trimmed(cells)
			all = append(all, nil)
		case !strings.Contains(line, "---"):
			r := row{}
			for i, cell := range trimmed(cells) {
				r[columns[i]] = cell
			}
			all[len(all)-1] = append(all[len(all)-1], r)
		}
	}
	if len(all) == 0 || len(all[0]) < 3 {
		t.Fatalf("%s has no table under %s", document, heading)
	}
	return all
}

func trimmed(cells []string) []string {
	var out []string
	for _, cell := range cells {
		out = append(out, strings.Trim(cell, " `"))
	}
	return out
}

// words splits a cell that lists things; none where it says none.
func words(cell string) []string {
	if cell == "none" {
		return nil
	}
	return strings.Split(cell, ", ")
}

// against puts on a run what stands against it.
var against = map[string]func(h *record.Head){
	"nothing":          func(*record.Head) {},
	"deviation":        func(h *record.Head) { h.Deviations = []record.Deviation{{Kind: record.OverrideDeviation}} },
	"answer by nobody": func(h *record.Head) { h.AnsweredByNobody = true },
	"skipped step":     func(h *record.Head) { h.Steps["s"].State = record.Skipped },
	"pushed step":      func(h *record.Head) { h.Steps["s"].State = record.Pushed },
	"pushed gate":      func(h *record.Head) { h.Gates["g"].State = record.Pushed },
	"waived gate":      func(h *record.Head) { h.Gates["g"].State = record.Waived },
	"pushed datapoint": func(h *record.Head) { h.Datapoints["d"].State = record.Pushed },
}

// ofOutcome returns a run of pack x with an item of each kind and nothing against it.
func ofOutcome(outcome string) record.Head {
	h := head("x", "", 0)
	if outcome != "open" {
		h = head("x", record.Outcome(outcome), 0)
	}
	h.Steps = map[string]*record.HeadItem{"s": {State: record.Done}}
	h.Gates = map[string]*record.HeadItem{"g": {State: record.Passed}}
	h.Datapoints = map[string]*record.HeadItem{"d": {State: record.OK}}
	return h
}

func TestDocumentSaysWhatARunProves(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range tables(t, "Levels")[0] {
		h := ofOutcome(r["outcome"])
		against[r["against it"]](&h)
		seen[r["against it"]] = true
		h.Context.Environment = map[string]pack.Environment{"not said": "", "any other word": "moon"}[r["environment"]]
		if !strings.Contains(r["environment"], " ") {
			h.Context.Environment = pack.Environment(r["environment"])
		}
		s := h.Summary()
		if got := levelOf(&s); string(got) != r["proves"] {
			t.Errorf("%v: %s", r, got)
		}
	}
	if len(seen) != len(against) {
		t.Errorf("the table has only %v against a run", seen)
	}
}

func TestDocumentHasTheLevelsInTheirOrder(t *testing.T) {
	var quoted []string
	for _, l := range Levels {
		quoted = append(quoted, "`"+string(l)+"`")
	}
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if want := "A level is above those before it: " + strings.Join(quoted, ", ") + "."; !strings.Contains(string(text), want) {
		t.Errorf("%s does not say: %s", document, want)
	}
}

// proving returns a run that proves a level at a digest.
func proving(level, digest string) record.Head {
	h := ofOutcome("succeeded")
	h.PackDigest, h.RunID = digest, level+" "+digest
	switch Level(level) {
	case Tried:
		h = ofOutcome("failed")
		h.PackDigest = digest
	case Rehearsed:
		h.Context.Environment = pack.Rehearsal
	case Staged:
		h.Context.Environment = pack.Staging
	case Proven:
		h.Context.Environment = pack.Production
	}
	return h
}

func present(string) (pack.Revision, error) { return pack.Revision{Digest: "present"}, nil }

func TestDocumentSaysWhatThePackIs(t *testing.T) {
	for _, r := range tables(t, "Maturity")[0] {
		var heads []record.Head
		for _, level := range words(r["runs at others"]) {
			heads = append(heads, proving(level, "other"))
		}
		for _, level := range words(r["runs at the present revision"]) {
			heads = append(heads, proving(level, "present"))
		}
		s := mature(treeOf("x"), from(heads...), present).Packs[0]
		got := []string{string(s.Level), string(s.BestEver), map[bool]string{true: "no", false: "yes"}[s.Current()]}
		if diff := cmp.Diff([]string{r["maturity"], r["best ever"], r["stale"]}, got); diff != "" {
			t.Errorf("%v:\n%s", r, diff)
		}
	}
}

func TestDocumentSaysWhenTheExerciseStatusAgrees(t *testing.T) {
	for _, r := range tables(t, "Maturity")[1] {
		tree := treeOf("x")
		tree.Packs[0].ExerciseStatus = map[string]string{"exercised": "exercised 2026-11-30 by ana"}[r["exercise_status"]]
		var heads []record.Head
		if level := r["maturity"]; level != "untried" {
			h := proving(level, "present")
			h.Operator = "zoe"
			heads = append(heads, h)
		}
		behind := map[string]record.Head{
			"clean, at the present revision": proving("rehearsed", "present"), "clean, at another": proving("proven", "other"),
			"not clean": proving("tried", "present"),
		}
		if h, some := behind[r["run behind it"]]; some {
			h.Operator = "ana"
			heads = append(heads, h)
		}
		s := mature(tree, from(heads...), present).Packs[0]
		if string(s.Level) != r["maturity"] || (s.Differs == "") != (r["agrees"] == "yes") || !strings.Contains(s.Differs, r["or"]) {
			t.Errorf("%v: %s, %q", r, s.Level, s.Differs)
		}
	}
}

// gateFails has the gate of a run fail, and what the document says beside that.
var gateFails = map[string]func(h *record.Head){
	"no":  func(*record.Head) {},
	"yes": func(h *record.Head) { h.Gates["g"].State = record.Failed },
	"yes, under an override": func(h *record.Head) {
		h.Gates["g"].State = record.Failed
		h.Deviations = []record.Deviation{{Kind: record.OverrideDeviation, Item: "g"}}
	},
	"yes, and a step": func(h *record.Head) {
		h.Gates["g"].State, h.Steps["s"].State = record.Failed, record.Failed
	},
	"yes, and something was pushed": func(h *record.Head) {
		h.Gates["g"].State, h.Datapoints["d"].State = record.Failed, record.Pushed
	},
}

func TestDocumentSaysWhatARunCountsAs(t *testing.T) {
	seen := map[string]bool{}
	defer func() {
		if len(seen) != len(gateFails) {
			t.Errorf("the table has only %v", seen)
		}
	}()
	for _, r := range tables(t, "Score")[0] {
		h := ofOutcome(r["outcome"])
		days, err := strconv.Atoi(r["days untouched"])
		if err != nil {
			t.Fatal(err)
		}
		h.UpdatedAt = record.At(now.AddDate(0, 0, -days))
		gateFails[r["gate that failed"]](&h)
		seen[r["gate that failed"]] = true
		c := tally(treeOf("x"), from(h), Filter{}, now).Total
		got := map[string]int{"succeeded": c.Succeeded, "failed": c.Failed, "abandoned": c.Abandoned, "stalled": c.Stalled}
		want := map[string]int{"succeeded": 0, "failed": 0, "abandoned": 0, "stalled": 0}
		want[r["counts as"]] = 1
		if diff := cmp.Diff(want, got); diff != "" || (c.Ended() == 1) != (r["in the rate"] == "yes") {
			t.Errorf("%v: in the rate %d\n%s", r, c.Ended(), diff)
		}
	}
}

func TestDocumentSaysWhatIsShownOfAPlace(t *testing.T) {
	for _, r := range tables(t, "Projects")[0] {
		var heads []record.Head
		for i, name := range []string{"first", "second"} {
			h := ofOutcome(r[name+" run"])
			h.RunID, h.Context.Project, h.UpdatedAt = name, "shop", record.At(now.Add(time.Duration(i)*time.Hour))
			heads = append(heads, h)
		}
		for range 2 { // whichever is read first
			a := applied(treeOf("x"), from(heads...), present).Projects[0].Packs[0]
			slices.Sort(a.OpenRuns)
			if a.RunID != r["shown"] || !slices.Equal(a.OpenRuns, words(r["open runs"])) {
				t.Errorf("%v: %s, open %q", r, a.RunID, a.OpenRuns)
			}
			slices.Reverse(heads)
		}
	}
}

func TestDocumentSaysWhatItTakesForASuggestion(t *testing.T) {
	of := map[string]string{}
	for _, r := range tables(t, "What needs attention")[0] {
		of[r["suggestion"]] += r["when"] + "; "
	}
	for advice, parts := range map[Advice][]string{
		Rehearse: {
			fmt.Sprintf("none for %d days", StaleAfter/(24*time.Hour)), fmt.Sprintf("none of %d starts or more", UntakenAfter),
		},
		WriteAlternative: {"often failed"},
		MendCheck:        {"often overridden, waived or pushed through"},
		SplitStep: {
			"often retried or redone", fmt.Sprintf("at least %d times what is expected, of %d attempts", SlowFactor, SlowRuns),
		},
	} {
		for _, part := range parts {
			if !strings.Contains(of[string(advice)], part) {
				t.Errorf("%s: the table does not say %q", advice, part)
			}
		}
		delete(of, string(advice))
	}
	if len(of) > 0 {
		t.Errorf("nothing in the code suggests %v", of)
	}
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{fmt.Sprintf("Often means in %d runs or more, and in at least %d %%", OftenRuns, OftenPercent), fmt.Sprintf("A rate with n below %d is not shown", Enough)} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s does not say %q", document, want)
		}
	}
}

func TestPackWhoseRevisionIsNotKnownHasNoLevel(t *testing.T) {
	fails := func(string) (pack.Revision, error) { return pack.Revision{}, os.ErrPermission }
	m := mature(treeOf("x", "y"), from(proving("proven", "present")), fails)
	if m.Packs[0].Level != "" || m.Packs[0].BestEver != Proven || m.Packs[1].Level != Untried || len(m.Undigested) != 1 {
		t.Errorf("%+v", m)
	}
	a := applied(treeOf("x"), from(func() record.Head { h := proving("proven", "present"); h.Context.Target = "t"; return h }()), fails)
	if a.Projects[0].Packs[0].Current || a.Projects[0].Packs[0].Gone || len(a.Undigested) != 1 {
		t.Errorf("%+v", a)
	}
}

func TestDigestIsAskedForOncePerPackAndOnlyWhereThereAreRuns(t *testing.T) {
	var asked []string
	digest := func(file string) (pack.Revision, error) {
		asked = append(asked, file)
		return pack.Revision{Digest: "present"}, nil
	}
	mature(treeOf("x", "quiet"), from(proving("proven", "present"), proving("tried", "other"), head("gone", "", 0)), digest)
	if diff := cmp.Diff([]string{"/r/x/pack.yaml"}, asked); diff != "" {
		t.Error(diff)
	}
}

func TestDamagedRecordStopsNothing(t *testing.T) {
	staged := proving("staged", "present")
	runs := func(yield func(record.Summary, *store.Damaged) bool) {
		_ = yield(record.Summary{}, &store.Damaged{Path: "a.json", Err: os.ErrInvalid}) && yield(staged.Summary(), nil)
	}
	if m := mature(treeOf("x"), runs, present); m.Packs[0].Level != Staged || len(m.Damaged) != 1 {
		t.Errorf("%+v", m)
	}
}
