package effect

import (
	"strings"

	"rtut/pack/table"
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

var assignment = table.Pattern(`^[A-Za-z_]\w*=`)

// Inner is the Call that a call starts by words of its own: behind sudo, or behind `--` in a container.
func (c Call) Inner() (Call, bool) {
	name := c.Program()
	if valued, is := wrappers[name]; is {
		if (name == "command" || name == "exec") && (c.has("-v", "-V") || len(c.Words) == 1) {
			return Call{}, false
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
	return Call{}, false
}

// behind skips options, assignments and so many words.
func (c Call) behind(valued []string, skip int) Call {
	for i := 1; i < len(c.Words); i++ {
		word := c.Words[i]
		switch {
		case word == "--":
		case contains(valued, word):
			i++
		case strings.HasPrefix(word, "-"), assignment().MatchString(word):
		case skip > 0:
			skip--
		default:
			return Call{Words: c.Words[i:]}
		}
	}
	return Call{}
}

func (c Call) behindDashes() Call {
	for i, word := range c.Words {
		if word == "--" {
			return Call{Words: c.Words[i+1:]}
		}
	}
	return Call{}
}

// inContainer is what `docker exec NAME` starts. Options with values are not told apart, so it may be too much.
func (c Call) inContainer() Call {
	for i := 1; i < len(c.Words); i++ {
		if c.Words[i] != "exec" {
			continue
		}
		for j := i + 1; j < len(c.Words); j++ {
			if !strings.HasPrefix(c.Words[j], "-") {
				return Call{Words: c.Words[min(j+1, len(c.Words)):]}
			}
			if c.Words[j] == "-u" || c.Words[j] == "-e" || c.Words[j] == "-w" || c.Words[j] == "--user" {
				j++
			}
		}
	}
	return Call{}
}

// innerText is a text that a call has a shell read: of `sh -c`, `ssh host '...'`, `knife ssh query '...'`.
func (c Call) innerText() (string, bool) {
	switch c.Program() {
	case "sh", "bash", "ksh", "zsh", "dash":
		for i, word := range c.Words {
			if clusterHas(word, 'c') && i+1 < len(c.Words) {
				return c.Words[i+1], true
			}
		}
		return "", true
	case "ssh":
		if rest := c.behind([]string{"-p", "-i", "-l", "-o", "-F", "-J", "-L", "-R", "-D", "-E", "-c", "-b", "-W", "-m"}, 1); len(rest.Words) > 0 {
			return strings.Join(rest.Words, " "), true
		}
		return "", true
	case "knife":
		if c.has("ssh") && len(c.Words) > 3 {
			return c.Words[3], true
		}
	case "eval", "su", "source", ".":
		return "", true
	}
	return "", false
}

// sqlPrograms are those that take SQL on their command line.
var sqlPrograms = table.Set("psql gitlab-psql mysql mariadb sqlite3 cqlsh clickhouse-client cockroach sqlcmd")

var (
	sqlOption = table.Pattern(`^-[A-Za-z]*[ce]$|^--(?:command|execute|query)$`)
	sqlInline = table.Pattern(`^(?:--(?:command|execute|query)=|-[ce])(.+)$`)
	sqlSelect = table.Pattern(`(?is)^\s*(?:select|show|explain\s+select|\\[dlz][a-z+]*|\\conninfo|describe|desc)\b`)
	sqlElse   = table.Pattern(`(?i)\b(?:insert|update|delete|drop|alter|create|truncate|grant|revoke|into|set|call|do|copy|vacuum|reindex|lock|nextval|setval|pg_\w*(?:terminate|cancel|reload|switch|rotate|promote|drop|create|advance|replay_pause|replay_resume|start|stop|logical_emit)\w*|lo_\w+|dblink\w*|pg_(?:read|write)\w*|kill|for\s+update)\b`)
)

// functionsText are what SQL that only reads may call, and words before a parenthesis that are no functions.
var (
	sqlCalls     = table.Pattern(`([A-Za-z_][\w.]*)\s*\(`)
	sqlFunctions = table.Set(`in and or not exists values over from where as any all some on using filter partition count sum avg min max now version coalesce round
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
func (c Call) sqlReads() bool {
	statements := 0
	for i, word := range c.Words[1:] {
		text := ""
		switch {
		case sqlOption().MatchString(word) && i+2 < len(c.Words):
			text = c.Words[i+2]
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
