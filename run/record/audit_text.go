package record

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// broken is what is found of a record by its text alone, where decoding it gave err; nil where it can be looked into. Text that
// ends early was cut, unless something before its end is no text.
func broken(data []byte, err error) *Finding {
	var schema *SchemaError
	var damaged *DamagedError
	errors.As(err, &damaged)
	at := notText(data)
	switch {
	case damaged != nil && damaged.Truncated && (at < 0 || !utf8.FullRune(data[at:])):
		return &Finding{Verdict: VerdictCut, Message: fmt.Sprintf("the file ends at byte %d, in the middle of the record", damaged.Offset)}
	case at >= 0:
		return alteredByte(damagedAt(data, at, "it is not UTF-8"))
	case errors.As(err, &schema):
		return &Finding{Verdict: VerdictUnknown, Field: "schema", Message: fmt.Sprintf("schema %q is not known", schema.Schema)}
	case damaged != nil:
		return alteredByte(damaged)
	}
	return nil
}

// alteredByte is the finding that a byte is not as it was written, or that nothing is where something was.
func alteredByte(d *DamagedError) *Finding {
	message := fmt.Sprintf("byte %d%s: %s", d.Offset, d.place.within(), d.Why)
	if d.absent {
		message = strings.TrimPrefix(d.place.String()+": ", ": ") + d.Why
	}
	return &Finding{Verdict: VerdictAltered, Seq: d.place.event(), Field: d.place.field(), Message: message}
}

// notText returns the first byte that is no UTF-8; -1 where all are.
func notText(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// text makes a tree of the text, for what is to be named in it.
func (a *audit) text() *Finding {
	if f := broken(a.data, nil); f != nil {
		return f
	}
	var err error
	if a.whole, err = parseTree(a.data); err != nil {
		return altered(0, "%s", err)
	}
	return nil
}

// spelling looks for text that a reader of JSON may take for something else than what the hashes are of: a key that an object has
// twice, a character in another spelling. White space between the values is nobody's matter.
func (a *audit) spelling() *Finding {
	if at := spelledOtherwise(a.data, a.whole.append(nil)); at >= 0 {
		return alteredByte(damagedAt(a.data, at, "not as rtut writes it: a key that is there twice, or a character in another spelling"))
	}
	return nil
}
