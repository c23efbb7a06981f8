package shell

import (
	"fmt"
	"strings"
)

// Quote quotes s as one word for a POSIX shell, whatever it holds (NUL aside, which no shell can hold).
func Quote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Quote(w)
	}
	return strings.Join(quoted, " ")
}

// octal writes s in plain characters, as printf %b reads them, so that no login shell (csh and fish have quotes of their
// own) finds anything in it that it would change.
func octal(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if isPlain(s[i]) {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, `\0%03o`, s[i])
		}
	}
	return b.String()
}

func isPlain(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte(" _./:=,@+-", c) >= 0
}
