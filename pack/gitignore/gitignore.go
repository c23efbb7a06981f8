// Package gitignore reads ignore files as git does, and says what they leave out. It touches no file and asks no git: texts
// and paths come from the caller.
package gitignore

import (
	"path"
	"strings"
)

// Verdict is what an ignore file says of a path.
type Verdict int

// The verdicts.
const (
	Silent  Verdict = iota // no line is about it
	Ignored                // the last line about it leaves it out
	Kept                   // the last line about it begins with !
)

// maxLine bounds a line, in bytes. A longer one matches nothing, for no path is as long.
const maxLine = 4096

// File is the text of one ignore file, line by line.
type File struct{ patterns []pattern }

// pattern is one line.
type pattern struct {
	verdict  Verdict
	tokens   []token
	dirOnly  bool // it ended in a slash
	baseName bool // it holds no other slash, so it is about names in every directory below
}

// Parse reads the text of an ignore file. There is no text that it refuses: a line that makes no sense matches nothing.
func Parse(text string) File {
	var f File
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line = trimBlanks(strings.TrimSuffix(line, "\r"))
		if line == "" || line[0] == '#' || len(line) > maxLine {
			continue
		}
		f.patterns = append(f.patterns, parseLine(line))
	}
	return f
}

// trimBlanks removes blanks from the end of a line, except for one that has a backslash before it.
func trimBlanks(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = min(i+1, len(line))
	}
	return line[:end]
}

func parseLine(line string) pattern {
	p := pattern{verdict: Ignored}
	if rest, negated := strings.CutPrefix(line, "!"); negated {
		p.verdict, line = Kept, rest
	}
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.baseName = !strings.Contains(line, "/")
	p.tokens = compile(strings.TrimPrefix(line, "/"))
	return p
}

// Says returns what the file says of a path relative to the directory that the file is about, with slashes. The last line that
// matches decides. What is in a directory that is ignored is not looked at here: see Stack.
func (f File) Says(name string, isDir bool) Verdict {
	base := path.Base(name)
	for i := len(f.patterns) - 1; i >= 0; i-- {
		p := &f.patterns[i]
		about := name
		if p.baseName {
			about = base
		}
		if (isDir || !p.dirOnly) && match(p.tokens, about) {
			return p.verdict
		}
	}
	return Silent
}

// Stack is the ignore files that are about a directory: its own and those of the directories above it. The zero value has none.
type Stack struct {
	files []File
	dirs  []string // what each is about; "." for the root
}

// With returns the stack for a directory further down, which has an ignore file of its own.
func (s Stack) With(dir string, f File) Stack {
	n := len(s.files)
	return Stack{append(s.files[:n:n], f), append(s.dirs[:n:n], dir)}
}

// Ignores reports whether a path, relative to the root and with slashes, is left out. The file that is nearest to it and says
// anything decides. It does not look at the directories above the path: who walks a tree does not go into one that is ignored,
// and so nothing in it is ever kept.
func (s Stack) Ignores(name string, isDir bool) bool {
	for i := len(s.files) - 1; i >= 0; i-- {
		about, below := name, true
		if s.dirs[i] != "." {
			about, below = strings.CutPrefix(name, s.dirs[i]+"/")
		}
		if !below {
			continue
		}
		if v := s.files[i].Says(about, isDir); v != Silent {
			return v == Ignored
		}
	}
	return false
}
