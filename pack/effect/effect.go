package effect

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"rtut/pack/table"
)

// The effects that a command may be known to have.
const (
	ReadOnly     = "read-only"
	Irreversible = "irreversible"
)

// reading is a row of reads.txt.
type readRow struct {
	verbs  []string
	valued []string // options with a value
	flags  []string // options without one
	unless []string // words with which it does more
}

var reads = sync.OnceValue(func() map[string][]readRow {
	all := map[string][]readRow{}
	for _, row := range table.Rows(readsText) {
		fields := strings.Fields(row)
		var r readRow
		for _, f := range fields[1:] {
			switch {
			case strings.HasPrefix(f, "!"):
				r.unless = append(r.unless, f[1:])
			case strings.HasPrefix(f, "-") && strings.HasSuffix(f, "="):
				r.valued = append(r.valued, strings.TrimSuffix(f, "="))
			case strings.HasPrefix(f, "-") && !strings.Contains(f, "|") && len(fields) > 2 && !isVerbRow(fields):
				r.flags = append(r.flags, f)
			default:
				r.verbs = append(r.verbs, f)
			}
		}
		all[fields[0]] = append(all[fields[0]], r)
	}
	return all
})

// isVerbRow reports whether the options of a row are its verbs, for there are no others.
func isVerbRow(fields []string) bool {
	for _, f := range fields[1:] {
		if !strings.HasPrefix(f, "-") && !strings.HasPrefix(f, "!") {
			return false
		}
	}
	return true
}

// admits reports whether a call does only what the row says.
func (r readRow) admits(c Call) bool {
	args := c.Words[1:]
	for _, word := range args {
		for _, u := range r.unless {
			if word == u || len(u) > 2 && u[0] == '-' && strings.HasPrefix(word, u) || len(u) == 2 && u[0] == '-' && clusterHas(word, u[1]) || len(u) == 1 && strings.Contains(word, u) {
				return false
			}
		}
	}
	verb := 0
	for i := 0; i < len(args) && verb < len(r.verbs); i++ {
		word := args[i]
		switch {
		case matchesAny(word, r.verbs[verb]):
			verb++
		case !strings.HasPrefix(word, "-"):
			return false
		case contains(r.valued, word):
			i++
		case contains(r.valued, strings.SplitN(word, "=", 2)[0]) && strings.Contains(word, "="), contains(r.flags, word):
		default:
			return false
		}
	}
	return verb == len(r.verbs)
}

// clusterHas reports whether a word is options of one letter with this one among them.
func clusterHas(word string, letter byte) bool {
	return len(word) > 1 && word[0] == '-' && word[1] != '-' && strings.IndexByte(word[1:], letter) >= 0
}

func matchesAny(word, patterns string) bool {
	for _, pattern := range strings.Split(patterns, "|") {
		if matched, err := path.Match(pattern, word); pattern == word || err == nil && matched && !strings.HasPrefix(word, "-") {
			return true
		}
	}
	return false
}

func contains(list []string, word string) bool {
	for _, one := range list {
		if one == word {
			return true
		}
	}
	return false
}

// Of returns ReadOnly only if every program with its verb is in the table and nothing is written, Irreversible by the
// other table, and "" where neither is certain.
func Of(command string) string {
	s := Parse(command)
	switch {
	case s.harms(0):
		return Irreversible
	case s.onlyReads(0):
		return ReadOnly
	}
	return ""
}

// nested is how deep commands within words are looked at.
const nested = 4

func (s *Script) onlyReads(depth int) bool {
	if s.Failed || s.writes || s.Background || len(s.Calls) == 0 || depth > nested {
		return false
	}
	for _, c := range s.Calls {
		if !c.onlyReads(depth) {
			return false
		}
	}
	return true
}

func (c Call) onlyReads(depth int) bool {
	if word := c.Words[0]; strings.Contains(word, "$") || strings.Contains(word, "/") && !systems().MatchString(word) {
		return false
	}
	if inner, is := c.Inner(); is {
		return len(inner.Words) > 0 && depth < nested && inner.onlyReads(depth+1)
	}
	if text, is := c.innerText(); is {
		return text != "" && depth < nested && Parse(text).onlyReads(depth+1)
	}
	if sqlPrograms()[c.Program()] {
		return c.sqlReads()
	}
	if !c.plainEnough() {
		return false
	}
	for _, row := range reads()[c.Program()] {
		if row.admits(c) {
			return true
		}
	}
	return false
}

var (
	awkWrites  = table.Pattern(`system\s*\(|[^=]>\s*"|>>|\|\s*"|\|&|print\s.*>|getline`)
	sedWrites  = table.Pattern(`(?:^|[;{}/\d$])\s*[wWe]\s|/[gpiI0-9]*[we]\b`)
	curlWrites = table.Pattern(`(?i)/(?:_shutdown|reload|quit|delete|restart|reset)\b|-/(?:reload|quit)`)
)

// plainEnough looks at words that mean more than the tables can say.
func (c Call) plainEnough() bool {
	rest := strings.Join(c.Words[1:], " ")
	switch c.Program() {
	case "awk", "gawk", "mawk":
		return !awkWrites().MatchString(rest) && !c.has("-f")
	case "sed":
		return !anyMatches(sedWrites(), c.Words[1:]) && !c.has("-f", "--file")
	case "uniq":
		return len(c.operands()) < 2
	case "hostname":
		return len(c.operands()) == 0
	case "date":
		return len(c.operands()) == 0 || strings.HasPrefix(c.operands()[0], "+") || c.has("-d", "--date")
	case "curl":
		return !curlWrites().MatchString(rest) && !strings.Contains(rest, "%output")
	case "ip":
		return len(c.operands()) == 1 || contains([]string{"show", "list", "ls", "lst", "sh", "get", "dev"}, c.operands()[1])
	case "mount":
		return len(c.operands()) == 0
	}
	return true
}

func anyMatches(pattern *regexp.Regexp, words []string) bool {
	return slices.ContainsFunc(words, pattern.MatchString)
}

// systems are directories whose programs are those that the tables mean: `./ls` is somebody's own.
var systems = table.Pattern(`^(?:/\S*)?/s?bin/[^/]+$`)

// operands are the words that are no options.
func (c Call) operands() []string {
	var all []string
	for _, w := range c.Words[min(1, len(c.Words)):] {
		if !strings.HasPrefix(w, "-") {
			all = append(all, w)
		}
	}
	return all
}

// harms reports whether something in a command can't be taken back.
func (s *Script) harms(depth int) bool {
	for _, c := range s.Calls {
		if c.harms(depth) {
			return true
		}
	}
	return false
}

func (c Call) harms(depth int) bool {
	if depth > nested || len(c.Words) == 0 {
		return false
	}
	if inner, is := c.Inner(); is && len(inner.Words) > 0 && inner.harms(depth+1) {
		return true
	}
	for _, word := range c.Words[1:] {
		if strings.ContainsAny(word, " \n") && (sqlHarms().MatchString(word) && !readers()[c.Program()] || runsText()[c.Program()] && Parse(word).harms(depth+1)) {
			return true
		}
	}
	for _, row := range harms() {
		if matchesAny(c.Program(), row[0]) && c.hasAll(row[1:]) {
			return true
		}
	}
	return c.has("--force") && forced()[c.Program()]
}

var (
	harms = sync.OnceValue(func() [][]string {
		var all [][]string
		for _, row := range table.Rows(harmsText) {
			all = append(all, strings.Fields(row))
		}
		return all
	})
	sqlHarms = table.Pattern(`(?i)\b(?:drop\s+(?:table|database|schema|index|user|role|view|keyspace|extension|publication|subscription|slot)\b|truncate\s+(?:table\s+)?[\w."]|delete\s+from\s|pg_drop_replication_slot|alter\s+table\s+\S+\s+drop\b|purge\s+binary|reset\s+(?:master|slave)|dropDatabase|\.drop\(|deleteMany|remove\(\{)`)
	forced   = table.Set("rm mv kubectl oc helm docker podman git umount ceph gcloud vault consul nomad patronictl pcs crm zpool zfs mdadm lvremove vgremove argocd terraform rbd")
	readers  = table.Set("grep egrep fgrep rg echo printf awk jq less zgrep")
	runsText = table.Set("ssh sh bash zsh ksh dash su knife eval watch ansible salt pssh pdsh xargs sudo runuser script gcloud vagrant parallel clush mco")
)

func (c Call) hasAll(patterns []string) bool {
	for _, pattern := range patterns {
		found := false
		for _, word := range c.Words[1:] {
			if strings.HasPrefix(pattern, "+") {
				found = found || clusterHas(word, pattern[1])
				continue
			}
			for _, one := range strings.Split(pattern, "|") {
				found = found || matchesAny(word, one) || strings.HasPrefix(one, "+") && clusterHas(word, one[1]) || strings.HasPrefix(one, "*") && strings.Contains(word, strings.Trim(one, "*"))
			}
		}
		if !found {
			return false
		}
	}
	return true
}
