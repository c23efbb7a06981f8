package importer

import (
	"strings"

	"rtut/pack/table"
)

// Prompts of shells, at the begin of a line.
var (
	shellPrompt = table.Pattern(`^\s*(?:(?:\([\w.-]+\)\s*)?(?:\[[^\]\s]+@[^\]]+\]\s*[$#%]|[\w.-]+@[\w.-]+:[^\s$#]*\s?[$#]|[A-Za-z_][\w.-]*\$|\$|%|❯|➜)) `)
	rootPrompt  = table.Pattern(`^\s*# (\S+)(.*)$`)
	// programPrompt finds prompts of other programs.
	programPrompt = table.Pattern(`^\s*(?:[A-Za-z_][\w.-]*(?:=|-|'|\(|\^)[>#]\s|[A-Za-z_][\w.-]*=[*!?]?[>#](?:\s|$)|(?:mysql|mariadb|MariaDB \[[^\]]*\]|sqlite|redis|cqlsh[^>]*|mongo|mongos|irb|ftp|sftp|rabbitmq|influx|lftp|nodetool|telnet|test|admin|SQL|rs\w*:\w+|ghci|iex\(\d+\)|pry\(\w+\))>\s|irb\([^)]*\):\d+:\d+[>*]\s|\[\d+\] pry\([^)]*\)>\s|>>> |In \[\d+\]:\s|[A-Za-z][\w.-]*(?:\([\w/ -]*\))?#\s|[A-Za-z][\w.-]*\([\w/ -]+\)[>#]\s?|\d+\.\d+\.\d+\.\d+:\d+>\s|PS [A-Z]:[^>]*>)`)
	wordOutput    = table.Pattern(`^\s*<<\s*(\w+)\s*$`)
)

// promptOf is the prompt of a shell that a line begins with, "" for none.
func promptOf(line string) string { return shellPrompt().FindString(line) }

// typed is a block told apart.
type typed struct {
	command string // what is typed, without prompts
	output  string // what is printed
}

// tellApart takes prompts off a block, and finds its output.
func tellApart(body string) typed {
	lines := strings.Split(strings.TrimRight(body, "\n"), "\n")
	prompt := promptIn(lines)
	if prompt == nil {
		return withoutPrompts(lines)
	}
	var command, output []string
	var blank []string // lines of which it is not known yet where they belong
	var open state
	printed, until := false, ""
	for _, line := range lines {
		text, has := prompt(line)
		m := wordOutput().FindStringSubmatch(line)
		switch {
		case until != "":
			if strings.TrimSpace(line) == until {
				until = ""
			} else {
				output = append(output, line)
			}
		case open.open():
			line = strings.TrimPrefix(line, "> ")
			command = append(command, line)
			open = open.after(line)
		case has:
			command = append(append(command, blank...), text)
			blank, printed = nil, false
			open = state{}.after(text)
		case m != nil:
			until = m[1]
		case strings.TrimSpace(line) == "":
			blank = append(blank, line)
		case strings.HasPrefix(strings.TrimSpace(line), "#") && !printed:
			command = append(append(command, blank...), line)
			blank = nil
		case strings.HasPrefix(strings.TrimSpace(line), "# "):
			command = append(append(command, blank...), line)
			blank = nil
		default:
			if printed {
				output = append(output, blank...)
			}
			blank, printed = nil, true
			output = append(output, line)
		}
	}
	return typed{strings.Join(command, "\n"), strings.Join(output, "\n")}
}

// promptIn says how the prompts of a block are taken off, nil where it has none.
func promptIn(lines []string) func(line string) (text string, has bool) {
	commands, roots := 0, 0
	for _, line := range lines {
		trimmed := strings.TrimSpace(line)
		switch {
		case promptOf(line) != "":
			return func(line string) (string, bool) {
				prompt := promptOf(line)
				return line[len(prompt):], prompt != ""
			}
		case isRootPrompt(line):
			roots++
		case trimmed != "" && !strings.HasPrefix(trimmed, "#") && isProgram(trimmed):
			commands++
		}
	}
	if roots == 0 || commands > 0 {
		return nil
	}
	return func(line string) (string, bool) {
		if !isRootPrompt(line) {
			return line, false
		}
		m := rootPrompt().FindStringSubmatch(line)
		return m[1] + m[2], true
	}
}

var option = table.Pattern(`\s--?[A-Za-z]`)

// isRootPrompt reports whether `# ` begins a command and no comment.
func isRootPrompt(line string) bool {
	m := rootPrompt().FindStringSubmatch(line)
	if m == nil {
		return false
	}
	word := m[1]
	return programs()[word] && !startsSentence(word, m[2]) || strings.HasPrefix(word, "/") || strings.HasPrefix(word, "./") ||
		strings.ContainsAny(word, "/-") && word == strings.ToLower(word) && !strings.HasPrefix(word, "-") && option().MatchString(m[2])
}

// startsSentence tells a comment that begins with a word which is a program too ("find the pods") from a command.
func startsSentence(word, rest string) bool {
	return verbs()[word] && !strings.ContainsAny(rest, "-/$|><=") && len(strings.Fields(rest)) > 1
}

// withoutPrompts finds the output in a block without prompts: lines from the first on that no shell would be given.
func withoutPrompts(lines []string) typed {
	var open state
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		if open.open() || trimmed == "" || strings.HasPrefix(trimmed, "#") {
			open = open.after(line)
			continue
		}
		if !looksPrinted(line) && !isHeader(lines, i) {
			open = open.after(line)
			continue
		}
		for _, rest := range lines[i:] {
			if isProgram(strings.TrimSpace(rest)) {
				return typed{output: strings.Join(lines, "\n")} // mixed: it can't be told apart
			}
		}
		return typed{strings.TrimRight(strings.Join(lines[:i], "\n"), "\n "), strings.Join(lines[i:], "\n")}
	}
	return typed{command: strings.Join(lines, "\n")}
}

// isHeader reports whether a line stands over a rule, as the names of columns do.
func isHeader(lines []string, i int) bool {
	return i > 0 && i+1 < len(lines) && ruled().MatchString(lines[i+1]) && !isProgram(strings.TrimSpace(lines[i]))
}

var (
	ruled    = table.Pattern(`^\s*(?:\+-|\|[\s|]|[-=+*_]{4,}|[│├└┌┐─●✓✗×→])`)
	numbered = table.Pattern(`^\s*\d[\w.:,/*-]*(\s|$)`)
	gaps     = table.Pattern(`\S(?: {2,}|\t+)\S`)
	labeled  = table.Pattern(`^\s*[A-Za-z][\w ./-]*:(\s|$)`)
	changed  = table.Pattern(`^\S+(?:\s"?[\w.-]+"?)?\s(?:created|configured|deleted|unchanged|patched|restarted|scaled|labeled|annotated|cordoned|uncordoned|drained|evicted|edited|exposed|replaced)\b`)
	shouted  = table.Pattern(`^\s*(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|NOTICE|LOG|HINT|OK|PASS|FAIL)\b`)
	capital  = table.Pattern(`^[A-Z][A-Za-z]*[,.:;!]?$`)
	keywords = table.Pattern(`^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|time|in|\{|\}|\(|\)|!|\[|\[\[|\.|:|;;|&&|\|\||\|)(?:\s|$|;)`)
	called   = table.Pattern(`^[A-Za-z_]\w*\(\)|^[A-Za-z_]\w*\+?=|^["'$(]|^[\w*?|"'. -]+\)`)
)

// looksPrinted reports whether a line is rather the output of a program than one for a shell.
func looksPrinted(line string) bool {
	trimmed := strings.TrimSpace(line)
	switch {
	case isProgram(trimmed), keywords().MatchString(trimmed):
		return false
	case ruled().MatchString(line), numbered().MatchString(line), shouted().MatchString(line), labeled().MatchString(trimmed), changed().MatchString(trimmed):
		return true
	case strings.HasPrefix(trimmed, `{"`), strings.HasPrefix(trimmed, "<") && !strings.HasPrefix(trimmed, "<("), strings.HasPrefix(trimmed, "@"), strings.HasPrefix(trimmed, "?"):
		return true
	case called().MatchString(trimmed):
		return false
	}
	if word := strings.Fields(trimmed)[0]; capital().MatchString(word) {
		return true
	}
	found := gaps().FindAllString(trimmed, 3)
	return len(found) > 1 || len(found) == 1 && strings.ToUpper(strings.Fields(trimmed)[0]) == strings.Fields(trimmed)[0]
}
