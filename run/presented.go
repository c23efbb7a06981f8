package run

import (
	"slices"

	"rtut/pack"
	"rtut/pack/value"
	"rtut/run/record"
)

// holds says why a pre-authorization does not stand for an alternative as it would be started now; "" if it does.
func holds(a *record.Preauthorization, p *pack.Pack, rec *record.Record, alt *pack.Alternative) string {
	shown, err := presentedOf(p, rec, alt)
	switch {
	case err != nil:
		return "what it was given for cannot be shown any more: " + err.Error()
	case shown.sum(alt, rec, a.Lacks) != a.Digest:
		return endWords[record.EndRendered]
	case wordsSum(p.Step(a.Step), alt, rec, a.Lacks) != a.Words:
		return endWords[record.EndWords]
	case a.Files != "" && p.Files() != nil && namedDigest(alt, rec.Files, p.Files()) != a.Files:
		return "a file of the pack that its command names is not what it was"
	}
	return ""
}

// presented is what is shown of an alternative before it is started.
type presented struct {
	phrase, host string
	dir          string   // in which the command runs here, if the pack says so
	command      string   // "" while values are missing
	lacks        []string // the values that the command does not have
}

// presentedOf renders an alternative. Values may be missing from its command alone.
func presentedOf(p *pack.Pack, rec *record.Record, alt *pack.Alternative) (presented, error) {
	var f presented
	var err error
	values := rec.Values()
	if alt.Confirm != nil {
		if f.phrase, err = alt.Confirm.RenderVisible("confirm", values); err != nil {
			return f, err
		}
	}
	if alt.On != nil {
		if f.host, err = pack.RenderHost(alt.On, values); err != nil {
			return f, err
		}
	}
	if alt.Command == nil {
		return f, nil
	}
	if alt.On == nil {
		f.dir = p.Dir
	}
	if f.lacks = rec.Lacking(alt.Command.Names()); f.lacks == nil {
		f.command, err = alt.Command.Render(values)
	}
	return f, err
}

// sum is the digest of what is presented. Of a command that lacks values it is over its text and the values that it has; open are those that may
// become any.
func (f presented) sum(alt *pack.Alternative, rec *record.Record, open []string) string {
	if alt.Command == nil || len(open) == 0 && len(f.lacks) == 0 {
		return pack.Digest(append([]string{f.phrase, f.host, f.command}, dirText(f.dir)...)...)
	}
	texts := append([]string{f.phrase, f.host, alt.Command.Raw()}, dirText(f.dir)...)
	values := rec.Values()
	for _, name := range alt.Command.Names() {
		if !slices.Contains(open, name) {
			texts = append(texts, name, asTyped(values(name)))
		}
	}
	return pack.Digest(texts...)
}

// dirText adds a directory to what a digest is over. Packs without one keep their digests.
func dirText(dir string) []string {
	if dir == "" {
		return nil
	}
	return []string{"dir", dir}
}

// needsAuthority reports whether auto-confirm may start an alternative, and answer for it, only with a pre-authorization.
func needsAuthority(alt *pack.Alternative) bool {
	return alt.Confirm != nil || alt.Effect == pack.Irreversible
}

// textsOf are the words that are shown of a step that is started by an alternative, its question included.
func textsOf(def *pack.Step, alt *pack.Alternative) []value.Text {
	texts := []value.Text{def.Title, alt.Title, alt.Instruction, alt.Verify.Prompt}
	for _, l := range def.Links {
		texts = append(texts, l.Title, l.URL)
	}
	return texts
}

// lackingOf lists the values that neither the command nor the words of an alternative have yet.
func lackingOf(rec *record.Record, def *pack.Step, alt *pack.Alternative, shown presented) []string {
	all := slices.Clone(shown.lacks)
	for _, text := range textsOf(def, alt) {
		for _, name := range rec.Lacking(text.Names()) {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// wordsSum is the digest of the words of an alternative and of the values in them, except for those that may become any.
func wordsSum(def *pack.Step, alt *pack.Alternative, rec *record.Record, open []string) string {
	var texts []string
	values := rec.Values()
	for _, text := range textsOf(def, alt) {
		texts = append(texts, text.Raw())
		for _, name := range text.Names() {
			if !slices.Contains(open, name) {
				texts = append(texts, name, asTyped(values(name)))
			}
		}
	}
	return pack.Digest(texts...)
}
