package importer

import (
	"slices"
	"strings"

	"rtut/pack/effect"
	"rtut/pack/table"
)

// maxCommand bounds a command, in bytes, as packs do. What is longer is not looked into.
const maxCommand = 64 << 10

// run gives a step what a block holds: its command and its output, or the block as it is, for somebody to run.
func (p *page) run(st *step, b *block) {
	whole := p.sourceOf(b)
	st.name = nameOf(b.info)
	if extra := strings.TrimSpace(strings.TrimPrefix(b.info, strings.SplitN(b.info, " ", 2)[0])); extra != "" && b.class() != "somebody" {
		st.comments = append(st.comments, "the block says: "+b.info)
	}
	line := b.from + 1
	if b.class() == "somebody" || isForSomebody(b.body) {
		st.text = append(st.text, whole)
		st.note(line, "not-shell", "this is run by another program than a shell")
		return
	}
	if len(b.body) > maxCommand {
		st.text = append(st.text, whole)
		st.note(line, "not-shell", "the block has more than 64 KiB, which no command of a pack may have")
		return
	}
	told := tellApart(b.body)
	command := strings.Trim(told.command, "\n")
	switch {
	case onlyComments(command):
		st.text = append(st.text, whole)
		st.note(line, "not-shell", "nothing here is certain to be a command")
		return
	case isForSomebody(command):
		st.text = append(st.text, whole)
		st.note(line, "not-shell", "this is run by another program than a shell")
		return
	}
	into := orElse(effect.Session(command), st.into())
	if into == "" && strings.TrimSpace(told.output) != "" && effect.GoesOnTyping(command) {
		into = oneLine(command)
	}
	if into != "" {
		st.text = append(st.text, whole)
		st.note(line, "session", "`"+into+"` goes into another program, and the rest is typed there")
		return
	}
	for _, prompt := range promptsIn(b.body) {
		st.comments = append(st.comments, "typed at: "+prompt)
	}
	st.command, st.output, st.bash = command, told.output, b.language() == "bash"
	st.text = append(st.text, keptOutput(told.output)...)
}

// into is code in the text of a step that goes into another program, in which a block behind it is typed; "" for none.
func (s *step) into() string {
	for _, one := range s.spans {
		if len(one.text) > maxCommand {
			continue
		}
		script := effect.Parse(one.text)
		if len(script.First) == 1 && script.First[0].GoesInto() && strings.Contains(one.text, " ") {
			return one.text
		}
	}
	return ""
}

// promptsIn lists the prompts of a block that say more than a sign: who types, and where.
func promptsIn(body string) []string {
	var found []string
	for line := range strings.Lines(body) {
		if prompt := strings.TrimSpace(promptOf(line)); len(tokens(prompt)) > 0 && !slices.Contains(found, prompt) {
			found = append(found, prompt)
		}
	}
	return found
}

// runLine gives a step a command that stands within a line.
func (p *page) runLine(st *step, command string, line int) {
	if promptOf(command) != "" {
		command = strings.TrimPrefix(command, promptOf(command))
	}
	if isForSomebody(command) || len(command) > maxCommand {
		st.note(line, "not-shell", "this is run by another program than a shell")
		return
	}
	st.command = command
}

// shownLines is how many lines of output a prompt repeats.
const shownLines = 3

// keptOutput is output that is too long for a prompt, for the instruction.
func keptOutput(output string) []string {
	output = strings.Trim(output, "\n")
	if strings.Count(output, "\n") < shownLines && len(output) < 400 {
		return nil
	}
	mark := "```"
	for strings.Contains(output, mark) {
		mark += "`"
	}
	return []string{mark + "text\n" + output + "\n" + mark}
}

func onlyComments(command string) bool {
	for line := range strings.Lines(command) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

var nameAttribute = table.Pattern(`"?name"?\s*[:=]\s*"?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"?\s*[,}]`)

// nameOf is the name that a block gives itself, "" for none.
func nameOf(info string) string {
	if m := nameAttribute().FindStringSubmatch(info); m != nil && len(m[1]) <= 40 {
		return m[1]
	}
	return ""
}
