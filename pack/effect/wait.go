package effect

import (
	"slices"
	"strings"

	"rtut/pack/table"
)

var (
	serverLike  = table.Pattern(`\bhttp\.server\b|\bSimpleHTTPServer\b|\brunserver\b|\bserve\b`)
	editors     = table.Set("vi vim nano emacs visudo view ed pico joe mcedit vipw crontab-e")
	passwordAsk = table.Pattern(`^(?:-p|-W|--password|--ask-pass|-k|-K|--ask-become-pass|--ask-vault-pass)$`)
)

// Asks reports whether a call waits for something to be typed.
func (c Call) Asks() bool {
	name := c.Program()
	switch name {
	case "read", "passwd", "select", "su":
		return true
	case "crontab":
		return c.has("-e")
	case "kubectl", "oc":
		return c.has("edit", "-it", "-ti")
	case "mysql", "mysqldump", "ansible-playbook":
		return anyMatches(passwordAsk(), c.Words[1:]) || c.nothingToDo() && alone()[name]
	case "psql":
		return c.has("-W", "--password") || c.nothingToDo()
	}
	return editors()[name] || c.has("-it", "-ti") || alone()[name] && c.nothingToDo() && name != "tmux" && name != "screen" && name != "lvm"
}

// NeverEnds reports whether a call continues until it is stopped.
func (c Call) NeverEnds() bool {
	switch name := c.Program(); name {
	case "journalctl":
		return c.has("--follow") || slices.ContainsFunc(c.Words, func(w string) bool { return clusterHas(w, 'f') })
	case "tail", "dmesg":
		return c.has("-f", "-F", "--follow", "-w") || name == "tail" && slices.ContainsFunc(c.Words, follows)
	case "watch", "htop", "iotop", "mtr", "tcpdump":
		return !c.has("-c", "--count", "--report", "-n1")
	case "top":
		return !c.has("-b", "-bn1", "-n1")
	case "kubectl", "oc", "k":
		return c.has("port-forward", "proxy", "attach") || c.has("logs", "get") && c.has("-f", "--follow", "-w", "--watch")
	case "docker", "podman", "docker-compose":
		return c.has("logs") && c.has("-f", "--follow") || c.has("stats") && !c.has("--no-stream")
	case "ping", "ping6":
		return !c.has("-c", "-w") && !strings.Contains(strings.Join(c.Words, " "), " -c")
	case "python", "python3", "php", "npm", "hugo", "jekyll":
		return serverLike().MatchString(strings.Join(c.Words, " "))
	}
	return false
}

// follows reports whether a word is options of tail with one that makes it go on: -f, -20f, -Fn5.
func follows(word string) bool {
	return len(word) > 1 && word[0] == '-' && word[1] != '-' && strings.ContainsAny(word, "fF") && strings.Trim(word[1:], "0123456789fFnqvz") == ""
}

// Fails reports whether a call does nothing but fail.
func (c Call) Fails() bool {
	return c.Program() == "false" || c.Program() == "exit" && len(c.Words) > 1 && c.Words[1] != "0" && c.Words[1] != "$"
}
