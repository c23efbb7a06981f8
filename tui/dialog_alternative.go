package tui

import (
	tea "charm.land/bubbletea/v2"
)

// newAlternativeDialog chooses the way in which a step will be carried out. The engine takes it at start.
func newAlternativeDialog(s *runScreen, id string) dialog {
	it := s.snap.item(id)
	if it == nil || s.snap.pack().Step(id) == nil {
		return newMessageDialog("Alternatives", "a gate has no alternatives")
	}
	detail := s.snap.detail(id, s.chosen(id))
	if len(detail.Alternatives) == 0 {
		return newMessageDialog("Alternatives", "there is one way only to carry this step out")
	}
	which := &field{name: "which", label: "Alternative"}
	for i, a := range detail.Alternatives {
		which.choices = append(which.choices, a.ID)
		if a.Chosen {
			which.pick = i
		}
	}
	d := &formDialog{title: "Alternative for " + line(id), button: "choose it"}
	d.list = []*field{which}
	d.intro = func(p *page) {
		layAlternatives(p, &detail)
		p.blank()
		chosen := s.snap.detail(id, which.text())
		p.markdown(chosen.Instruction)
		if chosen.Command != "" {
			p.code(chosen.Command)
		}
	}
	d.submit = func(_ *Model, _ *formDialog) (dialog, tea.Cmd) {
		s.alternatives[id] = which.text()
		return nil, nil
	}
	return d
}
