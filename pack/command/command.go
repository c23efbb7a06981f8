package command

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rtut/pack/value"
)

// maxCommand bounds a command's length in bytes, and with it how deep its parser may nest.
const maxCommand = 64 << 10

// maxRendered bounds it with its values: a system hands a program words of 128 KiB at most.
const maxRendered = 120 << 10

// Command is a shell command with placeholders.
type Command struct {
	raw       string
	parts     []value.Part
	slots     []slot // of the placeholders in parts, in order
	names     []string
	variables []string
	passesOn  bool // it runs something that may read variables which it does not name
}

// slot says how a placeholder's value is put into its place.
type slot struct {
	bare       bool   // as it is, because quotes would mean something else there; only plain values are
	inQuotes   bool   // in double quotes, which are closed before the value and opened after it
	first      bool   // the opening quote is next to it
	last       bool   // the closing quote is next to it
	terminator string // of the here-document that the value alone could end; "" for none
}

// ParseCommand parses raw as a command for shell and checks each placeholder: its name against scope, and whether the
// place it stands in can hold its value safely.
func ParseCommand(raw string, shell Shell, scope value.Scope) (*Command, []value.Fault) {
	if len(raw) > maxCommand {
		message := fmt.Sprintf("the command has %d bytes; expected at most %d", len(raw), maxCommand)
		return nil, []value.Fault{{Message: message, Hint: "put it into a script beside the pack", Rule: "command-syntax"}}
	}
	if at := strings.IndexByte(raw, 0); at >= 0 {
		message := "the command has a NUL character, which no shell can be given"
		return nil, []value.Fault{{Offset: at, Message: message, Hint: "remove it; to print one, write printf '\\0'", Rule: "command-syntax"}}
	}
	command := &Command{raw: raw, parts: value.Split(raw, value.GoTemplates)}
	faults := append(value.Undeclared(command.parts, scope), value.Lookalikes(command.parts, value.GoTemplates, scope)...)
	reads, unknown := readVariables(raw, scope)
	faults = append(faults, unknown...)
	if faults == nil {
		command.slots, command.passesOn, faults = placeAll(command.parts, shell, scope)
		if faults == nil {
			faults = value.Triples(command.parts)
		}
	}
	if faults != nil {
		slices.SortStableFunc(faults, func(a, b value.Fault) int { return a.Offset - b.Offset })
		return nil, faults
	}
	command.collect(reads, scope)
	return command, nil
}

// collect fills in names and variables, in the order in which they appear.
func (c *Command) collect(reads []variableRead, scope value.Scope) {
	type use struct {
		offset int
		name   string
	}
	var uses []use
	for _, part := range c.parts {
		if part.Name != "" {
			uses = append(uses, use{part.Offset, part.Name})
		}
	}
	for _, read := range reads {
		uses = append(uses, use{read.offset, scope.Carried(read.variable)})
		if !slices.Contains(c.variables, read.variable) {
			c.variables = append(c.variables, read.variable)
		}
	}
	slices.SortStableFunc(uses, func(a, b use) int { return a.offset - b.offset })
	for _, use := range uses {
		if !slices.Contains(c.names, use.name) {
			c.names = append(c.names, use.name)
		}
	}
}

// Raw returns the command as it stands in the pack.
func (c *Command) Raw() string { return c.raw }

// Names returns the names that placeholders and $RTUT_* variables use, each once, in order of appearance.
func (c *Command) Names() []string { return slices.Clone(c.names) }

// Variables returns the $RTUT_PARAM_* and $RTUT_DATA_* variables that the command names, each once.
func (c *Command) Variables() []string { return slices.Clone(c.variables) }

// Reads reports whether the command may read a variable: it names it, or runs something that may read any, as a script of the
// pack does.
func (c *Command) Reads(variable string) bool {
	return c.passesOn || slices.Contains(c.variables, variable) || slices.Contains(value.KnownVariables, variable) && strings.Contains(c.raw, variable)
}

// Render puts the values, quoted for the shell, in the placeholders' places. A name without a value (of a
// variable, too) is a *NoValueError. A list without items would become no word at all, which is an error as well.
func (c *Command) Render(values value.Values) (string, error) {
	for _, name := range c.names {
		if values(name).IsZero() {
			return "", &value.NoValueError{Name: name}
		}
	}
	text, err := c.render(values)
	if len(text) > maxRendered {
		return "", fmt.Errorf("the command has %d bytes with its values. at most 120 KiB fit", len(text))
	}
	return text, err
}

// Display renders for reading: a placeholder without a value, or with one that Render refuses, stays as it is written.
func (c *Command) Display(values value.Values) string {
	text, err := c.render(values)
	if err != nil {
		return c.raw
	}
	return text
}

func (c *Command) render(values value.Values) (string, error) { return c.put(rendering{values}) }

// filling is what is put into a command: values when it is run, and when it is written into a pack what Bind is given.
type filling interface {
	literal(p value.Part) string               // what stands for a literal
	isQuoted(name string) bool                 // a value with quotes of its own stands in the place of a name
	fill(s slot, p value.Part) (string, error) // what stands in the place of a placeholder
}

// rendering puts values into a command that is run or shown.
type rendering struct{ values value.Values }

func (r rendering) literal(p value.Part) string { return p.Text }

func (r rendering) isQuoted(name string) bool { return !r.values(name).IsZero() }

func (r rendering) fill(s slot, p value.Part) (string, error) {
	value := r.values(p.Name)
	if value.IsZero() {
		return p.Source, nil
	}
	return s.fill(value)
}

// put returns the text of the command with what a filling has for its literals and placeholders.
func (c *Command) put(f filling) (string, error) {
	var out strings.Builder
	next := 0
	trim := false // the next literal begins with a closing quote that the placeholder before it has taken
	for i, part := range c.parts {
		if part.Name == "" {
			text := f.literal(part)
			if trim {
				text = text[1:]
			}
			if next < len(c.slots) && c.takesQuote(i, next, f) {
				text = text[:len(text)-1]
			}
			out.WriteString(text)
			trim = false
			continue
		}
		slot := c.slots[next]
		next++
		text, err := f.fill(slot, part)
		if err != nil {
			return "", fmt.Errorf("%s: %w", part.Name, err)
		}
		out.WriteString(text)
		trim = f.isQuoted(part.Name) && slot.inQuotes && slot.last
	}
	return out.String(), nil
}

// takesQuote reports whether the placeholder after the literal at i is filled with a value that takes the literal's last quote.
func (c *Command) takesQuote(i, next int, f filling) bool {
	slot := c.slots[next]
	return slot.inQuotes && slot.first && i+1 < len(c.parts) && c.parts[i+1].Name != "" && f.isQuoted(c.parts[i+1].Name)
}

// fill returns what stands in the slot for value.
func (s slot) fill(value value.Value) (string, error) {
	if s.bare {
		return s.fillBare(value.Text())
	}
	words := value.Words()
	if len(words) == 0 {
		return "", errors.New("the list has no items, so no word would be left of it")
	}
	for i, word := range words {
		quoted, err := Quote(word)
		if err != nil {
			return "", err
		}
		words[i] = quoted
	}
	text := strings.Join(words, " ")
	if s.inQuotes && !s.first {
		text = `"` + text
	}
	if s.inQuotes && !s.last {
		text += `"`
	}
	return text, nil
}

// fillBare checks once more that the value is plain, which its spec has promised.
func (s slot) fillBare(text string) (string, error) {
	if !value.IsPlain(text) {
		return "", fmt.Errorf("expected only the characters A-Za-z0-9_@%%+=:,./- where it cannot be quoted")
	}
	if s.terminator != "" && strings.Contains(s.terminator, text) {
		return "", fmt.Errorf("the value could end the here-document")
	}
	return text, nil
}

// NamesFile reports whether the text of the command holds the path of a file as a word or at the end of a path, such as
// check.sh in `./check.sh` and `"$RTUT_PACK_DIR/check.sh"`. A file in a directory may be named by its last element alone if
// that has a dot.
func (c *Command) NamesFile(file string) bool {
	if namesWord(c.raw, file) {
		return true
	}
	base := path.Base(file)
	return base != file && strings.Contains(base, ".") && namesWord(c.raw, base)
}

// namesWord reports whether text holds word with nothing beside it that would make it another name.
func namesWord(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(word)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, size := utf8.DecodeRuneInString(text[end:])
		if after == '.' { // the end of a sentence, or a longer name
			after, _ = utf8.DecodeRuneInString(text[end+size:])
		}
		if !inName(before) && before != '.' && !inName(after) {
			return true
		}
		from = end
	}
}

func inName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-')
}
