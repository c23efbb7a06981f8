package value

import (
	"errors"
	"reflect"
	"strconv"
	"time"
)

// goValue returns a checked value as an expression sees it.
func goValue(spec Spec, value Value) (any, error) {
	text := value.Text()
	switch spec.Kind() {
	case Int, Port:
		whole, err := strconv.Atoi(text)
		if err != nil {
			return nil, errors.New("the number is too large for an expression")
		}
		return whole, nil
	case Number:
		return strconv.ParseFloat(text, 64)
	case Bool:
		return text == "true", nil
	case Duration:
		return time.ParseDuration(text)
	case Date:
		return time.Parse(time.DateOnly, text)
	case Timestamp:
		return parseTimestamp(text)
	case List:
		return goSlice(spec, value)
	}
	return text, nil
}

func goSlice(spec Spec, list Value) (any, error) {
	slice := reflect.MakeSlice(goType(spec), 0, 0)
	for _, item := range list.items() {
		element, err := goValue(spec.Item(), item)
		if err != nil {
			return nil, err
		}
		slice = reflect.Append(slice, reflect.ValueOf(element))
	}
	return slice.Interface(), nil
}
