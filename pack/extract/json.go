package extract

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/theory/jsonpath"
)

// maxDepth is how deep JSON may nest.
const maxDepth = 1000

// selectJSON returns the texts of what a path leads to, with read; else as many empty ones. A number keeps its digits.
func selectJSON(path *jsonpath.Path, output string, read bool) ([]string, error) {
	document, err := readJSON(output)
	if err != nil {
		return nil, fmt.Errorf("the output is not a JSON document: %w", err)
	}
	var texts []string
	for node := range path.Select(document).All() {
		if !read {
			texts = append(texts, "")
			continue
		}
		text, err := textOf(node)
		if err != nil {
			return nil, fmt.Errorf("what %s leads to is %w", path, err)
		}
		texts = append(texts, text)
	}
	return texts, nil
}

func textOf(node any) (string, error) {
	switch node := node.(type) {
	case string:
		return node, nil
	case json.Number:
		return node.String(), nil
	case bool:
		if node {
			return "true", nil
		}
		return "false", nil
	case nil:
		return "", errors.New("null. a text, a number, true or false was expected")
	case []any:
		return "", errors.New("a list. a text, a number, true or false was expected")
	}
	return "", errors.New("an object. a text, a number, true or false was expected")
}

// readJSON reads one document. Unlike encoding/json it refuses a key that comes twice.
func readJSON(text string) (any, error) {
	r := jsonReader{json.NewDecoder(strings.NewReader(text))}
	r.UseNumber()
	document, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := r.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more after its end")
	}
	return document, nil
}

type jsonReader struct{ *json.Decoder }

func (r jsonReader) value(depth int) (any, error) {
	token, err := r.token()
	if err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("it is more than %d levels deep", maxDepth)
	}
	switch token {
	case json.Delim('{'):
		return r.object(depth)
	case json.Delim('['):
		list := []any{}
		for r.More() {
			item, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		_, err := r.token()
		return list, err
	}
	return token, nil
}

func (r jsonReader) object(depth int) (any, error) {
	object := map[string]any{}
	for r.More() {
		token, err := r.token()
		if err != nil {
			return nil, err
		}
		key, _ := token.(string) // as the decoder has checked
		if _, twice := object[key]; twice {
			return nil, errors.New("a key comes twice in an object")
		}
		if object[key], err = r.value(depth + 1); err != nil {
			return nil, err
		}
	}
	_, err := r.token()
	return object, err
}

// token is the next token. Errors of the decoder may quote the output, which is not repeated.
func (r jsonReader) token() (json.Token, error) {
	token, err := r.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("it ends too early")
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("unexpected text at byte %d", syntax.Offset)
	case err != nil:
		return nil, errors.New("unexpected text")
	}
	return token, nil
}
