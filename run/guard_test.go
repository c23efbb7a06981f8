package run

import (
	"strings"
	"testing"

	"rtut/pack"
	"rtut/run/record"
)

func TestABlankReasonIsNone(t *testing.T) {
	p := load(t, walkPacks["gate, datapoint and phrase"])
	rec := on(t, p, begin(t, p), SetValues{Values: map[string]string{"lag": "1"}})
	blank := " \t\n"
	override := &Override{Reason: blank, AcknowledgeRisk: true}
	for _, act := range []Action{
		Start{Item: "cut", Phrase: "cut at 1", Override: override},
		SetValues{Values: map[string]string{"lag": "2"}, Reason: blank},
		Waive{Item: "go", Reason: blank},
		HandOver{To: "bo", Reason: blank},
	} {
		refusedAs(t, p, rec, act, ReasonRequired)
	}
}

func TestWhoAuthorizesIsOneWord(t *testing.T) {
	p := load(t, walkPacks["gate, datapoint and phrase"])
	rec := on(t, p, begin(t, p), Waive{Item: "go", Reason: "r"})
	for _, name := range []string{"two words", "\x1b[31m", record.AutoConfirmName, " "} {
		refusedAs(t, p, rec, Start{Item: "cut", Phrase: "cut at 3", AuthorizedBy: name}, OperatorInvalid)
		refusedAs(t, p, rec, SwitchMode{To: record.AutoConfirm, Preauthorize: []Wanted{{"cut", "cut"}}, AuthorizedBy: name}, OperatorInvalid)
	}
}

func TestASecretIsNamedByItsPlace(t *testing.T) {
	p := load(t, walkPacks["produced value"])
	token := "ghp_16C7e42F292c6912E7710c838347Ae" + "178B4a"
	rec := begin(t, p)
	for place, try := range map[string]func() error{
		"operator": func() error {
			_, _, err := Transition(p, rec, Actor{Name: token}, Note{Text: "n"}, dawn)
			return err
		},
		"note": func() error {
			_, _, err := Transition(p, rec, Actor{Name: "ana"}, Note{Text: token}, dawn)
			return err
		},
	} {
		err := try()
		if err == nil || !strings.HasPrefix(err.Error(), place+" looks like ") || strings.Contains(err.Error(), token) {
			t.Errorf("a secret as %s: %v", place, err)
		}
	}
}

func TestAnOverrideIsOfferedOnlyWhereItIsAllowed(t *testing.T) {
	old, now := load(t, walkPacks["v0.1"]), load(t, walkPacks["gate, datapoint and phrase"])
	manual := begin(t, now)
	for _, c := range []struct {
		pack    *pack.Pack
		rec     *record.Record
		item    string
		offered bool
	}{
		{old, begin(t, old), "drop", false}, {now, manual, "cut", true}, {now, on(t, now, manual, SwitchMode{To: record.AutoConfirm}), "cut", false},
	} {
		_, _, err := Transition(c.pack, c.rec, Actor{Name: "ana"}, Start{Item: c.item}, dawn)
		if err == nil || strings.Contains(err.Error(), "--override") != c.offered {
			t.Errorf("%s in mode %q: %v", c.pack.Schema, c.rec.Mode, err)
		}
	}
}
