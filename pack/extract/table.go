package extract

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// cells returns what stands in the column of a table, below the first line that has its header. Cells are parted by | where that line has
// one, else they stand below their headers, which are parted by two blanks or a tab.
func cells(header, output string) ([]string, error) {
	lines := strings.Split(strings.ReplaceAll(output, "\r\n", "\n"), "\n")
	for i, line := range lines {
		split, found := splitterOf(line, header)
		switch {
		case found > 1:
			return nil, fmt.Errorf("the header %s comes twice in its line", header)
		case found == 1:
			return below(lines[i+1:], split)
		}
	}
	return nil, fmt.Errorf("no line of the output has the header %s", header)
}

// below returns the cells of lines that have one, until a line is blank. Rules such as ---+--- are none.
func below(lines []string, cell func(line string) (string, error)) ([]string, error) {
	var all []string
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			break
		}
		if strings.Trim(line, "-+=| \t") == "" {
			continue
		}
		switch text, err := cell(line); {
		case errors.Is(err, errNoCell):
		case err != nil:
			return nil, err
		default:
			all = append(all, text)
		}
	}
	return all, nil
}

var errNoCell = errors.New("the line does not have that column")

// splitterOf returns how a line below a header line is split, and how often that has the header.
func splitterOf(line, header string) (cell func(line string) (string, error), found int) {
	if strings.Contains(line, "|") {
		return byBars(line, header)
	}
	return byPlaces(line, header)
}

// byBars splits at |.
func byBars(line, header string) (cell func(line string) (string, error), found int) {
	at := -1
	for i, name := range strings.Split(line, "|") {
		if strings.TrimSpace(name) == header {
			at = i
			found++
		}
	}
	return func(line string) (string, error) {
		parts := strings.Split(line, "|")
		if at >= len(parts) || len(parts) < 2 {
			return "", errNoCell
		}
		return strings.TrimSpace(parts[at]), nil
	}, found
}

// byPlaces splits where headers begin.
func byPlaces(line, header string) (cell func(line string) (string, error), found int) {
	names := headers(line)
	from, to := 0, -1
	for i, name := range names {
		if name.text != header {
			continue
		}
		found++
		from, to = name.at, -1
		if i+1 < len(names) {
			to = names[i+1].at
		}
	}
	return func(line string) (string, error) {
		runes := []rune(line)
		if from >= len(runes) {
			return "", errNoCell
		}
		end := len(runes)
		if to >= 0 {
			end = min(end, to)
		}
		for _, edge := range []int{from, end} {
			if edge > 0 && edge < len(runes) && !blank(runes[edge-1]) && !blank(runes[edge]) {
				return "", fmt.Errorf("a cell of the column %s does not begin below its header, so where it ends is not known", header)
			}
		}
		return strings.TrimSpace(string(runes[from:end])), nil
	}, found
}

func blank(r rune) bool { return r == ' ' || r == '\t' }

type header struct {
	text string
	at   int // in characters
}

// headers are the texts of a line that two blanks or a tab part.
func headers(line string) []header {
	var all []header
	at := 0
	for rest := line; rest != ""; {
		blank := len(rest) - len(strings.TrimLeft(rest, " \t"))
		at, rest = at+blank, rest[blank:]
		end := len(rest)
		for _, gap := range []string{"  ", "\t"} {
			if i := strings.Index(rest, gap); i >= 0 {
				end = min(end, i)
			}
		}
		if end > 0 {
			all = append(all, header{strings.TrimRight(rest[:end], " "), at})
		}
		at, rest = at+utf8.RuneCountInString(rest[:end]), rest[end:]
	}
	return all
}
