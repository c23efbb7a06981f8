package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
)

// Run shows the interface on the terminal until the operator leaves it or ctx is cancelled, and puts the terminal back
// as it was, whatever happens. Commands that still run are stopped.
func Run(ctx context.Context, world *World, start Start) (Exit, error) {
	inner, cancel := context.WithCancel(ctx)
	m := New(inner, world, start)
	_, err := tea.NewProgram(m, tea.WithContext(ctx), tea.WithoutSignalHandler()).Run()
	cancel()
	m.work.busy.Wait()
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		err = ctx.Err()
	}
	return m.left(), err
}
