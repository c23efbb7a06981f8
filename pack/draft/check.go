package draft

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rtut/pack"
	"rtut/pack/value"
)

// strict codes stand for everything that is wrong within their fields, unknown and missing fields included.
var strict = []Code{ResultSchemaInvalid, AcceptanceInvalid, LimitsInvalid, ScheduleInvalid}

// check returns the first fault in a value: what is unknown before what is missing or wrong, fields in the order of their
// layout. code is that of faults around the value.
func (s shape) check(v jsonValue, p *place, code Code) *Refusal {
	if s.code != "" {
		code = s.code
	}
	if s.nullable && v.kind == null {
		return nil
	}
	if expected, fits := s.fits(v); !fits {
		return p.refuse(code, v.describe()+". "+expected+" was expected")
	}
	switch s.form {
	case formText, formReference:
		return s.checkText(v.text, p, code)
	case formWord:
		if !slices.Contains(s.words, v.text) {
			return p.refuse(code, quoted(v.text)+". "+oneOf(s.words)+" was expected"+didYouMean(v.text, s.words))
		}
	case formConst:
		if got := string(v.canonical().append(nil)); got != s.constant {
			return p.refuse(code, pack.Shorten(got, maxPart)+". "+s.constant+" was expected")
		}
	case formWhole:
		if n, whole := v.whole(); !whole || !s.limit.bound().holds(n) {
			return p.refuse(code, pack.Shorten(v.text, maxPart)+". "+s.limit.bound().expected()+" expected")
		}
	case formInput:
		return s.checkInput(v, p, code)
	case formObject:
		return checkObject(layouts[s.layout], v, "", p, code)
	case formUnion:
		return unions[s.layout].check(v, p, code)
	case formList:
		return s.checkList(v, p, code)
	case formMap:
		return s.checkMap(v, p, code)
	}
	return nil
}

// fits reports whether a value is of the kind that the form has, and what would be.
func (s shape) fits(v jsonValue) (expected string, fits bool) {
	switch s.form {
	case formText, formReference, formWord:
		return "a text", v.kind == text
	case formWhole, formNumber:
		return "a number", v.kind == number
	case formBool:
		return "true or false", v.kind == boolean
	case formScalar:
		return string(formScalar), v.isScalar()
	case formInput:
		return string(formInput), v.isScalar() || v.kind == list
	case formObject, formMap:
		return "an object", v.kind == object
	case formUnion:
		if s.layout == "binding" {
			return `a binding such as {"kind": "literal", "value": ...}`, v.kind == object
		}
		return unions[s.layout].what, v.kind == object
	case formList:
		return "a list", v.kind == list
	}
	return "", true
}

func (v jsonValue) isScalar() bool { return v.kind == text || v.kind == number || v.kind == boolean }

func (s shape) checkText(written string, p *place, code Code) *Refusal {
	if s.format != nil && !s.format.is(written) {
		return p.refuse(code, quoted(written)+". "+s.format.says+" was expected")
	}
	if s.limit != "" {
		if n := int64(utf8.RuneCountInString(written)); !s.limit.bound().holds(n) {
			return p.refuse(code, s.limit.bound().outside(n))
		}
	}
	return nil
}

func (s shape) checkList(v jsonValue, p *place, code Code) *Refusal {
	if n := int64(len(v.items)); !s.limit.bound().holds(n) {
		return p.refuse(code, s.limit.bound().outside(n))
	}
	for i, item := range v.items {
		if refusal := s.of.check(item, p.item(i), code); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (s shape) checkMap(v jsonValue, p *place, code Code) *Refusal {
	if n := int64(len(v.members)); !s.limit.bound().holds(n) {
		return p.refuse(code, s.limit.bound().outside(n))
	}
	named := shape{form: formText, limit: s.names, format: s.naming}
	for _, m := range v.members {
		if refusal := named.checkText(m.key, p.key(m.key), code); refusal != nil {
			refusal.Message = "the name: " + refusal.Message
			return refusal
		}
		if refusal := s.of.check(m.value, p.key(m.key), code); refusal != nil {
			return refusal
		}
	}
	return nil
}

// checkInput judges the value of an input of the definition, which becomes the default of a param.
func (s shape) checkInput(v jsonValue, p *place, code Code) *Refusal {
	for i, item := range v.items {
		if !item.isScalar() {
			return p.item(i).refuse(code, item.describe()+". "+string(formScalar)+" was expected")
		}
	}
	converted, err := v.packValue()
	if err == nil {
		_, err = naturalSpec(v).Check(converted)
	}
	if err != nil {
		return p.refuse(code, err.Error())
	}
	return nil
}

// check judges an object by the layout of its kind.
func (u union) check(v jsonValue, p *place, code Code) *Refusal {
	l, refusal := u.choose(v, p, code)
	if refusal != nil {
		return refusal
	}
	return checkObject(l, v, u.by, p, code)
}

// choose finds the layout of an object by its kind.
func (u union) choose(v jsonValue, p *place, code Code) (layout, *Refusal) {
	if u.code != "" {
		code = u.code
	}
	kind, there := v.get(u.by)
	l, known := u.layout(kind.text)
	switch {
	case !there:
		return nil, p.key(u.by).refuse(missing(code), "`"+u.by+"` is missing. "+oneOf(u.kinds())+" was expected")
	case kind.kind != text:
		return nil, p.key(u.by).refuse(code, kind.describe()+". "+oneOf(u.kinds())+" was expected")
	case !known:
		return nil, p.key(u.by).refuse(code, quoted(kind.text)+" is no kind of "+strings.TrimPrefix(u.what, "a ")+". "+
			oneOf(u.kinds())+" was expected"+didYouMean(kind.text, u.kinds()))
	}
	return l, nil
}

// checkObject judges the fields of an object. by is the key that says of which kind it is, "" for none.
func checkObject(l layout, v jsonValue, by string, p *place, code Code) *Refusal {
	if refusal := checkUnknown(l, v, by, p, unknown(code)); refusal != nil {
		return refusal
	}
	for _, f := range l {
		member, there := v.get(f.key)
		if !there {
			if f.optional {
				continue
			}
			return p.key(f.key).refuse(missing(code), "`"+f.key+"` is missing. "+f.shape.wanted()+" was expected")
		}
		if refusal := f.shape.check(member, p.key(f.key), code); refusal != nil {
			return refusal
		}
	}
	return nil
}

// checkUnknown looks for fields that are not known, in the order of the document.
func checkUnknown(l layout, v jsonValue, by string, p *place, code Code) *Refusal {
	keys := l.keys()
	if by != "" {
		keys = append([]string{by}, keys...)
	}
	for _, m := range v.members {
		if slices.Contains(keys, m.key) {
			continue
		}
		expected := oneOf(keys) + " was expected"
		if m.key == "id" && l.field("title") != nil {
			expected = "a new node has none: it is made from its alias, or from its title"
		}
		return p.key(m.key).refuse(code, quoted(m.key)+" is no field here. "+expected+didYouMean(m.key, keys))
	}
	return nil
}

// unknown is the code of a field that is not known, within faults of a code.
func unknown(code Code) Code {
	if slices.Contains(strict, code) || code == RecipeFieldUnknown {
		return code
	}
	return FieldUnknown
}

// missing is the code of a field that is missing, within faults of a code.
func missing(code Code) Code {
	if slices.Contains(strict, code) || code == MutationUnknown || code == NodeKindInvalid || code == StepKindInvalid {
		return code
	}
	return FieldMissing
}

// wanted says what a field holds.
func (s shape) wanted() string {
	switch {
	case s.form == formWord:
		return oneOf(s.words)
	case s.form == formConst:
		return s.constant
	case s.form == formMap:
		return "an object"
	case s.format != nil:
		return s.format.says
	case s.form == formUnion:
		return unions[s.layout].what
	}
	return string(s.form)
}

// whole reads a whole number, in whatever way it is written: 1, 1.0 and 1e0 are one.
func (v jsonValue) whole() (int64, bool) {
	if v.kind != number {
		return 0, false
	}
	if n, err := strconv.ParseInt(v.text, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(v.text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > maxSafe {
		return 0, false
	}
	return int64(f), true
}

// canonical writes a whole number in the shortest way.
func (v jsonValue) canonical() jsonValue {
	if n, whole := v.whole(); whole {
		return wholeValue(n)
	}
	return v
}

// oneOf lists words of which one is expected.
func oneOf(words []string) string {
	switch len(words) {
	case 0:
		return "nothing"
	case 1:
		return words[0]
	}
	return "one of " + strings.Join(words, ", ")
}

func didYouMean(typed string, known []string) string {
	if near := value.Nearest(typed, known); near != "" && near != typed {
		return fmt.Sprintf(". did you mean %s?", near)
	}
	return ""
}
