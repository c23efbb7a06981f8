package pack

import (
	"maps"
	"slices"
	"strings"

	"rtut/pack/command"
)

// WithFiles returns the pack together with digests of the files beside its pack.yaml, by their paths with slashes: those that
// a run of it watches, as they are now. A file that is gone has the digest "". nil: they are not known.
func (p *Pack) WithFiles(digests map[string]string) *Pack {
	with := *p
	with.files = digests
	return &with
}

// Files returns what WithFiles was given. The caller does not change the map.
func (p *Pack) Files() map[string]string { return p.files }

// NamesFiles reports whether a command of an item, carried out by an alternative, names one of the files: its own command or
// one of its checks.
func (p *Pack) NamesFiles(item, alternative string, files map[string]string) bool {
	if len(files) == 0 {
		return false
	}
	for _, c := range p.commandsOf(item, alternative) {
		for file := range files {
			if c.NamesFile(file) {
				return true
			}
		}
	}
	return false
}

// commandsOf returns the commands of an item, its own and those of its checks.
func (p *Pack) commandsOf(item, alternative string) []*command.Command {
	var all []*command.Command
	add := func(c *command.Command) {
		if c != nil {
			all = append(all, c)
		}
	}
	if gate := p.Gate(item); gate != nil {
		for i := range gate.Checks {
			add(gate.Checks[i].Command)
		}
		return all
	}
	step := p.Step(item)
	if step == nil {
		return nil
	}
	if alt := step.Alternative(alternative); alt != nil {
		add(alt.Command)
		add(alt.Verify.Command)
	}
	return all
}

// watched reports whether a file beside pack.yaml is part of what is consented to: no words about the pack, and not the pack's
// own text, of which the engine knows more.
func watched(file string) bool {
	return file != FileName && !strings.HasSuffix(strings.ToLower(file), ".md")
}

// Named returns those of the files that count for a run of the pack: all that are watched, where a command names one of
// them, else none.
func (p *Pack) Named(files []string) []string {
	files = slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !watched(file) })
	all := map[string]string{}
	for _, file := range files {
		all[file] = ""
	}
	for _, id := range p.Graph().Items() {
		alternatives := []string{""}
		if step := p.Step(id); step != nil {
			alternatives = nil
			for i := range step.Alternatives {
				alternatives = append(alternatives, step.Alternatives[i].ID)
			}
		}
		for _, alternative := range alternatives {
			if p.NamesFiles(id, alternative, all) {
				return files
			}
		}
	}
	return nil
}

// ChangedFiles lists the files that are not what they were, in order. A file that was not there before does not count.
func ChangedFiles(was, is map[string]string) []string {
	var changed []string
	for _, file := range slices.Sorted(maps.Keys(was)) {
		if was[file] != is[file] {
			changed = append(changed, file)
		}
	}
	return changed
}
