package record

import "bytes"

// Sealed is sealed.
func Sealed(data []byte) bool { return sealed(data) }

// Unseal takes the events of a record out of the chain.
func Unseal(r *Record) { r.sealed = 0 }

// Marshal is marshal.
func Marshal(v any) ([]byte, error) { return marshal(v) }

// RestHash is the digest of all in the text of a record but its events; "" where it is none.
func RestHash(text []byte) string {
	whole, err := parseTree(text)
	if err != nil {
		return ""
	}
	return restHash(whole)
}

// EventHash is the digest of an event in the text of a record.
func EventHash(text []byte, event int) (string, error) {
	whole, err := parseTree(text)
	if err != nil {
		return "", err
	}
	return eventHash(whole.at("events", event)), nil
}

// SameValue reports whether two texts have the same canonical form.
func SameValue(a, b []byte) bool {
	x, errX := parseTree(a)
	y, errY := parseTree(b)
	return errX == nil && errY == nil && bytes.Equal(x.canonical(nil), y.canonical(nil))
}

// EventOf is the number of the event that a place in a record lies in; 0 for none.
func EventOf(path []string) int { return place(path).event() }
