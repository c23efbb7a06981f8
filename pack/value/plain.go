package value

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// plainCharacters mean nothing to a shell, wherever they stand.
const plainCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-"

// Plain reports whether every value of this spec consists of A-Za-z0-9_@%+=:,./- alone and is not empty, so that it
// may stand in places where it can't be quoted. A list is never plain.
func (s Spec) Plain() bool {
	switch s.Kind() {
	case Int, Number, Bool, Port, IP, Hostname, Identifier, Date, Timestamp, Duration:
		return true
	case List:
		return false
	}
	if len(s.Choices) > 0 {
		return !slices.ContainsFunc(s.Choices, func(choice string) bool { return !IsPlain(choice) })
	}
	return s.Pattern != nil && patternIsPlain(s.Pattern.String(), s.MinLength)
}

// IsPlain reports whether a text means itself wherever a command has it: nothing in it is of the shell.
func IsPlain(text string) bool {
	return text != "" && strings.Trim(text, plainCharacters) == ""
}

// patternIsPlain reports whether all that the pattern matches is plain: it can match no other character, and not the
// empty text, which minLength may also rule out.
func patternIsPlain(pattern string, minLength *int) bool {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return false
	}
	neverEmpty := leastLength(parsed) > 0 || minLength != nil && *minLength > 0
	return neverEmpty && matchesPlain(parsed)
}

func matchesPlain(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return false
	case syntax.OpLiteral:
		return !slices.ContainsFunc(re.Rune, func(r rune) bool { return !isPlainRune(r, re.Flags&syntax.FoldCase != 0) })
	case syntax.OpCharClass:
		return classIsPlain(re.Rune)
	}
	return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !matchesPlain(sub) })
}

// isPlainRune reports whether r is plain and, where case is folded, all that r folds to: k folds to the Kelvin sign.
func isPlainRune(r rune, fold bool) bool {
	if !strings.ContainsRune(plainCharacters, r) {
		return false
	}
	for other := unicode.SimpleFold(r); fold && other != r; other = unicode.SimpleFold(other) {
		if !strings.ContainsRune(plainCharacters, other) {
			return false
		}
	}
	return true
}

// classIsPlain judges the ranges of a character class, given as pairs.
func classIsPlain(ranges []rune) bool {
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1] > unicode.MaxASCII {
			return false
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if !strings.ContainsRune(plainCharacters, r) {
				return false
			}
		}
	}
	return true
}

// leastLength returns 0 if re can match the empty text, else something greater.
func leastLength(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return 1
	case syntax.OpCapture, syntax.OpPlus:
		return leastLength(re.Sub[0])
	case syntax.OpRepeat:
		return min(re.Min, 1) * leastLength(re.Sub[0])
	case syntax.OpConcat:
		return sumLeast(re.Sub)
	case syntax.OpAlternate:
		least := leastLength(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			least = min(least, leastLength(sub))
		}
		return least
	}
	return 0
}

func sumLeast(subs []*syntax.Regexp) int {
	total := 0
	for _, sub := range subs {
		total += leastLength(sub)
	}
	return total
}
