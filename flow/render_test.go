package flow

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// failover has all that a drawing can show, and titles that try to break out of one.
func failover() (Stage, Label) {
	root := Stage{
		Sequential: true,
		Steps:      []Item{{ID: "page"}, {ID: "freeze"}},
		Stages: []Stage{
			{
				ID:    "assess",
				Steps: []Item{{ID: "measure", Produces: []string{"lag", "mode"}}, {ID: "end", Uses: []string{"lag", "mode"}}},
				Gates: []Item{{ID: "go-no-go", Uses: []string{"lag"}}},
			},
			{
				ID: "act", Requires: []string{"assess"}, Sequential: true,
				Steps:  []Item{{ID: "fence", Requires: []string{"go-no-go"}}, {ID: "promote", Uses: []string{"lag"}}},
				Stages: []Stage{{ID: "after", Steps: items("tell"), Gates: items("told")}, {ID: "empty"}},
				Gates:  []Item{{ID: "closed", Requires: []string{"empty", "told"}, Since: []string{"promote", "end"}}},
			},
		},
	}
	titles := map[string]string{
		"act": "Act \"now\"", "fence": "Fence\\ \"it\"]; end", "measure": "<b>&amp;</b> #35; `x`", "told": "Two\nlines", "promote": "Größe 東京",
	}
	return root, func(id string) string { return titles[id] }
}

func TestDrawingsAreExact(t *testing.T) {
	root, label := failover()
	g, err := New(root, map[string]bool{"mode": true})
	if err != nil {
		t.Fatal(err)
	}
	taken := func(id string) bool {
		return slices.Contains([]string{"page", "freeze", "measure", "end", "go-no-go", "fence"}, id)
	}
	for name, got := range map[string]string{
		"failover.txt": g.Text(label), "failover.dot": g.Dot(label, nil), "failover.mmd": g.Mermaid(label, nil),
		"failover-run.dot": g.Dot(label, taken), "failover-run.mmd": g.Mermaid(label, taken),
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTitleCannotLeaveItsQuotes(t *testing.T) {
	root := Stage{Steps: items("a")}
	g := mustNew(t, root)
	for _, title := range []string{`"`, `\"`, `\\"`, `"] --> x["`, "\"\n}\n", "a\r\nb", `#quot;`, "`md`", "<script>"} {
		label := func(string) string { return title }
		if got := strings.Count(g.Mermaid(label, nil), "\n"); got != 2 {
			t.Errorf("%q makes %d lines of Mermaid", title, got)
		}
		if body := strings.Split(g.Mermaid(label, nil), "\n")[1]; strings.Count(body, `"`) != 2 || strings.Contains(body, "<script") {
			t.Errorf("%q: %s", title, body)
		}
		body := strings.Split(g.Dot(label, nil), "\n")[4]
		inside := strings.TrimSuffix(strings.TrimPrefix(body, `  "a" [label="`), `"]`)
		inside = strings.NewReplacer(`\\`, "", `\"`, "").Replace(inside)
		if strings.Contains(inside, `"`) {
			t.Errorf("%q: %s", title, body)
		}
	}
}

func TestDrawingShowsNothingTwice(t *testing.T) {
	root, label := failover()
	g := mustNew(t, root)
	for _, drawing := range []string{g.Dot(label, nil), g.Mermaid(label, nil)} {
		seen := map[string]bool{}
		for line := range strings.Lines(drawing) {
			if strings.Contains(line, "->") && seen[line] {
				t.Errorf("twice: %s", line)
			}
			seen[line] = true
		}
	}
}
