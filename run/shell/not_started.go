package shell

// NotStartedError says why a command was not started: nothing of it has run.
type NotStartedError struct{ Cause error }

func (e *NotStartedError) Error() string { return e.Cause.Error() }

func (e *NotStartedError) Unwrap() error { return e.Cause }

// notStarted makes a NotStartedError of an error; nil of nil.
func notStarted(err error) error {
	if err == nil {
		return nil
	}
	return &NotStartedError{err}
}
