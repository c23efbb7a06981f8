package boxes

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"
	"pgregory.net/rapid"

	"rtut/flow"
)

var update = flag.Bool("update", false, "write the golden files again")

func topology(t interface{ Fatal(...any) }, root flow.Stage) *flow.Topology {
	g, err := flow.New(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.Topology()
}

func bare(id string) Card { return Card{Head: id} }

func items(ids ...string) []flow.Item {
	out := make([]flow.Item, len(ids))
	for i, id := range ids {
		out[i].ID = id
	}
	return out
}

// graphs are drawn in the golden files of their names.
var graphs = map[string]flow.Stage{
	"chain":  {Sequential: true, Steps: items("one", "two", "three")},
	"apart":  {Steps: items("one", "two")},
	"fan":    {Steps: items("left", "middle", "right"), Gates: items("all")},
	"shared": {Sequential: true, Stages: []flow.Stage{{ID: "a", Steps: items("a1", "a2")}, {ID: "b", Steps: items("b1", "b2")}}},
	"crossing": {Steps: []flow.Item{
		{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "p", Requires: []string{"a", "c"}}, {ID: "q", Requires: []string{"b"}}, {ID: "r", Requires: []string{"a", "b"}},
	}},
	"far":      {Steps: []flow.Item{{ID: "a"}, {ID: "b"}, {ID: "c", Requires: []string{"b"}}, {ID: "d", Requires: []string{"c", "a"}}}},
	"implied":  {Steps: []flow.Item{{ID: "a"}, {ID: "b", Requires: []string{"a"}}, {ID: "c", Requires: []string{"a", "b"}}}},
	"produced": {Steps: []flow.Item{{ID: "a", Produces: []string{"lag"}}, {ID: "b", Uses: []string{"lag"}}}},
}

func TestDrawingsAreExact(t *testing.T) {
	texts := map[string]Card{
		"two":   {Frame: "act", Head: "[two] ✓", Lines: []string{"Größe 東京 " + strings.Repeat("with a title that has to be broken ", 3), "done, by force"}},
		"right": {Head: "right", Lines: []string{strings.Repeat("東", 40)}},
	}
	card := func(id string) Card {
		if c, there := texts[id]; there {
			return c
		}
		return bare(id)
	}
	for name, root := range graphs {
		for _, ascii := range []bool{false, true} {
			file := filepath.Join("testdata", name+map[bool]string{true: ".ascii"}[ascii]+".txt")
			got, fits := Draw(topology(t, root), card, Style{Width: 80, ASCII: ascii})
			if !fits {
				t.Errorf("%s does not fit", name)
			}
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
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		}
	}
}

func TestWhatIsTooWideIsNotDrawn(t *testing.T) {
	for name, root := range map[string]flow.Stage{
		"an id":    {Steps: items(strings.Repeat("x", 77))},
		"ids":      {Steps: items(strings.Repeat("x", 40), strings.Repeat("y", 40))},
		"many":     {Steps: items("aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff", "gggg", "hhhh", "iiii")},
		"a border": {Steps: items("framed")},
	} {
		card := func(id string) Card {
			if id == "framed" {
				return Card{Head: id, Frame: strings.Repeat("s", 77)}
			}
			return bare(id)
		}
		if got, fits := Draw(topology(t, root), card, Style{Width: 80}); fits || got != "" {
			t.Errorf("%s: it fits:\n%s", name, got)
		}
	}
}

// TestDrawingsSayWhatWaitsForWhat reads drawings of any graph back, by following their lines.
func TestDrawingsSayWhatWaitsForWhat(t *testing.T) {
	drawn := 0
	rapid.Check(t, func(t *rapid.T) {
		root := anyStage(t)
		topo := topology(t, root)
		got, fits := Draw(topo, func(id string) Card {
			return Card{Frame: "s", Head: id, Lines: []string{strings.Repeat("word ", len(id)*len(id))}}
		}, Style{Width: 80})
		if !fits {
			return
		}
		drawn++
		for line := range strings.Lines(got) {
			if width := runewidth.StringWidth(strings.TrimRight(line, "\n")); width > 80 {
				t.Fatalf("a line of %d columns:\n%s", width, got)
			}
		}
		direct, err := readBack(got)
		if err != nil {
			t.Fatalf("%v:\n%s", err, got)
		}
		for _, id := range topo.Items {
			if id == "" {
				continue
			}
			read, waits := closure(direct, id), waitsOf(topo, id)
			if diff := cmp.Diff(waits, read); diff != "" {
				t.Fatalf("%s waits for (-graph +drawing):\n%s\n%s", id, diff, got)
			}
		}
	})
	if drawn < 10 {
		t.Errorf("only %d were drawn", drawn)
	}
}

// anyStage makes a stage with some items, each of which may wait for those before, and stages of which some are sequential.
func anyStage(t *rapid.T) flow.Stage {
	ids := []string{}
	fresh := func(require bool) flow.Item {
		it := flow.Item{ID: fmt.Sprintf("i%d", len(ids))}
		for _, other := range ids {
			if require && rapid.IntRange(0, 3).Draw(t, "requires") == 0 {
				it.Requires = append(it.Requires, other)
			}
		}
		ids = append(ids, it.ID)
		return it
	}
	root := flow.Stage{Sequential: rapid.Bool().Draw(t, "sequential")}
	for range rapid.IntRange(0, 5).Draw(t, "steps") {
		root.Steps = append(root.Steps, fresh(true))
	}
	for n := range rapid.IntRange(0, 3).Draw(t, "stages") {
		s := flow.Stage{ID: fmt.Sprintf("s%d", n), Sequential: rapid.Bool().Draw(t, "sequential")}
		for range rapid.IntRange(0, 4).Draw(t, "steps") {
			s.Steps = append(s.Steps, fresh(true))
		}
		for range rapid.IntRange(0, 1).Draw(t, "gates") {
			s.Gates = append(s.Gates, fresh(false))
		}
		root.Stages = append(root.Stages, s)
	}
	return root
}

// waitsOf is all items that one waits for, directly or not.
func waitsOf(t *flow.Topology, id string) map[string]bool {
	out := map[string]bool{}
	var walk func(n int)
	walk = func(n int) {
		for _, l := range t.Waits[n] {
			if other := t.Items[l.To]; other != "" {
				out[other] = true
			}
			walk(l.To)
		}
	}
	walk(t.Number[id])
	return out
}

func closure(direct map[string][]string, id string) map[string]bool {
	out := map[string]bool{}
	var walk func(id string)
	walk = func(id string) {
		for _, other := range direct[id] {
			if !out[other] {
				out[other] = true
				walk(other)
			}
		}
	}
	walk(id)
	return out
}

// readBack returns for each box those whose lines lead to it. It knows the characters of lines and nothing else of this package.
func readBack(drawing string) (map[string][]string, error) {
	var cells [][]rune
	for line := range strings.Lines(drawing) {
		cells = append(cells, []rune(strings.TrimRight(line, "\n")))
	}
	at := func(y, x int) rune {
		if y < 0 || y >= len(cells) || x < 0 || x >= len(cells[y]) {
			return ' '
		}
		return cells[y][x]
	}
	owner := map[[2]int]string{} // of the cells of upper borders
	begins := map[string][2]int{}
	for y, line := range cells {
		for x, r := range line {
			if r != '┌' || at(y, x+1) != ' ' || at(y, x+2) != 's' {
				continue
			}
			id := strings.Fields(string(cells[y+1][x+1:]))[0]
			right := x
			for at(y, right) != '┐' {
				owner[[2]int{y, right}] = id
				right++
			}
			bottom := y
			for at(bottom, x) != '└' {
				bottom++
			}
			for port := x; port < right; port++ {
				if at(bottom, port) == '┬' {
					begins[id] = [2]int{bottom, port}
				}
			}
		}
	}
	direct := map[string][]string{}
	for id, from := range begins {
		heads, err := follow(at, from)
		if err != nil || len(heads) == 0 {
			return nil, fmt.Errorf("the line of %s: %w %v", id, err, heads)
		}
		for _, h := range heads {
			to := owner[[2]int{h[0] + 1, h[1]}]
			if to == "" || slices.Contains(direct[to], id) {
				return nil, fmt.Errorf("the line of %s ends at %v (%s)", id, h, to)
			}
			direct[to] = append(direct[to], id)
		}
	}
	return direct, nil
}

// follow returns where the heads of a line are that begins downwards from a cell. It goes down and sideways: a line never goes up from
// where it came down.
func follow(at func(y, x int) rune, from [2]int) ([][2]int, error) {
	leaves := map[rune]string{'│': "ud", '─': "lr", '┌': "dr", '┐': "dl", '└': "ur", '┘': "ul", '├': "udr", '┤': "udl", '┬': "dlr", '┴': "ulr", '┼': "udlr"}
	type place struct {
		y, x    int
		heading byte
	}
	steps := map[byte][2]int{'u': {-1, 0}, 'd': {1, 0}, 'l': {0, -1}, 'r': {0, 1}}
	opposite := map[byte]string{'u': "d", 'd': "u", 'l': "r", 'r': "l"}
	var heads [][2]int
	seen := map[place]bool{}
	queue := []place{{from[0], from[1], 'd'}}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if seen[p] || p.heading == 'u' {
			continue
		}
		seen[p] = true
		p.y, p.x = p.y+steps[p.heading][0], p.x+steps[p.heading][1]
		r := at(p.y, p.x)
		if r == '│' && p.heading != 'd' { // a crossing
			queue = append(queue, p)
			continue
		}
		if r == '▼' {
			heads = append(heads, [2]int{p.y, p.x})
			continue
		}
		if !strings.Contains(leaves[r], opposite[p.heading]) {
			return nil, fmt.Errorf("it breaks off at line %d, column %d, at %q", p.y+1, p.x+1, r)
		}
		for i := range len(leaves[r]) {
			if way := leaves[r][i]; string(way) != opposite[p.heading] {
				queue = append(queue, place{p.y, p.x, way})
			}
		}
	}
	slices.SortFunc(heads, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(heads), nil
}
