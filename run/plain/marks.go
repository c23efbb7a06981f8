package plain

import (
	"slices"
	"strings"
)

// logMarks are what the runners of CI obey where they find it in a log: GitHub's commands, those of Azure and TeamCity, and the
// sections of GitLab and Travis. A backslash before its last character breaks a mark.
var logMarks = []string{"::", "##[", "##vso[", "##teamcity[", "section_start:", "section_end:", "travis_fold:"}

// maxMark is more than the length of the longest mark.
const maxMark = 16

// marks finds the marks in a line, byte by byte.
type marks struct {
	last  [maxMark]byte // the latest bytes of the line, in small letters
	count int           // of the bytes of the line
}

// ends reports whether the next byte of the line ends a mark.
func (m *marks) ends(b byte) bool {
	m.last[m.count%maxMark] = lower(b)
	m.count++
	return (b == ':' || b == '[') && slices.ContainsFunc(logMarks, m.endsWith)
}

func (m *marks) endsWith(mark string) bool {
	if len(mark) > m.count {
		return false
	}
	for i := range len(mark) {
		if m.last[(m.count-len(mark)+i)%maxMark] != mark[i] {
			return false
		}
	}
	return true
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// Unmarked returns s with a backslash in everything that a runner of CI would obey in its log: :\: for ::, ##\[ for ##[.
func Unmarked(s string) string {
	var b strings.Builder
	var m marks
	for i := range len(s) {
		if s[i] == '\n' {
			m = marks{}
		} else if m.ends(s[i]) {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
