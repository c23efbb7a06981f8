package run

import (
	"slices"
	"strings"

	"rtut/pack"
	"rtut/run/record"
)

// The files beside pack.yaml are part of what is consented to: a command may be a script, and who looks at the command has not
// seen it change. A run keeps the digests of those that were there when it began, and whatever is written later says which of
// them are not what they were. A change bars nothing by itself. It makes what was verified before out of date, and is a
// deviation once commands have begun, or a phrase was given, on files other than those of the beginning.

// filesNotAsBegun lists the files that are not what they were when the run began; nil where that is not known.
func filesNotAsBegun(p *pack.Pack, rec *record.Record) []string {
	if p.Files() == nil || len(rec.Events) == 0 || rec.Events[0].Detail.New == nil {
		return nil
	}
	return pack.ChangedFiles(rec.Events[0].Detail.New.Files, p.Files())
}

// noteFiles records, as a deviation, that commands which name files of the pack go on with other files than those that the run
// began with: once for what has changed.
func (t *transition) noteFiles(item, alternative string) {
	changed := filesNotAsBegun(t.pack, t.rec)
	if len(changed) == 0 || !t.pack.NamesFiles(item, alternative, t.rec.Files) {
		return
	}
	var told []string
	for _, file := range changed {
		told = append(told, filesChanged([]string{file}))
	}
	for _, d := range t.rec.Deviations {
		if d.Kind == record.PackChangeDeviation && slices.Equal(d.Unmet, told) {
			return
		}
	}
	t.emit(record.VerbPackFiles, item, "", record.Detail{Deviation: &record.Deviation{
		Kind: record.PackChangeDeviation, Item: item, Reason: strings.Join(told, ", "), Unmet: told, By: t.by.name(), At: t.now,
	}})
}

// filesOf returns one digest over the files that the command of an alternative names, for its confirmation; "" where it names
// none.
func (t *transition) filesOf(alt *pack.Alternative) string {
	return namedDigest(alt, t.rec.Files, t.pack.Files())
}

// filesLapsed reports whether a file that the command names is not the one that a confirmation was given for.
func filesLapsed(p *pack.Pack, rec *record.Record, alt *pack.Alternative, c *record.Confirmation) bool {
	return c.Files != "" && p.Files() != nil && namedDigest(alt, rec.Files, p.Files()) != c.Files
}

// namedDigest returns one digest over those of the watched files, as they are now, that the command of an alternative names.
func namedDigest(alt *pack.Alternative, watched, now map[string]string) string {
	if alt.Command == nil || now == nil {
		return ""
	}
	var texts []string
	for _, file := range record.SortedKeys(watched) {
		if alt.Command.NamesFile(file) {
			texts = append(texts, file, now[file])
		}
	}
	if texts == nil {
		return ""
	}
	return pack.Digest(texts...)
}
