package tui

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run"
	"rtut/run/plain"
	"rtut/run/record"
)

// hostile are texts that would do something to a terminal, or that terminals disagree about the width of.
var hostile = []string{
	"\x1b]52;c;ZXZpbA==\x07", "\x1b[2J\x1b[H", "\x1b[999;999Hx", "\u009b31m", "\u009d0;title\u009c", "\x1b]0;never ends", "\x1b[c\x1b[6n\x1b]10;?\x07",
	"\x1bP+q544e\x1b\\", "\x00\x07\x08\r\n\v\f", "\x1b(0lqk", "\u202eabc\u2066", "\u200b\u2060\ufeff", "a\ufe00\U000E0100\u3164\u00ad", "\xff\xfe\x80",
	"漢字かな交じり文", "👩‍👩‍👧‍👦 family", "🇩🇪🇫🇷", "é̂̃ñ", "a\u0301\u0302\u0303", "שלום עולם", "⚠️ ☎️ ©️", "1️⃣", "✔️", "👍🏽", "ﷺ", "\u1100\u1161\u11a8", "ก็ ำ",
	"\u0300\u0301", "\t\ttabs", strings.Repeat("x", 500), strings.Repeat("漢", 300), "", "🏴\U000E0067\U000E0062\U000E007F",
}

// hostileText draws a mixture of all that.
func hostileText(t *rapid.T, label string) string {
	parts := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(hostile), rapid.String()), 0, 5).Draw(t, label)
	return strings.Join(parts, "")
}

// spoiledBench is the drill with hostile text wherever a pack, a record or a person can put any.
func spoiledBench(t testing.TB, draw func(label string) string) *bench {
	b := newBench(t, mustRead(t), 80, 24)
	b.newRun(run.New{})
	p, rec := b.place.Session.Pack, b.record()
	words := func(label string) value.Text {
		parsed, _ := value.ParseText(draw(label), nil)
		return parsed
	}
	p.Title, p.Summary, p.Owner = words("title"), words("summary"), draw("owner")
	step := p.Step("promote")
	step.Title, step.Performer = words("step"), draw("performer")
	for i := range step.Alternatives {
		a := &step.Alternatives[i]
		a.Instruction, a.Verify.Prompt = words("instruction"), words("prompt")
	}
	step.Links = []pack.Link{{Title: words("link"), URL: words("url")}}
	p.Datapoints[0].Title, p.Artefacts[0].Title, p.Artefacts[0].Location = draw("datapoint"), draw("artefact"), words("location")
	p.Stage("assess").Title, p.Gate("go-no-go").Title = words("stage"), words("gate")
	p.Gate("go-no-go").Evidence[0].Title = draw("fact")
	p.Params[0].Title, p.Params[0].Help = draw("param"), draw("help")
	rec.Operator, rec.Reason, rec.Context.Project = draw("operator"), draw("reason"), draw("project")
	rec.Steps["promote"].Reason = draw("why")
	rec.Steps["promote"].Captures = []record.Capture{{Command: draw("command"), Output: draw("output")}}
	rec.Datapoints["lag"].Error, rec.Params["replica"] = draw("error"), value.StringValue(draw("value"))
	rec.Deviations = []record.Deviation{{Kind: record.OverrideDeviation, Reason: draw("deviation"), By: draw("by")}}
	rec.Events = append(rec.Events, record.Event{By: draw("who"), Action: record.VerbNote, Detail: record.Detail{Note: draw("note")}})
	b.m = New(context.Background(), b.world, Start{})
	b.m.push(newRunScreen(newSnapshot(b.place, 0, rec, b.clock)))
	return b
}

func mustRead(t testing.TB) string { return readPack(t, "drill") }

var sgr = regexp.MustCompile(`\x1b\[[0-9;:]*m`)

// harmless fails if a frame holds anything that does more than colour, or that is not to be seen.
func harmless(t interface{ Fatalf(string, ...any) }, frame string) {
	for _, r := range sgr.ReplaceAllString(frame, "") {
		if r != '\n' && (unicode.IsControl(r) || plain.Name(r) != "") {
			t.Fatalf("%q gets to the terminal: %q", r, frame)
		}
	}
}

// everywhere draws each tab, each item and each dialog.
func (b *bench) everywhere(check func()) {
	s := b.m.run()
	for tab := range tabCount {
		s.tab = tab
		check()
	}
	s.tab = flowTab
	for _, it := range s.snap.status.Items {
		s.flow.selected, s.inItem = it.ID, !s.inItem
		check()
	}
	for _, d := range []dialog{
		newNewDialog(b.place, rowsOf([]*record.Record{s.snap.rec}), nil, nil), newOverrideDialog(s.snap, "promote", nil), newPhraseDialog(s.snap, run.Start{Item: "promote"}, s.snap.pack().Title.Raw()),
		newEvidenceDialog(s.snap, "go-no-go", s.snap.facts("go-no-go"), nil), newDatapointDialog(s.snap, "lag"), newCloseDialog(s.snap),
		newVerifyDialog(s.snap, run.VerifyRequest{Verify: run.Verify{Item: "go-no-go"}}, false), newModeDialog(s.snap, ""), noteDialog(s.snap, "promote"),
	} {
		b.m.dialog = d
		check()
	}
	b.m.dialog = nil
	b.m.notice = notice{err: &run.Refusal{Code: run.WrongState, Message: s.snap.rec.Reason, Details: []string{s.snap.rec.Operator}}}
	check()
	b.m.notice = notice{said: s.snap.rec.Reason}
	check()
}

func TestHostileTextStaysInItsCellAtEveryWidth(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	rapid.Check(t, func(rt *rapid.T) {
		b := spoiledBench(t, func(label string) string { return hostileText(rt, label) })
		b.m.width, b.m.height = rapid.IntRange(20, 200).Draw(rt, "width"), rapid.IntRange(5, 60).Draw(rt, "height")
		b.everywhere(func() {
			harmless(rt, strings.Join(b.m.frame(), "\n"))
			if fault := b.crooked(); fault != "" {
				rt.Fatal(fault)
			}
		})
	})
}

func TestEachHostileTextStaysInItsCell(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	for i, text := range hostile {
		b := spoiledBench(t, func(string) string { return text + " and " + text })
		for w := 20 + i%8; w <= 200; w += 8 {
			b.m.width, b.m.height = w, 24
			harmless(t, strings.Join(b.m.frame(), "\n"))
			b.straight()
		}
	}
}

func TestAllHostileTextAtEveryWidth(t *testing.T) {
	b := spoiledBench(t, func(string) string { return strings.Join(hostile[:len(hostile)-6], " ") })
	for w := 20; w <= 200; w++ {
		b.m.width, b.m.height = w, 24
		harmless(t, strings.Join(b.m.frame(), "\n"))
		b.straight()
	}
}

func TestHostileInputStaysInItsField(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.press("o")
		for _, text := range hostile {
			b.send(tea.PasteMsg{Content: text})
			harmless(t, strings.Join(b.m.frame(), "\n"))
			b.straight()
		}
	})
}

func TestHostileOutputKeepsItsColoursAlone(t *testing.T) {
	drill(t, 80, 24, func(b *bench) {
		b.shell.outputs["echo lag=512"] = "\x1b[31mred\x1b[2J\x1b]0;title\x07\x1b[5;5Hmoved\u009bJ\n" + strings.Join(hostile, "\n") + "\nlag=512\n"
		b.press("space", "v", "y", "up", "up")
		frame := strings.Join(b.m.frame(), "\n")
		harmless(t, frame)
		b.straight()
		b.press("pgup", "pgup", "pgup", "pgup", "pgup", "pgup")
		if frame := strings.Join(b.m.frame(), "\n"); !strings.Contains(frame, "\x1b[31mred") {
			t.Errorf("the colour is gone: %q", frame)
		}
	})
}
