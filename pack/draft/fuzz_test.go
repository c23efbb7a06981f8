package draft

import (
	"errors"
	"testing"
	"unicode/utf8"
)

func FuzzPlan(f *testing.F) {
	for _, c := range refusals() {
		if len(c.plan) < 4<<10 {
			f.Add(c.plan)
		}
	}
	f.Add(recipeOf(leaf("a"), group("g", leaf("b"), leaf("c"))))
	f.Add(batch(update("a", `{"title": "x"}`), move("c", "g-branch1", 0)))
	f.Add(withSettings(source(), keyed("a", fileAt(1))))
	s := compileSchema(f)
	d := standing(f)
	before, _ := d.Encode()
	f.Fuzz(func(t *testing.T, plan string) {
		created, err := language().Create(draftID, "Check", []byte(plan), stamp())
		holds(t, created, err)
		changed, applyErr := language().Apply(d, 1, []byte(plan), stamp())
		holds(t, changed, applyErr)
		if after, _ := d.Encode(); string(after) != string(before) {
			t.Fatal("the draft itself has changed")
		}
		if err == nil || applyErr == nil {
			if err := verdict(t, s, plan); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// holds: what is taken is a valid draft, and what is not is refused in words.
func holds(t *testing.T, d *Draft, err error) {
	t.Helper()
	if err != nil {
		var r *Refusal
		if !errors.As(err, &r) || r.Message == "" || !utf8.ValidString(r.Error()) {
			t.Fatalf("not refused in words: %v", err)
		}
		return
	}
	data, err := d.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if back, _ := again.Encode(); string(back) != string(data) {
		t.Fatal("read and written it is another")
	}
	if faults := d.faults(testCatalog()); len(faults) > 0 {
		t.Fatal(faults[0].message)
	}
}
