package effect

import (
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

// NeverEnds reports whether a call goes on until it is stopped.
func (c Call) NeverEnds() bool {
	switch name := c.Program(); name {
	case "tail", "journalctl", "dmesg":
		return c.has("-f", "-F", "--follow", "-w") || clusterHas(followFlags(c), 'f') && name != "dmesg"
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

func followFlags(c Call) string {
	for _, w := range c.Words[1:] {
		if strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.ContainsRune(w, 'f') && len(w) <= 4 && strings.Trim(w[1:], "0123456789fF") == "" {
			return w
		}
	}
	return ""
}

// Fails reports whether a call does nothing but fail.
func (c Call) Fails() bool {
	return c.Program() == "false" || c.Program() == "exit" && len(c.Words) > 1 && c.Words[1] != "0" && c.Words[1] != "$"
}
