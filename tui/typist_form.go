package tui

import (
	"cmp"
	"errors"
)

// asker is a dialog that asks for the fields of a form.
type asker interface{ asked() *fields }

// Inputs names the texts that the interface asks for at present: those of a form by the names of its fields, a phrase, what is
// sought, the filter of packs. Empty where a text would not be taken.
func (t *Typist) Inputs() []string {
	switch d := t.m.dialog.(type) {
	case nil:
		return t.screenInput()
	case *phraseDialog:
		return []string{"phrase"}
	case asker:
		var names []string
		for i, f := range d.asked().list {
			if d.asked().shown(i) && f.takesText() {
				names = append(names, f.name)
			}
		}
		return names
	}
	return nil
}

// Choices is how many choices the field of a form has that has most; 0 where nothing is to be chosen.
func (t *Typist) Choices() int {
	most := 0
	if d, is := t.m.dialog.(asker); is {
		for _, f := range d.asked().list {
			most = max(most, len(f.choices))
		}
	}
	return most
}

// Title is the title of the dialog; "" where there is none.
func (t *Typist) Title() string {
	if t.m.dialog == nil {
		return ""
	}
	title, _ := t.m.dialog.view(t.m.styles, 80, 24)
	return title
}

// screenInput is what is typed into where there is no dialog.
func (t *Typist) screenInput() []string {
	switch s := t.m.screen().(type) {
	case *packsScreen:
		return []string{"filter"}
	case *runScreen:
		if s.finding != nil {
			return []string{"find"}
		}
	}
	return nil
}

// Pick picks the choice at pick, or the last, in every field of a form that has some. Without a form it does nothing.
func (t *Typist) Pick(pick int) error {
	if d, is := t.m.dialog.(asker); is {
		return t.eachField(d.asked(), func(f *field) error { return t.pick(f, pick) })
	}
	return nil
}

// FillIn fills in what is asked for and hands it in: "x" for each text that is not fixed, all ticks, and of choices the one at pick, or the last. The input
// of this name gets text instead; "" for none. A phrase is typed as it is wanted unless it is that input. Where no dialog asks, text and
// Enter go to the screen.
func (t *Typist) FillIn(pick int, input, text string) error {
	switch d := t.m.dialog.(type) {
	case *phraseDialog:
		if input == "" {
			text = d.phrase
		}
	case asker:
		return errors.Join(t.eachField(d.asked(), func(f *field) error {
			if f.name == input {
				return t.Write(text)
			}
			return t.fill(f, pick)
		}), t.Press("ctrl+d"))
	}
	return errors.Join(t.Write(text), t.Press("enter"))
}

// eachField goes through the fields that a form shows, from the first to the last.
func (t *Typist) eachField(form *fields, do func(f *field) error) error {
	for form.move(-1) {
	}
	for at := -1; len(form.list) > 0 && form.at != at; {
		at = form.at
		if err := errors.Join(do(form.list[at]), t.Press("tab")); err != nil {
			return err
		}
	}
	return nil
}

// fill gives a field something that it may well take.
func (t *Typist) fill(f *field, pick int) error {
	switch {
	case f.tick && !f.on:
		return t.Press("space")
	case f.takesText() && f.text() == "":
		return t.Write(cmp.Or(f.wants, "x"))
	}
	return t.pick(f, pick)
}

// pick picks one of the choices of a field.
func (t *Typist) pick(f *field, pick int) error {
	for f.choices != nil && f.pick != min(pick, len(f.choices)-1) {
		if err := t.Press("space"); err != nil {
			return err
		}
	}
	return nil
}
