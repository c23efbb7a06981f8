package main

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"rtut/pack"
	"rtut/pack/command"
	"rtut/pack/inside"
	"rtut/run/shell"
)

// need is a tool that a pack can't do without.
type need struct{ tool, why string }

// packs loads every pack, and returns the tools that they need by the way they are written.
func (d *doctor) packs() []need {
	var needs []need
	for _, skipped := range d.tree.Skipped {
		about := d.app.shown(skipped.Path)
		d.say(about, trouble, skipped.Err.Error(), remedy(skipped.Path, about, skipped.Err))
	}
	for _, dir := range d.tree.Packs {
		file := filepath.Join(d.tree.Root, dir.Path)
		about := d.app.shown(file)
		p, _, err := pack.Load(inside.Of(dir.Repo, filepath.Dir(file)), pack.FileName)
		switch {
		case err != nil:
			d.say(about, trouble, err.Error(), remedy(file, about, err))
		case p == nil:
			d.say(about, trouble, "the pack is invalid", "rtut pack validate "+word(about))
		default:
			d.needs(about, p)
			needs = append(needs, toolsOf(p)...)
		}
	}
	doubles := d.tree.Doubles()
	for _, id := range slices.Sorted(maps.Keys(doubles)) {
		d.say(id, worry, "several packs of one repo have this id: "+strings.Join(doubles[id], ", "), "runs belong to a pack by its id: give each its own")
	}
	return needs
}

// needs says whether what a pack declares to need is there.
func (d *doctor) needs(about string, p *pack.Pack) {
	tools, env := shell.Runner{}.Missing(p.Needs)
	if len(tools) > 0 {
		d.say(about, trouble, "required tools are not on PATH: "+strings.Join(tools, ", "), "install them")
	}
	if len(env) > 0 {
		d.say(about, worry, "variables that it needs are not set: "+strings.Join(env, ", "), "set them before its commands run")
	}
	if len(tools)+len(env) == 0 {
		d.say(about, healthy, "valid, and what it needs is there", "")
	}
}

// toolsOf returns the tools that rtut itself runs for the commands of a pack, beside sh.
func toolsOf(p *pack.Pack) []need {
	var needs []need
	if p.Shell == command.Bash {
		needs = append(needs, need{"bash", "pack " + p.ID + " is written for it"})
	}
	if remote(p) {
		needs = append(needs, need{"ssh", "pack " + p.ID + " runs commands on other hosts"})
	}
	return needs
}

// remote reports whether any command of a pack runs on another host.
func remote(p *pack.Pack) bool {
	for _, id := range p.Graph().Items() {
		if step := p.Step(id); step != nil {
			for _, a := range step.Alternatives {
				if a.On != nil || a.Verify.On != nil {
					return true
				}
			}
			continue
		}
		for _, c := range p.Gate(id).Checks {
			if c.On != nil {
				return true
			}
		}
	}
	return false
}
