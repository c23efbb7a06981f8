package importer

import (
	"strings"
)

// session returns the statement by which a block goes into another program and goes on typing there, "" for none.
func session(command string) string {
	s := parseScript(command)
	if s.failed {
		return sessionByLine(command)
	}
	for i, c := range s.first {
		if i+1 < len(s.first) && c.goesInto() {
			return c.String()
		}
	}
	return ""
}

// sessionByLine is session for a block that no shell can read, since part of it is typed elsewhere.
func sessionByLine(command string) string {
	lines := strings.Split(command, "\n")
	for i, line := range lines {
		s := parseScript(line)
		if i+1 < len(lines) && !s.failed && len(s.first) == 1 && s.first[0].goesInto() {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// goesOn reports whether the last thing that a command does is to go into another program.
func goesOn(command string) bool {
	s := parseScript(command)
	return len(s.first) > 0 && s.first[len(s.first)-1].goesInto()
}

// alone are programs that wait for what is typed where they are given nothing to do.
var alone = table("bash sh zsh ksh dash fish psql gitlab-psql mysql mariadb redis-cli mongo mongosh python python3 irb node vtysh telnet ftp sftp cqlsh sqlite3 screen tmux gdisk fdisk parted ceph lvm virsh nsenter toolbox ghci iex cypher-shell rabbitmq clickhouse-client gitlab-rails rails nc lftp bconsole crmsh etcdctl3 osqueryi influx sqlplus ldapmodify zkCli.sh newgrp")

var shellWord = compile(`^(?:/\S*/)?(?:ba|z|k|da|a)?sh$`)

// goesInto reports whether what follows a call is typed into what it starts.
func (c call) goesInto() bool {
	if len(c.words) == 0 {
		return false
	}
	name, rest := c.program(), c.operands()
	switch name {
	case "sudo", "doas":
		if c.has("-i", "-s") || clusterHas(c.words[min(1, len(c.words)-1)], 'i') {
			return len(rest) == 0 || len(rest) == 1 && c.has("-u")
		}
		inner, _ := c.inner()
		return len(inner.words) > 0 && inner.goesInto()
	case "su":
		return !c.has("-c", "--command")
	case "kubectl", "oc", "k":
		return c.opensShell()
	case "docker", "podman", "nerdctl", "docker-compose", "crictl":
		return (c.has("run", "exec") && (c.interactive() || shellWord().MatchString(last(c.words)))) || c.has("attach")
	case "chroot":
		return len(rest) == 1 || len(rest) == 2 && shellWord().MatchString(rest[1])
	}
	return c.opensTerminal()
}

// opensTerminal is goesInto for programs of which a word, or the lack of one, says so.
func (c call) opensTerminal() bool {
	switch name := c.program(); name {
	case "ssh":
		text, _ := c.innerText()
		return text == "" && !c.has("-N", "-f", "-W", "-O") || text != "" && goesOn(text)
	case "vagrant", "multipass", "lxc", "incus", "machinectl", "gcloud", "nomad", "ctr":
		return c.has("ssh", "shell", "exec") && !c.has("-c", "--command") && (!c.has("exec") || shellWord().MatchString(last(c.words)))
	case "tmux", "screen":
		return !c.has("-d", "-dm", "-dmS", "ls", "-ls", "kill-session")
	default:
		return alone()[name] && c.nothingToDo()
	}
}

func (c call) opensShell() bool {
	switch {
	case c.has("rsh"):
		return len(c.operands()) < 3 || shellWord().MatchString(last(c.words))
	case c.has("exec"):
		inner := c.behindDashes()
		return shellWord().MatchString(last(c.words)) && !c.has("-c") || len(inner.words) > 0 && inner.goesInto()
	case c.has("debug"):
		inner := c.behindDashes()
		return len(inner.words) == 0 || inner.goesInto()
	case c.has("attach"):
		return true
	case c.has("run"):
		return c.interactive()
	}
	return false
}

func (c call) interactive() bool {
	for _, w := range c.words {
		if w == "-it" || w == "-ti" || w == "--interactive" || w == "-i" || w == "--stdin" {
			return true
		}
	}
	return false
}

// nothingToDo reports whether a program has no command, query or script on its command line.
func (c call) nothingToDo() bool {
	if c.has("-c", "-e", "-f", "--command", "--execute", "--eval", "--file", "--version", "-V", "--help", "-l", "--list") {
		return false
	}
	for _, w := range c.words[1:] {
		if strings.HasPrefix(w, "-") && (clusterHas(w, 'c') || clusterHas(w, 'e') || strings.HasPrefix(w, "--execute=") || strings.HasPrefix(w, "--command=") || strings.HasPrefix(w, "--eval")) {
			return false
		}
	}
	switch c.program() {
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

func onlyValues(c call, valued []string) bool { return len(c.behind(valued, 0).words) == 0 }

func last(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
