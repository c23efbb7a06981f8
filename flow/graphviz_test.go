package flow

import (
	"encoding/xml"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestGraphvizDrawsWhatIsMeant has the real Graphviz draw graphs with titles that try to break out, and reads its drawing.
func TestGraphvizDrawsWhatIsMeant(t *testing.T) {
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not installed")
	}
	root, label := failover()
	g := mustNew(t, root)
	taken := func(id string) bool { return id == "page" || id == "freeze" }
	captions := map[string][]string{}
	for _, id := range g.Items() {
		captions[id] = strings.Split(caption(id, label), "\n")
	}
	for name, source := range map[string]string{"a pack": g.Dot(label, nil), "a run": g.Dot(label, taken)} {
		t.Run(name, func(t *testing.T) {
			drawing := drawnByGraphviz(t, dot, source)
			for id, want := range captions {
				if got := drawing.texts["node"][id]; !slices.Equal(got, want) {
					t.Errorf("%s says %q, not %q", id, got, want)
				}
			}
			if got, want := len(drawing.texts["node"]), len(g.Items()); got != want {
				t.Errorf("%d nodes, not %d", got, want)
			}
			arrows := slices.DeleteFunc(g.Arrows(), func(a Arrow) bool { return g.end(a.From, true) == "" || g.end(a.To, false) == "" })
			if drawing.edges != len(arrows) {
				t.Errorf("%d edges, not %d", drawing.edges, len(arrows))
			}
			for _, stage := range []string{"assess", "act", "after"} {
				if got, want := drawing.texts["cluster"]["cluster_"+stage], strings.Split(caption(stage, label), "\n"); !slices.Equal(got, want) {
					t.Errorf("stage %s says %q, not %q", stage, got, want)
				}
			}
		})
	}
}

func TestGraphvizShowsEveryTitle(t *testing.T) {
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not installed")
	}
	for _, title := range []string{`"`, `\"`, `\\"`, `\N \G \n \l`, `"] --> x["`, `&amp; &quot; &#35;`, `<b>bold</b>`, `a } b {`, `// no comment`, `Größe 東京`} {
		g := mustNew(t, Stage{Steps: items("a")})
		drawing := drawnByGraphviz(t, dot, g.Dot(func(string) string { return title }, nil))
		if got := drawing.texts["node"]["a"]; len(got) != 2 || strings.ReplaceAll(got[1], "\u00a0", " ") != title {
			t.Errorf("%q is drawn as %q", title, got)
		}
	}
}

// svg is what is read of a drawing of Graphviz.
type svg struct {
	texts map[string]map[string][]string // of nodes and of clusters, by their names
	edges int
}

func drawnByGraphviz(t *testing.T, dot, source string) svg {
	t.Helper()
	cmd := exec.Command(dot, "-Tsvg")
	cmd.Stdin = strings.NewReader(source)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	type group struct {
		Class string   `xml:"class,attr"`
		Title string   `xml:"title"`
		Texts []string `xml:"text"`
	}
	var read struct {
		Graph struct {
			Groups []group `xml:"g"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal(out[strings.Index(string(out), "<svg"):], &read); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	drawing := svg{texts: map[string]map[string][]string{"node": {}, "cluster": {}}}
	for _, g := range read.Graph.Groups {
		if g.Class == "edge" {
			drawing.edges++
			continue
		}
		drawing.texts[g.Class][g.Title] = g.Texts
	}
	return drawing
}
