package pack

import (
	"reflect"
	"regexp"
	"time"

	"rtut/pack/command"
	"rtut/pack/extract"
	"rtut/pack/value"
)

// dumped turns a loaded thing into maps and lists of what is not zero, for a golden file.
func dumped(x any) any { return dumpValue(reflect.ValueOf(x)) }

func dumpValue(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	if word, ok := dumpWord(v); ok {
		return word
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return dumpValue(v.Elem())
	case reflect.Slice:
		var list []any
		for i := range v.Len() {
			list = append(list, dumpValue(v.Index(i)))
		}
		return list
	case reflect.Struct:
		fields := map[string]any{}
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() {
				fields[f.Name] = dumpValue(v.Field(i))
			}
		}
		return fields
	}
	return v.Interface()
}

// dumpWord writes down what has a text of its own.
func dumpWord(v reflect.Value) (any, bool) {
	switch x := v.Interface().(type) {
	case value.Text:
		return x.Raw(), true
	case *command.Command:
		if x != nil {
			return x.Raw(), true
		}
	case *value.Expr:
		if x != nil {
			return x.Raw(), true
		}
	case *extract.Way:
		if x != nil {
			return x.Key(), true
		}
	case *regexp.Regexp:
		if x != nil {
			return x.String(), true
		}
	case *time.Location:
		if x != nil {
			return x.String(), true
		}
	case value.Value:
		return x, true
	case time.Duration:
		return x.String(), true
	case time.Weekday:
		return x.String(), true
	}
	return nil, false
}
