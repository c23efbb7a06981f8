package score

import (
	"context"
	"fmt"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/store"
)

// trustOf counts the items of a finished run by their proof. A run that was closed by an earlier rtut does not say: then it
// is by the pack as it was kept. nil: it is not known.
func trustOf(tree *store.Tree, id string) record.Trust {
	if id == "" {
		return nil
	}
	rec, file := tree.Record(context.Background(), id)
	switch {
	case rec == nil || !rec.Finished():
		return nil
	case rec.Trust != nil:
		return rec.Trust
	}
	p, _ := pack.Parse(pack.FileName, file)
	if p == nil {
		return nil
	}
	return run.NewView(p, rec, rec.FinishedAt.Time).Trust()
}

// ByWord says how much of what a level rests on is by word or pasted: "3 of 16 by word or pasted"; "" for nothing, or where that is not
// known.
func ByWord(t record.Trust) string {
	n := t[record.Standing(record.Word)] + t[record.Standing(record.Pasted)]
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d by word or pasted", n, t.Items())
}

// By says a level and how much of it is by word or pasted, by the items of the run that proves it: "proven, 3 of 16 by word or pasted".
func (l Level) By(t record.Trust) string {
	if weak := ByWord(t); weak != "" {
		return string(l) + ", " + weak
	}
	return string(l)
}
