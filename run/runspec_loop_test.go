package run_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

var loopSentences = []sentence{
	{"R300 a run keeps the elements that it began with", inV02(restartAll, elementsAreKept)},
	{"R301 each element has items of its own, one after the other", inV02(restartAll, elementsFollowEachOther)},
	{"R302 elements that cannot be told apart, too many and none are refused", elementsAreJudged},
	{"R303 a changed list is a change in words", inV02(restartAll, changedListIsWords)},
	{"R304 what is new in a loop comes for each kept element", inV02(restartAll, newItemsForKeptElements)},
	{"R305 a variable stands for the list that it began with", inV02(restartAll, variableKeepsItsList)},
	{"R306 a mapping of values wants all of them", inV02(restartAll, mappingWantsAll)},
	{"R307 a phrase starts one element", inV02(restartAll, phraseStartsOneElement)},
}

// restartAll restarts two members, and wants all of them to follow.
const restartAll = `
datapoints: [{ id: lag, type: int, each: member }]
steps:
  - { id: look, title: Look }
  - id: restart
    for_each: { member: [m1, M2] }
    title: Restart {{ member }}
    effect: irreversible
    confirm: restart {{ member }}
    command: restart {{ member }}
    produces: [lag]
gates:
  - { id: even, title: Even, requires: [restart], checks: [{ id: all, kind: expression, expr: 'all(["m1", "M2"], lag[#] < 16)' }] }
`

// restarts carries the step of one element out.
func (p *play) restarts(element, lag string) {
	p.t.Helper()
	key := strings.ToLower(element)
	p.does(run.Start{Item: "restart-" + key, Phrase: "restart " + element})
	p.does(run.Complete{Item: "restart-" + key, Answers: run.Answers{Confirm: true}, Set: map[string]string{"lag_" + key: lag}})
}

func elementsAreKept(p *play) {
	p.wants("loops", map[string]*record.Loop{"member": {Elements: []string{"m1", "M2"}, Keys: []string{"m1", "m2"}}}, p.rec.Loops)
	p.completes("look")
	p.restarts("m1", "3")
	want := p.encoded()
	forgotten := *p.rec
	forgotten.Loops, forgotten.Steps = nil, nil
	p.rec = record.Replay(&forgotten)
	p.wants("replayed", want, p.encoded())
}

func elementsFollowEachOther(p *play) {
	p.wants("steps", []string{"look", "restart-m1", "restart-m2"}, record.SortedKeys(p.rec.Steps))
	p.wants("datapoints", []string{"lag_m1", "lag_m2"}, record.SortedKeys(p.rec.Datapoints))
	p.completes("look")
	p.refuses(run.UnmetPreconditions, run.Start{Item: "restart-m2", Phrase: "restart M2"})
	p.does(run.Start{Item: "restart-m1", Phrase: "restart m1"}, run.Fail{Item: "restart-m1", Reason: "it hangs"})
	p.refuses(run.UnmetPreconditions, run.Start{Item: "restart-m2", Phrase: "restart M2"})
	p.does(run.RetryStep{Item: "restart-m1", AcknowledgePartial: true})
	p.restarts("m1", "3")
	p.restarts("M2", "4")
	p.does(run.Verify{Item: "even"}, run.Finalize{})
}

// overHosts restarts each of a list that is given.
const overHosts = `
params: [{ id: hosts, type: list, items: string, required: false }]
steps:
  - { id: restart, title: 'Restart {{ host }}', for_each: { host: hosts } }
`

// numbered are so many elements.
func numbered(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("h%d", i+1)
	}
	return strings.Join(list, ",")
}

func elementsAreJudged(t *testing.T) {
	begun := func(body, hosts string) (*play, run.New) {
		p := &play{t: t, pack: parsePack(t, packText("v0.2", body)), now: dawn, by: run.Actor{Name: "ana"}, shell: &cannedShell{}, digest: "sha256:1"}
		n := p.birth(func(n *run.New) {
			if n.Params = map[string]string{}; hosts != "" {
				n.Params["hosts"] = hosts
			}
		})
		return p, n
	}
	for _, c := range []struct {
		hosts string
		code  run.Code
		want  string
	}{
		{"lb.1,lb-1", run.LoopKey, "restart: `lb.1` and `lb-1` have the same key, lb-1. Use `key: number`, or another list"},
		{"Lb,lB", run.LoopKey, "restart: `Lb` and `lB` differ by case alone. Use another list"},
		{"a,a", run.LoopKey, "restart: `a` stands twice in the list. Remove one"},
		{"a,--", run.LoopKey, "restart: `--` has no letter or digit from which an id could be made. Use `key: number`, or another list"},
		{strings.Repeat("a", 60), run.LoopKey, ""},
		{"", run.LoopEmpty, "restart: the list `hosts` has no elements, so nothing would be done for each host. Give it elements, or write `empty: true` into `for_each`"},
		{numbered(1_001), run.LoopSize, "restart: the list has 1001 elements, and at most 1000 were expected"},
	} {
		p, n := begun(overHosts, c.hosts)
		if got := p.refuses(c.code, n).Error(); c.want != "" {
			p.wants(c.hosts, c.want, got)
		}
	}
	p, n := begun(overHosts, numbered(1_000))
	p.does(n)
	p.wants("1,000 elements", 1_000, len(p.rec.Steps))
	p, n = begun(overHosts+"  - { id: look, title: Look, for_each: { host: hosts } }\n", numbered(2))
	p.does(n)
	p.wants("items of two loops", []string{"look-h1", "look-h2", "restart-h1", "restart-h2"}, record.SortedKeys(p.rec.Steps))
	p, n = begun(strings.Replace(overHosts, "{ host: hosts }", "{ host: hosts, empty: true }", 1)+"  - { id: look, title: Look }\n", "")
	p.does(n)
	p.wants("no elements", []string{"look"}, record.SortedKeys(p.rec.Steps))
	many := overHosts
	for i := range 10 {
		many += fmt.Sprintf("  - { id: s%d, title: S, for_each: { host: hosts } }\n", i)
	}
	p, n = begun(many, numbered(1_000))
	p.wants("11,000 items", "the loops are written out to 11000 items, and at most 10000 were expected", p.refuses(run.LoopSize, n).Error())
}

// changesTo goes on with the pack after texts in it were replaced by others.
func (p *play) changesTo(pairs ...string) {
	p.t.Helper()
	p.pack, p.digest = parsePack(p.t, packText("v0.2", strings.NewReplacer(pairs...).Replace(restartAll))), "sha256:2"
}

func changedListIsWords(p *play) {
	p.completes("look")
	p.changesTo("[m1, M2]", "[m1, M2, m3]")
	p.does(run.Note{Text: "there is a third"})
	p.wants("noted", record.VerbPackWords, p.rec.Events[len(p.rec.Events)-2].Action)
	p.restarts("m1", "3")
	p.wants("steps", []string{"look", "restart-m1", "restart-m2"}, record.SortedKeys(p.rec.Steps))
	p.wants("deviations", []record.DeviationKind{}, p.deviations())
}

func newItemsForKeptElements(p *play) {
	p.completes("look")
	p.restarts("m1", "3")
	p.changesTo("[m1, M2] }", "[m1, M2, m3] }", "gates:", "  - { id: greet, title: 'Greet {{ member }}', for_each: { member: [m1, M2, m3] } }\n"+
		"  - { id: paint, title: 'Paint {{ color }}', for_each: { color: [red] } }\ngates:")
	p.refuses(run.PackChanged, run.Start{Item: "restart-m2", Phrase: "restart M2"})
	p.does(run.AcceptPackChange{Reason: "we greet them, too", PackDigest: p.digest})
	p.wants("steps", []string{"greet-m1", "greet-m2", "look", "paint-red", "restart-m1", "restart-m2"}, record.SortedKeys(p.rec.Steps))
	p.wants("members", []string{"m1", "M2"}, p.rec.Loops["member"].Elements)
	p.wants("colors", []string{"red"}, p.rec.Loops["color"].Elements)
	want := p.encoded()
	p.rec = record.Replay(p.rec)
	p.wants("replayed", want, p.encoded())
	p.in("restart-m1", record.Done)
}

func variableKeepsItsList(p *play) {
	p.changesTo("[m1, M2] }", "members }", "datapoints:", "params: [{ id: members, type: list, default: [m1, M2] }]\ndatapoints:")
	for _, act := range []run.Action{run.Start{Item: "look"}, run.AcceptPackChange{Reason: "r", PackDigest: "sha256:2"}} {
		p.wants("refusal", "member stood for a list in the pack when the run began with it, and now stands for `members`. Give the new loop a variable of its own, or close the run",
			p.refuses(run.LoopValue, act).Error())
	}
	given := begin(p.t, packText("v0.2", overHosts), func(n *run.New) { n.Params = map[string]string{"hosts": "a,b"} })
	given.pack = parsePack(p.t, packText("v0.2", strings.Replace(overHosts, "host: hosts", "host: [a, b]", 1)))
	given.wants("refusal", "host stood for `hosts` when the run began with it, and now stands for a list in the pack. Give the new loop a variable of its own, or close the run",
		given.refuses(run.LoopValue, run.Start{Item: "restart-a"}).Error())
	given.pack = parsePack(p.t, packText("v0.2", overHosts)) // for what is checked at the end of each test
}

func mappingWantsAll(p *play) {
	p.completes("look")
	p.restarts("m1", "3")
	p.does(run.Start{Item: "restart-m2", Phrase: "restart M2"})
	p.refuses(run.ValueMissing, run.Complete{Item: "restart-m2", Answers: run.Answers{Confirm: true}})
	p.does(run.Complete{Item: "restart-m2", Answers: run.Answers{Confirm: true}, Set: map[string]string{"lag_m2": "16"}})
	p.does(run.Verify{Item: "even"})
	p.in("even", record.Failed)
	p.does(run.SetValues{Values: map[string]string{"lag_m2": "15"}, Reason: "it caught up"}, run.Verify{Item: "even"})
	p.in("even", record.Passed)
}

func phraseStartsOneElement(p *play) {
	p.completes("look")
	refusal := p.refuses(run.PhraseWrong, run.Start{Item: "restart-m1", Phrase: "restart M2"})
	if !slices.Contains(strings.Fields(refusal.Error()), "restart-m1:") {
		p.t.Errorf("it does not name the element: %s", refusal)
	}
}
