package run_test

import (
	"context"
	"io"
	"testing"

	"rtut/run"
	"rtut/run/record"
)

// emptyValues has steps that say something with values, which are empty or lists without items.
const emptyValues = `
params:
  - { id: h, type: string, default: '' }
  - { id: blank, type: string, default: ' ' }
  - { id: odd, type: string, default: "db2\u200b " }
  - { id: none, type: list, default: '' }
  - { id: absent, type: string, required: false }
steps:
  - { id: remote, title: Remote, command: rm -rf /data, on: '{{ h }}', verify: { kind: exit-code, command: hostname } }
  - { id: nowhere, title: Nowhere, command: rm -rf /data, on: '{{ absent }}', verify: { kind: exit-code, command: hostname } }
  - { id: sealed, title: Sealed, effect: irreversible, confirm: '{{ h }}', command: wipe }
  - { id: spaced, title: Spaced, effect: irreversible, confirm: '{{ blank }}{{ h }}', command: wipe }
  - { id: hosted, title: Hosted, effect: irreversible, confirm: go, command: wipe, on: '{{ h }}' }
  - { id: listed, title: Listed, effect: irreversible, confirm: go, command: 'find {{ none }} -delete' }
  - { id: hidden, title: Hidden, effect: irreversible, confirm: 'promote {{ odd }}', command: wipe }
  - { id: equal, title: Equal, verify: { kind: output-contains, command: say, equals: '{{ h }}' } }
  - { id: silent, title: Silent, verify: { kind: output-contains, command: say, equals: '' } }
  - { id: held, title: Held, verify: { kind: output-contains, command: say, contains: '{{ blank }}' } }
  - { id: words, title: Words, verify: { kind: exit-code, command: 'ls {{ none }}' } }
  - { id: by-hand, title: By hand, verify: { kind: manual, command: 'ls {{ none }}', on: '{{ h }}' } }
`

func TestEmptyTextIsNeverNothing(t *testing.T) {
	p := begin(t, "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\n"+emptyValues)
	for item, want := range map[string]string{
		"sealed": "sealed: the text to confirm cannot be shown: `confirm` is empty, for h is empty. Give it a value first",
		"spaced": "spaced: the text to confirm cannot be shown: `confirm` is empty, for blank and h are empty. Give it a value first",
		"hosted": "hosted: the text to confirm cannot be shown: `on` is empty, for h is empty. Give it a value first",
		"listed": "listed: the text to confirm cannot be shown: none: the list has no items, so no word would be left of it. Give it a value first",
	} {
		for _, phrase := range []string{"", " ", "go"} {
			p.wants(item, want, p.refuses(run.NoValue, run.Start{Item: item, Phrase: phrase}).Error())
		}
	}
	for item, want := range map[string]string{
		"remote": "`on` is empty, for h is empty", "nowhere": "absent has no value", "equal": "`equals` is empty, for h is empty",
		"held": "`contains` is empty, for blank is empty", "words": "none: the list has no items, so no word would be left of it",
	} {
		p.does(run.Start{Item: item})
		p.session(func(s *run.Session) {
			if _, err := s.Verify(context.Background(), p.rec.RunID, run.VerifyRequest{Verify: run.Verify{Item: item}, Consent: true}, io.Discard); err != nil {
				t.Fatal(err)
			}
		})
		p.wants(item, []any{false, want}, []any{p.rec.Steps[item].Verification.Passed, p.rec.Steps[item].Verification.Error})
		p.refuses(run.NotVerified, run.Complete{Item: item})
	}
	p.wants("run", 0, len(p.shell.jobs))
}

func TestEmptyTextIsShownAsItIsWritten(t *testing.T) {
	p := begin(t, "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\n"+emptyValues)
	view := run.NewView(p.pack, p.rec, p.now)
	p.wants("host", "{{ h }}", view.Detail("remote", "").Host)
	p.wants("phrase", "{{ blank }}{{ h }}", view.Detail("spaced", "").Phrase)
	p.wants("command", "find {{ none }} -delete", view.Detail("listed", "").Command)
	for item, want := range map[string]string{
		"remote": "remote: the placeholders of its command cannot be filled in: `on` is empty, for h is empty",
		"listed": "listed: the placeholders of its command cannot be filled in: none: the list has no items, so no word would be left of it",
	} {
		_, err := view.Paste(item, "")
		p.wants(item, want, err.Error())
	}
}

func TestNoOutputIsAskedForByThePackAlone(t *testing.T) {
	p := begin(t, "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\n"+emptyValues)
	p.does(run.Start{Item: "silent"})
	p.ran("silent", "", run.Observation{})
	p.wants("passed", true, p.rec.Steps["silent"].Verification.Passed)
}

func TestAutoConfirmConfirmsNoCheckWhoseCommandCannotRun(t *testing.T) {
	p := begin(t, "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\norder: sequential\n"+
		"params: [{ id: none, type: list, default: '' }]\nsteps: [{ id: look, title: Look, verify: { kind: manual, command: 'ls {{ none }}' } }]\n", autoConfirmed())
	p.ticks()
	p.in("look", record.Running)
	p.wants("why", "none: the list has no items, so no word would be left of it", p.rec.Steps["look"].Verification.Error)
}

func TestStartTellsWhatCannotBeSeenOfAPhrase(t *testing.T) {
	p := begin(t, "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\n"+emptyValues)
	const want = "Type exactly, with --phrase: promote db2\u200b  (mind: it holds U+200B, a zero width space, after 11 characters, it ends with a blank)"
	p.wants("required", want, p.refuses(run.PhraseRequired, run.Start{Item: "hidden"}).Satisfy)
	p.wants("wrong", want, p.refuses(run.PhraseWrong, run.Start{Item: "hidden", Phrase: "promote db2"}).Satisfy)
	p.does(run.Start{Item: "hidden", Phrase: "promote db2\u200b "})
}
