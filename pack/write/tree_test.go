package write_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"rtut/pack"
	"rtut/pack/write"
)

var update = flag.Bool("update", false, "write the golden files again")

// looped are templates with loops of every kind, and the lists that they are over.
var looped = map[string]struct {
	text  string
	lists map[string][]string // by variable
}{
	"steps that follow each other": {text: `schema: runbook-pack/v0.2
id: p
title: P
params: [{ id: hosts, type: list, items: hostname, required: false }, { id: limit, type: int, default: 3 }, { id: leader, type: hostname, default: b }]
datapoints: [{ id: lag, type: int, each: host, title: Lag, confirmed_by: even }, { id: all_lag, type: int }]
artefacts: [{ id: log, location: '/var/{{ host }}', produced_by: restart, used_by: [even, restart], each: host }]
order: sequential
steps:
  - { id: first, title: First }
  - id: restart
    for_each: { host: hosts, empty: true }
    title: Restart {{ host }} up to {{ limit }}
    instruction: 'Watch {{ host }}, and "{{ index .x }}".'
    effect: irreversible
    confirm: restart {{ host }}
    on: 'root@{{ host }}'
    command: |
      echo {{ host }} "{{ host }}/x" 'in {{ host }}' {{ limit }}
    verify: { kind: output-contains, command: 'lag {{ host }}', contains: 'of {{ host }}' }
    produces: [{ datapoint: lag, extract: '(\d+)' }]
    links: [{ title: '{{ host }}', url: 'https://g.example/{{ host }}' }]
    rollback: { instruction: 'Stop {{ host }}', command: 'stop {{ host }}' }
  - { id: look, for_each: { host: hosts, empty: true }, title: 'Look at {{ host }}', command: 'x "$RTUT_DATA_LAG" {{ lag }} "$RTUT_PARAM_LIMIT"', when: host != leader and lag < limit, requires: [restart] }
  - { id: last, title: Last, uses: [lag] }
gates:
  - { id: even, title: Even, requires: [restart, last], checks: [{ id: c, kind: expression, expr: 'all(hosts, lag[#] < limit)' }] }
`},
	"steps beside each other": {text: `schema: runbook-pack/v0.2
id: p
title: P
params: [{ id: hosts, type: list, items: hostname, required: false }]
steps:
  - { id: first, title: First }
  - { id: restart, for_each: { host: hosts, empty: true }, title: 'Restart {{ host }}', requires: [first] }
  - { id: next, for_each: { host: hosts, empty: true }, title: 'Then {{ host }}' }
  - { id: last, title: Last, requires: [restart, next] }
`},
	"stages": {text: `schema: runbook-pack/v0.2
id: p
title: P
params: [{ id: hosts, type: list, items: string, required: false }, { id: busy, type: bool, default: true }]
datapoints: [{ id: lag, type: int, each: host }]
order: sequential
steps: [{ id: first, title: First }]
stages:
  - id: site
    for_each: { host: hosts, empty: true, key: number }
    title: Site {{ host }}
    requires: [first]
    when: busy and host != 'none'
    order: sequential
    steps:
      - { id: drain, title: 'Drain {{ host }}', command: 'drain {{ host }}' }
      - { id: fill, title: Fill, requires: [drain], one_of: [{ id: a, title: 'A {{ host }}', recommended_when: host == 'x' }, { id: b }] }
    stages: [{ id: inner, requires: [fill], steps: [{ id: deep, title: Deep }] }]
    gates:
      - { id: own, title: Own, checks: [{ id: soak, kind: elapsed, since: fill, at_least: 1m }, { id: low, kind: expression, expr: lag < 3 }] }
  - id: after
    when: 'all(hosts, lag[#] < 16)'
    steps: [{ id: tell, title: Tell, requires: [site, drain, inner] }, { id: more, title: More, when: 'any(hosts, lag[#] > 3)' }]
`},
	"a list in the pack": {text: `schema: runbook-pack/v0.2
id: p
title: P
params: [{ id: leader, type: string, default: m 1, pattern: '.*' }]
datapoints: [{ id: lag, type: int, each: member }]
steps:
  - { id: move, for_each: { member: ['m 1', M2, 'it"s {{ x'] }, title: 'Move {{ member }}', command: 'echo {{ member }} "x{{ leader }}"', when: member != leader }
  - { id: read, for_each: { member: ['m 1', M2, 'it"s {{ x'] }, title: 'Read {{ member }}', requires: [move], produces: [lag] }
gates:
  - { id: even, title: Even, requires: [move], checks: [{ id: c, kind: expression, expr: 'lag["M2"] < 3' }] }
`},
}

func parse(t *testing.T, text string) *pack.Pack {
	t.Helper()
	p, found := pack.Parse(pack.FileName, []byte(text))
	if p == nil {
		t.Fatalf("%s\nin\n%s", found, text)
	}
	return p
}

func elements(n int) map[string][]string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("h%d.example", i+1)
	}
	return map[string][]string{"host": list}
}

// What a pack with loops is written out to loads as a pack, and says the same: every item has the same definition, the same words and
// waits for the same.
func TestWrittenOutPackSaysTheSame(t *testing.T) {
	for name, c := range looped {
		for _, n := range []int{0, 1, 3} {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				lists := elements(n)
				if name == "a list in the pack" {
					lists = nil
				}
				followed, err := parse(t, c.text).Over(lists)
				if err != nil {
					t.Fatal(err)
				}
				tree, ok := followed.WrittenOut()
				if !ok {
					t.Fatal("nothing was written out")
				}
				text, err := write.Tree(tree)
				if err != nil {
					t.Fatal(err)
				}
				holdSame(t, followed, parse(t, string(text)), string(text))
			})
		}
	}
}

// holdSame compares packs, but for the elements as a default and the words that name the loops.
func holdSame(t *testing.T, a, b *pack.Pack, text string) {
	t.Helper()
	if diff := cmp.Diff(a.Graph().Items(), b.Graph().Items()); diff != "" {
		t.Error(diff)
	}
	apart := func(digests map[string]string) map[string]string {
		kept := maps.Clone(digests)
		delete(kept, "param:hosts")
		delete(kept, "pack:")
		return kept
	}
	if diff := cmp.Diff(apart(a.ItemDigests()), apart(b.ItemDigests())); diff != "" {
		t.Errorf("%s\nin\n%s", diff, text)
	}
	if diff := cmp.Diff(apart(a.WordsDigests()), apart(b.WordsDigests())); diff != "" {
		t.Errorf("%s\nin\n%s", diff, text)
	}
	for i := range a.Artefacts {
		if diff := cmp.Diff([]string{a.Artefacts[i].ID, a.Artefacts[i].Location.Raw(), a.Artefacts[i].ProducedBy}, []string{b.Artefacts[i].ID, b.Artefacts[i].Location.Raw(), b.Artefacts[i].ProducedBy}); diff != "" {
			t.Error(diff)
		}
	}
}

// TestWrittenOut shows what each template is written out to.
func TestWrittenOut(t *testing.T) {
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(looped)) {
		lists := map[string][]string{"host": {"db1.example.com", "b"}}
		if name == "a list in the pack" {
			lists = nil
		}
		followed, err := parse(t, looped[name].text).Over(lists)
		if err != nil {
			t.Fatal(name, err)
		}
		tree, _ := followed.WrittenOut()
		text, err := write.Tree(tree)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "# %s\n%s\n", name, text)
	}
	const golden = "testdata/written_out.yaml"
	if *update {
		if err := os.WriteFile(golden, []byte(all.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), all.String()); diff != "" {
		t.Error(diff)
	}
}

// template is a pack of so many looped steps.
func template(steps int) string {
	var b strings.Builder
	b.WriteString("schema: runbook-pack/v0.2\nid: big\ntitle: Big\nparams: [{ id: hosts, type: list, items: hostname }]\ndatapoints:\n")
	for i := range steps {
		fmt.Fprintf(&b, "  - { id: lag%d, type: int, each: host }\n", i)
	}
	b.WriteString("order: sequential\nsteps:\n")
	for i := range steps {
		fmt.Fprintf(&b, "  - { id: s%d, for_each: { host: hosts }, title: 'Do {{ host }}', on: '{{ host }}', command: 'restart {{ host }}', verify: { kind: exit-code, command: ./lag.sh }, produces: [{ datapoint: lag%d, extract: '(.)' }] }\n", i, i)
	}
	b.WriteString("gates: [{ id: even, title: No lag, checks: [{ id: all, kind: expression, expr: 'all(hosts, lag0[#] < 16)' }] }]\n")
	return b.String()
}

// hostile is a template whose elements may be any text.
const hostile = `schema: runbook-pack/v0.2
id: p
title: P
params: [{ id: hosts, type: list, items: string, required: false }]
datapoints: [{ id: lag, type: int, each: host }]
steps:
  - id: restart
    for_each: { host: hosts }
    title: Restart {{ host }}
    instruction: 'Watch {{ host }}, and "{{ index .x }}".'
    effect: irreversible
    confirm: restart {{ host }}
    on: '{{ host }}'
    command: |
      echo {{ host }} "{{ host }}/x"
    verify: { kind: output-contains, command: 'lag {{ host }}', contains: 'of {{ host }}' }
    produces: [lag]
  - { id: tell, title: Tell, for_each: { host: hosts }, when: 'host != "none" and lag > 1' }
gates:
  - { id: even, title: Even, requires: [restart], checks: [{ id: c, kind: expression, expr: 'all(hosts, lag[#] < 3)' }] }
`

// Whatever the elements are, the pack is refused with a reason, or is written out to a pack that says the same.
func FuzzElements(f *testing.F) {
	f.Add("db1", "b")
	f.Add("{{ host }}", `it"s {{ x`)
	f.Add("a'; rm -rf /", "b $(x) `y` \\ #")
	f.Add("let lag = {}; (let x", "all(hosts, lag[#])")
	f.Fuzz(func(t *testing.T, a, b string) {
		followed, err := parse(t, hostile).Over(map[string][]string{"host": {a, b}})
		if err != nil {
			if err.Error() == "" {
				t.Fatal("a refusal without a reason")
			}
			return
		}
		tree, _ := followed.WrittenOut()
		text, err := write.Tree(tree)
		if err != nil {
			t.Fatal(err)
		}
		holdSame(t, followed, parse(t, string(text)), string(text))
	})
}

// allocated counts the bytes that a function allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Loading and writing out takes at most twice of what loading the same pack takes that an author has typed, and grows with the elements.
func TestWritingOutGrowsWithTheElements(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates, too")
	}
	over := func(n int) (out *pack.Pack, bytes uint64) {
		bytes = allocated(func() {
			var err error
			if out, err = parse(t, template(20)).Over(elements(n)); err != nil {
				t.Fatal(err)
			}
		})
		return out, bytes
	}
	over(1) // what is made once
	small, first := over(25)
	_, double := over(50)
	if double > first*5/2 {
		t.Errorf("25 elements take %d bytes, 50 take %d", first, double)
	}
	tree, _ := small.WrittenOut()
	text, err := write.Tree(tree)
	if err != nil {
		t.Fatal(err)
	}
	typed := allocated(func() { parse(t, string(text)) })
	if first > 2*typed {
		t.Errorf("writing out takes %d bytes, the same typed takes %d", first, typed)
	}
	large, _ := over(500)
	if got := len(large.Graph().Items()); got != 10_001 {
		t.Errorf("20 steps over 500 elements are %d items", got)
	}
}
