package importer

import (
	"strings"
)

// wrappers start another program with the words behind them; the options that take a value are listed.
var wrappers = map[string][]string{
	"sudo": {"-u", "-g", "-h", "-p", "--user", "--group"}, "doas": {"-u"}, "time": {}, "nice": {"-n"}, "ionice": {"-c", "-n"}, "nohup": {},
	"timeout": {"-s", "-k"}, "command": {}, "exec": {}, "env": {"-u"}, "stdbuf": {"-o", "-e", "-i"}, "setsid": {}, "chroot": {}, "envdir": {},
	"xargs": {"-n", "-P", "-I", "-L", "-d", "-a", "-s"}, "flock": {"-w"}, "builtin": {}, "unbuffer": {}, "chronic": {}, "runuser": {"-u"}, "strace": {"-p", "-o", "-e"},
	"watch": {"-n", "-d"}, "numactl": {}, "taskset": {}, "busybox": {}, "parallel": {}, "caffeinate": {}, "proxychains": {},
}

// skipped is how many words a wrapper takes before the program, options aside.
var skipped = map[string]int{"timeout": 1, "chroot": 1, "envdir": 1, "flock": 1, "taskset": 1}

var assignment = compile(`^[A-Za-z_]\w*=`)

// inner is the call that a call starts by words of its own: behind sudo, or behind `--` in a container.
func (c call) inner() (call, bool) {
	name := c.program()
	if valued, is := wrappers[name]; is {
		if (name == "command" || name == "exec") && (c.has("-v", "-V") || len(c.words) == 1) {
			return call{}, false
		}
		return c.behind(valued, skipped[name]), true
	}
	switch name {
	case "kubectl", "oc", "k":
		if c.has("exec", "rsh", "debug") {
			return c.behindDashes(), true
		}
	case "docker", "podman", "nerdctl", "docker-compose":
		if c.has("exec", "run") {
			return c.inContainer(), true
		}
	}
	return call{}, false
}

// behind skips options, assignments and so many words.
func (c call) behind(valued []string, skip int) call {
	for i := 1; i < len(c.words); i++ {
		word := c.words[i]
		switch {
		case word == "--":
		case contains(valued, word):
			i++
		case strings.HasPrefix(word, "-"), assignment().MatchString(word):
		case skip > 0:
			skip--
		default:
			return call{words: c.words[i:]}
		}
	}
	return call{}
}

func (c call) behindDashes() call {
	for i, word := range c.words {
		if word == "--" {
			return call{words: c.words[i+1:]}
		}
	}
	return call{}
}

// inContainer is what `docker exec NAME` starts. Options with values are not told apart, so it may be too much.
func (c call) inContainer() call {
	for i := 1; i < len(c.words); i++ {
		if c.words[i] != "exec" {
			continue
		}
		for j := i + 1; j < len(c.words); j++ {
			if !strings.HasPrefix(c.words[j], "-") {
				return call{words: c.words[min(j+1, len(c.words)):]}
			}
			if c.words[j] == "-u" || c.words[j] == "-e" || c.words[j] == "-w" || c.words[j] == "--user" {
				j++
			}
		}
	}
	return call{}
}

// innerText is a text that a call has a shell read: of `sh -c`, `ssh host '...'`, `knife ssh query '...'`.
func (c call) innerText() (string, bool) {
	switch c.program() {
	case "sh", "bash", "ksh", "zsh", "dash":
		for i, word := range c.words {
			if clusterHas(word, 'c') && i+1 < len(c.words) {
				return c.words[i+1], true
			}
		}
		return "", true
	case "ssh":
		if rest := c.behind([]string{"-p", "-i", "-l", "-o", "-F", "-J", "-L", "-R", "-D", "-E", "-c", "-b", "-W", "-m"}, 1); len(rest.words) > 0 {
			return strings.Join(rest.words, " "), true
		}
		return "", true
	case "knife":
		if c.has("ssh") && len(c.words) > 3 {
			return c.words[3], true
		}
	case "eval", "su", "source", ".":
		return "", true
	}
	return "", false
}

// sqlPrograms are those that take SQL on their command line.
var sqlPrograms = table("psql gitlab-psql mysql mariadb sqlite3 cqlsh clickhouse-client cockroach sqlcmd")

var (
	sqlOption = compile(`^-[A-Za-z]*[ce]$|^--(?:command|execute|query)$`)
	sqlInline = compile(`^(?:--(?:command|execute|query)=|-[ce])(.+)$`)
	sqlSelect = compile(`(?is)^\s*(?:select|show|explain\s+select|\\[dlz][a-z+]*|\\conninfo|describe|desc)\b`)
	sqlElse   = compile(`(?i)\b(?:insert|update|delete|drop|alter|create|truncate|grant|revoke|into|set|call|do|copy|vacuum|reindex|lock|nextval|setval|pg_\w*(?:terminate|cancel|reload|switch|rotate|promote|drop|create|advance|replay_pause|replay_resume|start|stop|logical_emit)\w*|lo_\w+|dblink\w*|pg_(?:read|write)\w*|kill|for\s+update)\b`)
)

// functionsText are what SQL that only reads may call, and words before a parenthesis that are no functions.
var (
	sqlCalls     = compile(`([A-Za-z_][\w.]*)\s*\(`)
	sqlFunctions = table(`in and or not exists values over from where as any all some on using filter partition count sum avg min max now version coalesce round
		extract age to_char date_trunc lower upper length concat abs current_setting pg_is_in_recovery pg_size_pretty pg_database_size pg_total_relation_size
		pg_relation_size pg_table_size pg_indexes_size pg_current_wal_lsn pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_last_xact_replay_timestamp
		pg_wal_lsn_diff pg_is_wal_replay_paused pg_backend_pid pg_postmaster_start_time pg_get_replication_slots pg_stat_get_wal_senders pg_blocking_pids
		pg_conf_load_time pg_tablespace_size pg_get_indexdef pg_get_constraintdef pg_encoding_to_char has_table_privilege string_agg array_agg json_agg
		timestampdiff ifnull greatest least cast substring trim replace left right row_number rank generate_series unnest user database current_database`)
)

// knownFunctions reports whether a statement calls nothing that may do more than read.
func knownFunctions(statement string) bool {
	for _, m := range sqlCalls().FindAllStringSubmatch(statement, -1) {
		if !sqlFunctions()[strings.ToLower(m[1])] {
			return false
		}
	}
	return true
}

// sqlReads reports whether all SQL that a call has on its command line only reads.
func (c call) sqlReads() bool {
	statements := 0
	for i, word := range c.words[1:] {
		text := ""
		switch {
		case sqlOption().MatchString(word) && i+2 < len(c.words):
			text = c.words[i+2]
		case sqlInline().MatchString(word) && len(word) > 3 && strings.ContainsAny(word, " \\"):
			text = sqlInline().FindStringSubmatch(word)[1]
		case word == "-f", strings.HasPrefix(word, "--file"), word == "-o", word == "-L":
			return false
		default:
			continue
		}
		for _, statement := range strings.Split(strings.TrimRight(text, "; \n"), ";") {
			if !sqlSelect().MatchString(statement) || sqlElse().MatchString(statement) || !knownFunctions(statement) || strings.Contains(strings.TrimSpace(statement)[1:], `\`) {
				return false
			}
		}
		statements++
	}
	return statements > 0 || c.has("-l", "--list", "--version")
}
