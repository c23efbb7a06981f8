package record

// misindented returns the end of the first line after which the brackets of a record do not fit the indentation: there one is missing
// or too many. It is -1 where all fit, and for text that is not indented as Encode does. The text need not be valid JSON.
func misindented(data []byte) int {
	depth, lines := 0, 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			end := stringEnd(data, i)
			if end < 0 {
				return -1
			}
			i = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '\n':
			switch fits := indented(data[i+1:], depth); {
			case !fits && lines == 0:
				return -1
			case !fits:
				return i
			}
			lines++
		}
	}
	return -1
}

// indented reports whether a line is indented as it is between so many brackets; the end of the text always is.
func indented(line []byte, depth int) bool {
	spaces := 0
	for spaces < len(line) && line[spaces] == ' ' {
		spaces++
	}
	if spaces == len(line) {
		return true
	}
	if line[spaces] == '}' || line[spaces] == ']' {
		depth--
	}
	return spaces == 2*depth
}
