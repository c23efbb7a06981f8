package effect

import (
	"strings"

	"rtut/pack/table"
)

// Session returns the statement by which a block goes into another program and goes on typing there, "" for none.
func Session(command string) string {
	s := Parse(command)
	if s.Failed {
		return sessionByLine(command)
	}
	for i, c := range s.First {
		if i+1 < len(s.First) && c.GoesInto() {
			return c.String()
		}
	}
	return ""
}

// sessionByLine is session for a block that no shell can read, since part of it is typed elsewhere.
func sessionByLine(command string) string {
	lines := strings.Split(command, "\n")
	for i, line := range lines {
		s := Parse(line)
		if i+1 < len(lines) && !s.Failed && len(s.First) == 1 && s.First[0].GoesInto() {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// GoesOnTyping reports whether the last thing that a command does is to go into another program.
func GoesOnTyping(command string) bool {
	s := Parse(command)
	return len(s.First) > 0 && s.First[len(s.First)-1].GoesInto()
}

// alone are programs that wait for what is typed where they are given nothing to do.
var alone = table.Set("bash sh zsh ksh dash fish psql gitlab-psql mysql mariadb redis-cli mongo mongosh python python3 irb node vtysh telnet ftp sftp cqlsh sqlite3 screen tmux gdisk fdisk parted ceph lvm virsh nsenter toolbox ghci iex cypher-shell rabbitmq clickhouse-client gitlab-rails rails nc lftp bconsole crmsh etcdctl3 osqueryi influx sqlplus ldapmodify zkCli.sh newgrp")

var shellWord = table.Pattern(`^(?:/\S*/)?(?:ba|z|k|da|a)?sh$`)

// GoesInto reports whether what follows a call is typed into what it starts.
func (c Call) GoesInto() bool {
	if len(c.Words) == 0 {
		return false
	}
	name, rest := c.Program(), c.operands()
	switch name {
	case "sudo", "doas":
		if c.has("-i", "-s") || clusterHas(c.Words[min(1, len(c.Words)-1)], 'i') {
			return len(rest) == 0 || len(rest) == 1 && c.has("-u")
		}
		inner, _ := c.Inner()
		return len(inner.Words) > 0 && inner.GoesInto()
	case "su":
		return !c.has("-c", "--command")
	case "kubectl", "oc", "k":
		return c.opensShell()
	case "docker", "podman", "nerdctl", "docker-compose", "crictl":
		return (c.has("run", "exec") && (c.interactive() || shellWord().MatchString(last(c.Words)))) || c.has("attach")
	case "chroot":
		return len(rest) == 1 || len(rest) == 2 && shellWord().MatchString(rest[1])
	}
	return c.opensTerminal()
}

// opensTerminal is goesInto for programs of which a word, or the lack of one, says so.
func (c Call) opensTerminal() bool {
	switch name := c.Program(); name {
	case "ssh":
		text, _ := c.innerText()
		return text == "" && !c.has("-N", "-f", "-W", "-O") || text != "" && GoesOnTyping(text)
	case "vagrant", "multipass", "lxc", "incus", "machinectl", "gcloud", "nomad", "ctr":
		return c.has("ssh", "shell", "exec") && !c.has("-c", "--command") && (!c.has("exec") || shellWord().MatchString(last(c.Words)))
	case "tmux", "screen":
		return !c.has("-d", "-dm", "-dmS", "ls", "-ls", "kill-session")
	default:
		return alone()[name] && c.nothingToDo()
	}
}

func (c Call) opensShell() bool {
	switch {
	case c.has("rsh"):
		return len(c.operands()) < 3 || shellWord().MatchString(last(c.Words))
	case c.has("exec"):
		inner := c.behindDashes()
		return shellWord().MatchString(last(c.Words)) && !c.has("-c") || len(inner.Words) > 0 && inner.GoesInto()
	case c.has("debug"):
		inner := c.behindDashes()
		return len(inner.Words) == 0 || inner.GoesInto()
	case c.has("attach"):
		return true
	case c.has("run"):
		return c.interactive()
	}
	return false
}

func (c Call) interactive() bool {
	for _, w := range c.Words {
		if w == "-it" || w == "-ti" || w == "--interactive" || w == "-i" || w == "--stdin" {
			return true
		}
	}
	return false
}

// nothingToDo reports whether a program has no command, query or script on its command line.
func (c Call) nothingToDo() bool {
	if c.has("-c", "-e", "-f", "--command", "--execute", "--eval", "--file", "--version", "-V", "--help", "-l", "--list") {
		return false
	}
	for _, w := range c.Words[1:] {
		if strings.HasPrefix(w, "-") && (clusterHas(w, 'c') || clusterHas(w, 'e') || strings.HasPrefix(w, "--execute=") || strings.HasPrefix(w, "--command=") || strings.HasPrefix(w, "--eval")) {
			return false
		}
	}
	switch c.Program() {
	case "psql", "gitlab-psql", "mysql", "mariadb", "telnet", "ftp", "sftp", "cqlsh", "mongo", "mongosh", "nc", "lftp", "sqlplus", "cypher-shell", "clickhouse-client", "influx", "nsenter", "newgrp", "fdisk", "gdisk":
		return true
	case "gitlab-rails", "rails":
		return c.has("console", "c", "dbconsole", "db")
	case "sqlite3", "parted":
		return len(c.operands()) < 2
	case "redis-cli":
		return onlyValues(c, []string{"-h", "-p", "-a", "-n", "-u", "--user", "--pass"})
	}
	return len(c.operands()) == 0
}

func onlyValues(c Call, valued []string) bool { return len(c.behind(valued, 0).Words) == 0 }

func last(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
