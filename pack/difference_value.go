package pack

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"rtut/pack/value"
)

// line adds a line that goes on after the name of what is compared, and repeats no words of a pack but ids.
func (c *comparison) line(text string) {
	c.lines = append(c.lines, Change{Text: c.name + text, Terse: c.name + text})
}

// say adds what is said of the thing that is compared.
func (c *comparison) say(format string, args ...any) {
	c.line(": " + fmt.Sprintf(format, args...))
}

// sayWords adds what is said of words that differ. all are the whole values that they are part of.
func (c *comparison) sayWords(all []string, format, label string, args ...any) {
	terse := slices.Clone(args)
	for i, arg := range terse {
		if words, is := arg.(string); is {
			terse[i] = shortDigest(words)
		}
	}
	name := c.name + ": " + label
	c.lines = append(c.lines, Change{Text: name + fmt.Sprintf(format, args...), Terse: name + fmt.Sprintf(format, terse...), Words: all})
}

// shortDigest stands for words that are not repeated.
func shortDigest(words string) string {
	return fmt.Sprintf("sha256:%.6x", sha256.Sum256([]byte(words)))
}

// value compares two values.
func (c *comparison) value(label string, was, is any) {
	a, had := valueText(was)
	b, has := valueText(is)
	switch {
	case !had && !has:
		return
	case !had:
		c.sayWords([]string{b}, " is now `%s`, there was none", label, b)
	case !has:
		c.sayWords([]string{a}, " was `%s` and was removed", label, a)
	case strings.Contains(a, "\n") || strings.Contains(b, "\n"):
		c.lined(label, strings.Split(a, "\n"), strings.Split(b, "\n"))
	default:
		c.sayWords([]string{a, b}, " was `%s`, is `%s`", label, a, b)
	}
	last := &c.lines[len(c.lines)-1]
	last.What, last.Was, last.Is = c.name+": "+label, a, b
}

// lined compares two values of several lines by the lines in which they differ.
func (c *comparison) lined(label string, was, is []string) {
	all := []string{strings.Join(was, "\n"), strings.Join(is, "\n")}
	first := 0
	for first < min(len(was), len(is)) && was[first] == is[first] {
		first++
	}
	was, is = was[first:], is[first:]
	for len(was) > 0 && len(is) > 0 && was[len(was)-1] == is[len(is)-1] {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	a, b := strings.Join(was, "\n"), strings.Join(is, "\n")
	switch {
	case len(was) == 0:
		c.sayWords(all, " has more after line %d: `%s`", label, first, b)
	case len(is) == 0:
		c.sayWords(all, " no longer has from line %d: `%s`", label, first+1, a)
	default:
		c.sayWords(all, " from line %d was `%s`, is `%s`", label, first+1, a, b)
	}
}

// valueText is a value of a definition as a person writes it, and whether there is one.
func valueText(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "", false
	case value.Value:
		return v.Text(), !v.IsZero()
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v], true
	case time.Duration:
		return value.ShortDuration(v), v != 0
	case *Poll:
		if v == nil {
			return "", false
		}
		return "every " + value.ShortDuration(v.Every) + " for " + value.ShortDuration(v.For), true
	case facts:
		return windowText(v), v != nil
	}
	return plainText(reflect.ValueOf(v))
}

// windowText is Window.String for the facts of a window.
func windowText(f facts) string {
	if f == nil {
		return ""
	}
	days, _ := f["days"].([]time.Weekday)
	w := value.Window{From: f["from"].(time.Duration), To: f["to"].(time.Duration), Days: days}
	zone := f["zone"].(string)
	if zone == "" {
		zone = "the machine's time zone"
	}
	return strings.TrimSuffix(w.String(), w.Zone.String()) + zone
}

// plainText is valueText for words, numbers, lists of them and pointers to them.
func plainText(v reflect.Value) (string, bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "", false
		}
		text, _ := plainText(v.Elem())
		return text, true
	case reflect.String:
		return v.String(), v.Len() > 0
	case reflect.Slice:
		var words []string
		for i := range v.Len() {
			words = append(words, fmt.Sprint(v.Index(i).Interface()))
		}
		return strings.Join(words, ", "), len(words) > 0
	}
	return jsonText(v.Interface()), true
}
