// Package recordtest gives tests the records that they need as text.
package recordtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
)

// Sealed gives the text of a record the chain of events that rtut would have given it, by the words of docs/run-spec.md alone: nothing
// of it is the engine's. A record without events gets one that begins it. So a test can say what a record holds without
// playing a run, and it is not taken for one that something other than rtut has altered. What its state follows from is not looked at.
func Sealed(text string) (string, error) {
	record := map[string]any{}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&record); err != nil {
		return "", err
	}
	events, _ := record["events"].([]any)
	if len(events) == 0 {
		events = []any{map[string]any{"at": record["created_at"], "by": "ana", "action": "new", "detail": map[string]any{}}}
	}
	delete(record, "events")
	delete(record, "head")
	rest := hash(record)
	prev := ""
	for i, one := range events {
		event, is := one.(map[string]any)
		if !is {
			return "", errors.New("an event is no object")
		}
		delete(event, "hash")
		delete(event, "rest")
		event["seq"], event["prev"] = i+1, prev
		if i == len(events)-1 {
			event["rest"] = rest
		}
		prev = hash(event)
		event["hash"] = prev
	}
	record["events"], record["head"] = events, map[string]any{"seq": len(events), "hash": prev}
	return string(canonical(record)) + "\n", nil
}

// Grown gives the text of a sealed record with one note more, as a later write of the same run leaves it.
func Grown(text, note string) (string, error) {
	record := map[string]any{}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&record); err != nil {
		return "", err
	}
	events, head := record["events"], record["head"].(map[string]any)
	delete(record, "events")
	delete(record, "head")
	all := events.([]any)
	event := map[string]any{
		"seq": len(all) + 1, "at": record["updated_at"], "by": "ana", "action": "note", "detail": map[string]any{"note": note},
		"rest": hash(record), "prev": head["hash"],
	}
	event["hash"] = hash(event)
	record["events"], record["head"] = append(all, event), map[string]any{"seq": event["seq"], "hash": event["hash"]}
	return string(canonical(record)) + "\n", nil
}

// canonical is the canonical form: encoding/json sorts keys, and escapes as the spec says.
func canonical(v any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // it was decoded from JSON
	}
	return bytes.TrimSpace(out.Bytes())
}

func hash(v any) string {
	sum := sha256.Sum256(canonical(v))
	return "sha256:" + hex.EncodeToString(sum[:])
}
