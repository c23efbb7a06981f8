package importer

import (
	"fmt"
	"strings"
)

var (
	forEach     = compile(`(?i)\b(?:for (?:each|every|all)|for any (?:of|other)|on (?:each|every|all)\b|repeat|one by one|each of the|rinse)\b`)
	options     = compile(`(?i)\b(?:alternatively|option [a-c1-3]\b|one of (?:the following|two ways)|instead, )`)
	literalID   = compile(`\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{20,64}|(?:i|vol|sg|vpc|subnet|ami|snap|eni|rtb|igw|nat|acl|fs|lt|eipalloc)-[0-9a-f]{8,17}|arn:aws[\w-]*:[\w-]*:[\w-]*:\d{12}:\S+|\d{12}\.dkr\.ecr)\b`)
	clock       = compile(`(?:\$\(|` + "`" + `)\s*date\b`)
	serverLike  = compile(`\bhttp\.server\b|\bSimpleHTTPServer\b|\brunserver\b|\bserve\b`)
	editors     = table("vi vim nano emacs visudo view ed pico joe mcedit vipw crontab-e")
	passwordAsk = compile(`^(?:-p|-W|--password|--ask-pass|-k|-K|--ask-become-pass|--ask-vault-pass)$`)
)

// look notes what whoever reads the step should know of its command.
func (p *page) look(st *step) {
	if forEach().MatchString(st.words) {
		st.note(st.line, "repeat", "the text says that this is done more than once")
	}
	if options().MatchString(st.words) {
		st.note(st.line, "alternatives", "the text offers another way: a step may have `one_of`")
	}
	if st.command == "" {
		return
	}
	s := parseScript(st.command)
	if s.background {
		st.note(st.line, "background", "the command leaves something running with `&`")
	}
	if s.endless {
		st.note(st.line, "never-ends", "`while true` goes on until it is stopped")
	}
	for _, c := range s.calls {
		p.lookAt(st, c)
	}
	if m := literalID().FindString(st.command); m != "" {
		st.note(st.line, "literal-id", fmt.Sprintf("`%s` looks like the id of one thing: is it the same in the next run?", shortened(m, 60)))
	}
	if n := len(s.first); n > 0 && fails(s.first[n-1]) {
		st.note(st.line, "always-fails", "the command ends with `"+s.first[n-1].String()+"`")
	}
}

func fails(c call) bool {
	return c.program() == "false" || c.program() == "exit" && len(c.words) > 1 && c.words[1] != "0" && c.words[1] != "$"
}

func (p *page) lookAt(st *step, c call) {
	if inner, is := c.inner(); is && len(inner.words) > 0 {
		p.lookAt(st, inner)
	}
	text := shortened(oneLine(c.String()), 60)
	switch {
	case asks(c) && !st.hasNote("asks-input"):
		st.note(st.line, "asks-input", "`"+text+"` waits for something to be typed")
	case neverEnds(c) && !st.hasNote("never-ends"):
		st.note(st.line, "never-ends", "`"+text+"` goes on until it is stopped")
	}
	switch c.program() {
	case "ssh", "scp", "pssh", "mosh", "sftp":
		if !st.hasNote("other-host") {
			st.note(st.line, "other-host", "`"+text+"` goes to another host: a step may have `on`")
		}
	}
}

func asks(c call) bool {
	name := c.program()
	switch name {
	case "read", "passwd", "select", "su":
		return true
	case "crontab":
		return c.has("-e")
	case "kubectl", "oc":
		return c.has("edit", "-it", "-ti")
	case "mysql", "mysqldump", "ansible-playbook":
		return anyMatches(passwordAsk(), c.words[1:]) || c.nothingToDo() && alone()[name]
	case "psql":
		return c.has("-W", "--password") || c.nothingToDo()
	}
	return editors()[name] || c.has("-it", "-ti") || alone()[name] && c.nothingToDo() && name != "tmux" && name != "screen" && name != "lvm"
}

func neverEnds(c call) bool {
	switch name := c.program(); name {
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
		return !c.has("-c", "-w") && !strings.Contains(strings.Join(c.words, " "), " -c")
	case "python", "python3", "php", "npm", "hugo", "jekyll":
		return serverLike().MatchString(strings.Join(c.words, " "))
	}
	return false
}

func followFlags(c call) string {
	for _, w := range c.words[1:] {
		if strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.ContainsRune(w, 'f') && len(w) <= 4 && strings.Trim(w[1:], "0123456789fF") == "" {
			return w
		}
	}
	return ""
}

// lookAcross notes what concerns several steps.
func (p *page) lookAcross() {
	sets := map[string]int{}
	clocks := 0
	for _, st := range p.steps {
		if st.command == "" {
			continue
		}
		if clock().MatchString(st.command) {
			if clocks++; clocks > 1 {
				st.note(st.line, "clock-twice", "an earlier step asks the clock too: between them it may have turned")
			}
		}
		p.lookAtVariables(st, sets)
	}
}

func (p *page) lookAtVariables(st *step, sets map[string]int) {
	s := parseScript(st.command)
	own := map[string]bool{}
	for _, name := range s.sets {
		own[name] = true
	}
	for _, name := range variableNames(st.command) {
		from, set := sets[name]
		switch {
		case own[name], variables()[name], strings.HasPrefix(name, "RTUT_"), p.isParamVariable(name):
		case set:
			st.note(st.line, "shared-variable", fmt.Sprintf("$%s is set in line %d, in another command: make it a datapoint or a param", name, from))
		case p.set[name]:
			st.note(st.line, "shared-variable", fmt.Sprintf("$%s is set elsewhere on the page: make it a datapoint or a param", name))
		default:
			st.note(st.line, "unset-variable", "nothing sets $"+name)
		}
	}
	for name := range own {
		if _, has := sets[name]; !has {
			sets[name] = st.line
		}
	}
}
