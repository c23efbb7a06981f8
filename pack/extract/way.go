package extract

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/theory/jsonpath"
)

// Take says what is taken of several matches.
type Take string

// The ways to take. Count and List take no match as well, the others need one.
const (
	First Take = "first"
	Last  Take = "last"
	Max   Take = "max"
	Min   Take = "min"
	Sum   Take = "sum"
	Count Take = "count"
	List  Take = "list"
)

// Takes are all of them, in the order in which messages list them.
var Takes = []string{string(First), string(Last), string(Max), string(Min), string(Sum), string(Count), string(List)}

// Way is how a value is read. One of Match, JSON and Column is set.
type Way struct {
	Match  *regexp.Regexp // with a group, whose text counts
	JSON   *jsonpath.Path // into the whole output
	Column string         // the header of a column
	Take   Take           // "" where there must be one match
	Plain  bool           // a regular expression by itself, of which the first match counts
}

// Path reads a path into JSON (RFC 9535).
func Path(text string) (*jsonpath.Path, error) {
	path, err := jsonpath.Parse(text)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "jsonpath: "))
	}
	return path, nil
}

// String names the way as messages do.
func (w *Way) String() string {
	switch {
	case w == nil:
		return ""
	case w.JSON != nil:
		return w.JSON.String()
	case w.Column != "":
		return "column " + w.Column
	}
	return w.Match.String()
}

// Key tells ways apart. That of a plain expression is the expression.
func (w *Way) Key() string {
	switch {
	case w == nil || w.Plain:
		return w.String()
	case w.JSON != nil:
		return "json " + w.JSON.String() + " " + string(w.Take)
	case w.Column != "":
		return "column " + strconv.Quote(w.Column) + " " + string(w.Take)
	}
	return "match " + w.Match.String() + " " + string(w.Take)
}

// Read returns the texts of a value: one, or with Take List any number. whole says that nothing is missing at the end of the output; a
// plain expression alone does without.
func (w *Way) Read(output string, whole bool) ([]string, error) {
	if !whole && !w.Plain {
		return nil, fmt.Errorf("the output is longer than %d bytes, which is all that is looked at", len(output))
	}
	matches, err := w.matches(output)
	if err != nil {
		return nil, err
	}
	return w.take(matches)
}

func (w *Way) matches(output string) ([]string, error) {
	switch {
	case w.JSON != nil:
		return selectJSON(w.JSON, output, w.Take != Count)
	case w.Column != "":
		return cells(w.Column, output)
	}
	most := -1
	if w.Plain {
		most = 1
	}
	var all []string
	for _, m := range w.Match.FindAllStringSubmatch(output, most) {
		all = append(all, m[1])
	}
	return all, nil
}

// take takes of the matches what is wanted.
func (w *Way) take(matches []string) ([]string, error) {
	switch {
	case w.Take == Count:
		return []string{strconv.Itoa(len(matches))}, nil
	case w.Take == List:
		return matches, nil
	case len(matches) == 0:
		return nil, fmt.Errorf("nothing in the output matches %s", w)
	case w.Take == Last:
		return matches[len(matches)-1:], nil
	case w.Take == Max, w.Take == Min, w.Take == Sum:
		return w.reckon(matches)
	case w.Take == "" && len(matches) > 1 && !w.Plain:
		return nil, fmt.Errorf("%d places in the output match %s, and one was expected; `take` says which", len(matches), w)
	}
	return matches[:1], nil
}

// maxDigits bounds a number, whose arithmetic would else take for ever.
const maxDigits = 1000

// number is a decimal number, without an exponent of which a few characters mean millions of digits.
var number = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)

// reckon takes the largest, the smallest or the sum of numbers. The largest and the smallest stay as they are written.
func (w *Way) reckon(matches []string) ([]string, error) {
	sum, best, at := new(big.Rat), new(big.Rat), -1
	digits := 0
	for i, text := range matches {
		text = strings.TrimSpace(text)
		n, is := new(big.Rat).SetString(text)
		if !is || !number.MatchString(text) || len(text) > maxDigits {
			return nil, fmt.Errorf("match %d of %s is not a decimal number, which `take: %s` needs", i+1, w, w.Take)
		}
		if _, fraction, has := strings.Cut(text, "."); has {
			digits = max(digits, len(fraction))
		}
		sum.Add(sum, n)
		if better := n.Cmp(best); at < 0 || w.Take == Max && better > 0 || w.Take == Min && better < 0 {
			best, at = n, i
		}
	}
	if w.Take == Sum {
		return []string{sum.FloatString(digits)}, nil
	}
	return []string{strings.TrimSpace(matches[at])}, nil
}
