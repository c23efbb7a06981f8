package run

import (
	"cmp"
	"context"
	"errors"

	"rtut/pack"
	"rtut/run/record"
	"rtut/run/secret"
)

// former is what a run has followed so far, where the words of its pack have changed since.
type former struct {
	pack *pack.Pack // nil: not known
	text string     // digest under which the pack's file is kept as it is now; "": it is not
}

// ReadAgain is what satisfies the rule that was broken by who said something to words that are others now.
const ReadAgain = "Read them, and say it again"

// noteWords notes that the words of the pack have changed. What somebody says to words that were on no screen is refused: an answer, or a
// phrase, is to what the run had noted before.
func (t *transition) noteWords(words string, act Action) error {
	item, others := t.saysToOthers(act)
	t.emit(record.VerbPackWords, "", "", record.Detail{PackChange: &record.PackChange{
		PackText: t.former.text, Words: words, WordChange: wordChanges(t.former.pack, t.pack),
	}})
	if !others {
		return nil
	}
	t.stored = true
	var changes []string
	if t.former.pack != nil {
		changes = difference(t.former.pack, t.pack, false)
	}
	return refuse(PackChanged, item, "the words of the pack have changed since the run last recorded them, so this answer was to other words").listing(changes...).
		with(ReadAgain)
}

// saysToOthers reports whether an action says something to words that are others now: of its item or, where it is not known what they
// were, of any.
func (t *transition) saysToOthers(act Action) (item string, others bool) {
	if t.by.Auto || t.by.Reads || t.by.Words != "" || !says(act) {
		return "", false
	}
	item = act.target()
	alternative := ""
	if start, is := act.(Start); is {
		alternative = start.Alternative
	}
	if t.former.pack == nil || item == "" || t.former.pack.Item(item) == nil || t.pack.Item(item) == nil {
		return item, true
	}
	return item, renderedOf(t.former.pack, t.rec, item, alternative) != renderedOf(t.pack, t.rec, item, alternative)
}

// says reports whether an action says something to words of the pack: an answer to a check, or a phrase.
func says(act Action) bool {
	switch a := act.(type) {
	case Start:
		return a.Phrase != ""
	case Begin:
		return !a.Answers.none()
	case Verify:
		return !a.Answers.none()
	case Complete:
		return !a.Answers.none()
	case SwitchMode:
		return len(a.Preauthorize) > 0
	}
	return false
}

// words names what is on the screen of an item whose question, or title, is text.
func (t *transition) words(item, alternative, text string) *record.Words {
	w := &record.Words{PackText: t.rec.PackText, Rendered: renderedOf(t.pack, t.rec, item, alternative), Text: text}
	if _, found := secret.Look(text); found {
		w.Text = ""
	}
	return w
}

// wordsOfCheck names what was asked; nil of a check that asks nobody.
func (t *transition) wordsOfCheck(item string, c *pack.Check) *record.Words {
	if c.Kind != pack.Manual {
		return nil
	}
	return t.words(item, t.alternativeOf(item), c.Prompt.Display(t.rec.Values()))
}

// wordsOfStart names what stood over a phrase.
func (t *transition) wordsOfStart(def *pack.Step, alt *pack.Alternative) *record.Words {
	values := t.rec.Values()
	text := def.Title.Display(values)
	if way := alt.Title.Display(values); way != "" && way != text {
		text += ": " + way
	}
	return t.words(def.ID, alt.ID, text)
}

// renderedOf is a digest of all that is shown of an item when it is carried out, as it is rendered: title, instruction, links, command,
// host, phrase, and the checks with their questions.
func renderedOf(p *pack.Pack, rec *record.Record, item, alternative string) string {
	v := &View{pack: p, rec: rec}
	d := v.DetailOf(ItemView{ID: item, Title: p.Item(item).Title.Display(rec.Values())}, alternative)
	texts := []string{d.Title, d.Instruction, d.Command, d.Host, d.Phrase}
	for _, l := range d.Links {
		texts = append(texts, l.Title, l.URL)
	}
	for _, a := range d.Alternatives {
		if a.Chosen {
			texts = append(texts, a.Title)
		}
	}
	for _, c := range d.Checks {
		texts = append(texts, c.ID, c.Prompt, c.Command, c.Host, c.Wants)
	}
	return pack.Digest(texts...)
}

// wordChanges lists the texts in which a pack differs from what it was; nil where that is not known.
func wordChanges(before, now *pack.Pack) []record.WordChange {
	if before == nil {
		return nil
	}
	var changes []record.WordChange
	for _, c := range pack.Difference(before, now) {
		if c.Enforced {
			continue
		}
		if told := changeText(c); told != c.Text {
			changes = append(changes, record.WordChange{What: told})
			continue
		}
		changes = append(changes, record.WordChange{What: cmp.Or(c.What, c.Text), Was: c.Was, Is: c.Is})
	}
	return changes
}

// errOtherWords says that the words of the pack have changed, so that its file has to be kept before the record is written.
var errOtherWords = errors.New("the words of the pack have changed")

// former returns what the run has followed so far, having kept the pack's file as it is now.
func (s *Session) former(ctx context.Context, rec *record.Record) (former, error) {
	text, err := s.keep(ctx)
	return former{s.Before(rec), text}, err
}

// otherWords reports whether the words of a pack are not those that the run has noted, and nothing else has changed.
func otherWords(p *pack.Pack, rec *record.Record) bool {
	return !rec.Finished() && p.WordsDigest() != rec.Words && len(changesOf(p, rec, nil)) == 0
}
