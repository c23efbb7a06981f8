package record

// deepestIndented is how deep a value may be and still get a line of its own. No value that rtut writes is as deep: what does is
// what a newer rtut, or something other than rtut, has put into a record, and on lines of their own thousands of brackets would take megabytes.
const deepestIndented = 32

// indent gives compact JSON text with a line for each value, indented by two spaces for each object and list around it, as
// json.Indent does, except for values that are very deep.
func indent(compact []byte) []byte {
	return indentAt(make([]byte, 0, len(compact)+len(compact)/2), compact, 0)
}

// indentAt appends what indent makes of a value that is in so many objects and lists.
func indentAt(out, compact []byte, depth int) []byte {
	for i := 0; i < len(compact); {
		switch c := compact[i]; c {
		case '"':
			end := stringEnd(compact, i)
			if end < 0 {
				return append(out, compact[i:]...) // no JSON: it is given as it is
			}
			out = append(out, compact[i:end]...)
			i = end
			continue
		case '{', '[':
			end := undivided(compact, i, depth)
			if end > 0 {
				out = append(out, compact[i:end]...)
				i = end
				continue
			}
			depth++
			out = lineBreak(append(out, c), depth)
		case '}', ']':
			depth--
			out = append(lineBreak(out, depth), c)
		case ',':
			out = lineBreak(append(out, c), depth)
		case ':':
			out = append(out, ':', ' ')
		default:
			out = append(out, c)
		}
		i++
	}
	return out
}

// undivided returns where the object or list ends that begins at a place, if it stays on one line: it is empty, or is too deep.
func undivided(compact []byte, at, depth int) int {
	switch {
	case at+1 < len(compact) && (compact[at+1] == '}' || compact[at+1] == ']'):
		return at + 2
	case depth >= deepestIndented:
		return valueEnd(compact, at, depth)
	}
	return -1
}

func lineBreak(out []byte, depth int) []byte {
	out = append(out, '\n')
	for range depth {
		out = append(out, ' ', ' ')
	}
	return out
}
