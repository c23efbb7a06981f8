package importer

import (
	"strings"

	"rtut/pack/table"
)

// language is the first word behind a fence, in small letters.
func (b *block) language() string {
	words := strings.FieldsFunc(b.info, func(r rune) bool { return strings.ContainsRune(" \t{},;", r) })
	if len(words) == 0 {
		return ""
	}
	return strings.ToLower(strings.Trim(words[0], "."))
}

// class says what the language of a block means: "shell", "somebody" (it is run, but not by a shell), "text", or "" for none.
func (b *block) class() string { return languages()[b.language()] }

// isRun reports whether somebody runs a block. around is the text of the item that it stands in.
func (p *page) isRun(b *block, around string) bool {
	if strings.TrimSpace(b.body) == "" {
		return false
	}
	switch b.class() {
	case "shell":
		return isForSomebody(b.body) || !isData(b.body) && (!onlyComments(tellApart(b.body).command) || onlyComments(b.body))
	case "somebody":
		return true
	case "text":
		return false
	}
	if isData(b.body) {
		return false
	}
	first := firstLine(b.body)
	switch {
	case promptIn(strings.Split(b.body, "\n")) != nil, programPrompt().MatchString(first):
		return true
	case isForSomebody(b.body):
		return b.language() != "" || saysRun(around) || !console().MatchString(first)
	case isProgram(first), isProgram(assignments().ReplaceAllString(first, "")) && first != "":
		return true
	case looksPrinted(first):
		return false
	}
	return saysRun(around)
}

// firstLine is the first line that is neither blank nor a comment; the first comment where there is no other.
func firstLine(body string) string {
	comment := ""
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case !strings.HasPrefix(line, "#"):
			return line
		case comment == "":
			comment = line
		}
	}
	return comment
}

// assignments are what may stand before a program.
var assignments = table.Pattern(`^(?:[A-Za-z_][A-Za-z0-9_]*=(?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^\s'"$]*)\s*;?\s*)+`)

// isProgram reports whether a command line begins with a program that is known, or with the path of one.
func isProgram(line string) bool {
	fields := strings.Fields(assignments().ReplaceAllString(strings.TrimSpace(line), ""))
	if len(fields) == 0 {
		return strings.Contains(line, "=$(") // all of it is an assignment, of what a command prints
	}
	word := strings.Trim(fields[0], "(){};!")
	if strings.HasPrefix(word, "./") || strings.HasPrefix(word, "~/") || strings.HasPrefix(word, "/") && strings.Count(word, "/") > 1 {
		base := word[strings.LastIndex(word, "/")+1:]
		return strings.HasPrefix(word, "./") || strings.Contains(word, "bin/") || programs()[base]
	}
	return programs()[word]
}

var runWords = table.Pattern(`(?i)\b(run|runs|running|command|commands|invoke|execute|executing)\b`)

func saysRun(text string) bool { return runWords().MatchString(text) }

var (
	data      = table.Pattern(`^\s*(?:\{\s*("|$)|\[\s*[{"]|<\?xml|<[a-zA-Z][^>]*>\s*$|---\s*$|apiVersion:|[A-Za-z_][\w.-]*:(\s|$)|\[[\w. -]+\]\s*$)`)
	address   = table.Pattern(`^\s*(?:https?|s3|gs|ftp|git|ssh)://\S+\s*$`)
	drivePath = table.Pattern(`(?m)^\s*(?:PS )?[A-Z]:\\`)
	verbNoun  = table.Pattern(`(?m)^\s*(?:\$\w+\s*=\s*)?(?:PS [^>]*>\s*)?[A-Z][a-z]+-[A-Z][A-Za-z]+\b`)
	sqlVerbs  = table.Pattern(`^\s*(?:SELECT|INSERT\s+INTO|UPDATE|DELETE\s+FROM|ALTER|CREATE\s+(?:TABLE|USER|ROLE|DATABASE|INDEX|EXTENSION|PUBLICATION|SUBSCRIPTION|UNIQUE|OR|VIEW|FUNCTION|SCHEMA|MATERIALIZED|SERVER)|DROP|TRUNCATE|VACUUM|ANALYZE|EXPLAIN|GRANT|REVOKE|REINDEX|CLUSTER|COPY|BEGIN|COMMIT|ROLLBACK|SHOW|SET|USE|FLUSH|LOCK|UNLOCK|KILL|CHANGE|RESET|PURGE|STOP|START|WITH\s+\w+\s+AS|CALL|DECLARE|MERGE|REFRESH|CHECKPOINT|OPTIMIZE|REPAIR|DESCRIBE|PRAGMA|ATTACH)\b`)
	sqlSmall  = table.Pattern(`(?i)^\s*(?:select\s.*\sfrom\s|select\s+[\w.]+\s*\(|insert\s+into\s|update\s+[\w."]+\s+set\s|delete\s+from\s|alter\s+(?:table|database|user|role|system)\s|create\s+(?:table|user|role|database|index|extension|publication|subscription)\s|drop\s+(?:table|user|role|database|index|schema|extension|publication|subscription)\s|truncate\s+(?:table\s+)?[\w."]+\s*;|grant\s+.*\sto\s|revoke\s+.*\sfrom\s|show\s+(?:tables|databases|processlist|slave|master|variables|status)\b)`)
	console   = table.Pattern(`^\s*(?:conf(?:igure)?\s+t(?:erminal)?\b|\\[a-z?+]+|db\.\w+|rs\.\w+\(|sh\.\w+\(|FLUSHALL|FLUSHDB|[A-Z]\w*(?:::\w+)*\.\w+[(.]?|irb>|>>>|puts\s|import\s+\w+(?:\s*,|$)|from\s+\w+\s+import\s|require\s+['"]|def\s+\w+|const\s+\w+\s*=|let\s+\w+\s*=|var\s+\w+\s*=|console\.log|use\s+\w+\s*;?\s*$)`)
)

// isForSomebody reports whether a block is for another program than a shell: SQL, PowerShell, a console.
func isForSomebody(body string) bool {
	first := firstLine(body)
	return sqlVerbs().MatchString(first) || sqlSmall().MatchString(first) || console().MatchString(first) || programPrompt().MatchString(first) ||
		verbNoun().MatchString(first) || drivePath().MatchString(first) || strings.HasPrefix(strings.TrimSpace(first), "--") && sqlAnywhere(body)
}

// sqlAnywhere reports whether a line of a block begins as SQL does.
func sqlAnywhere(body string) bool {
	for line := range strings.Lines(body) {
		if sqlVerbs().MatchString(line) || sqlSmall().MatchString(line) {
			return true
		}
	}
	return false
}

// isData reports whether a block is JSON, a configuration or an address, whatever it is called.
func isData(body string) bool {
	first := firstLine(body)
	if strings.HasPrefix(first, "{") && !strings.HasPrefix(first, "{ ") || strings.HasPrefix(first, `{ "`) || address().MatchString(first) {
		return true
	}
	return data().MatchString(first) && !isProgram(first)
}
