package tui

import (
	"context"
	"errors"
	"os"

	tea "charm.land/bubbletea/v2"
)

// Run shows the interface on the terminal until the operator leaves it or ctx is canceled, and puts the terminal back
// as it was, whatever happens. Commands that still run are stopped.
func Run(ctx context.Context, world *World, start Start) (Exit, error) {
	inner, cancel := context.WithCancel(ctx)
	m := New(inner, world, start)
	keys := newKeyboard(os.Stdin)
	program := tea.NewProgram(m, tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithInput(keys))
	suspender := newSuspender(program, world.Stoppable)
	m.strict, m.suspend, m.outside = keys.strict.Store, suspender.ask, suspender.outside
	world.holds(program.ReleaseTerminal)
	_, err := program.Run()
	world.holds(nil)
	suspender.close()
	cancel()
	m.work.busy.Wait()
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		err = ctx.Err()
	}
	return m.left(), err
}

func (w *World) holds(release func() error) {
	if w.Holds != nil {
		w.Holds(release)
	}
}
