package run

import (
	"maps"

	"rtut/pack"
	"rtut/run/record"
)

// heldDigest returns the digest of the pack's directory, which is that of the pack that the session holds: where its file has
// changed since it was read, it refuses. rec is as of PackDigest.
func (s *Session) heldDigest(rec *record.Record) (string, error) {
	if err := s.Holds(); err != nil {
		return "", err
	}
	digest, err := s.PackDigest(rec)
	if err != nil {
		return "", err
	}
	return digest, s.Holds()
}

// Holds returns nil where the pack's file is still the one that the session's pack was read from, its exercise status left out
// of account, and else a *Refusal with PackStale.
func (s *Session) Holds() error {
	_, err := s.reread()
	return err
}

// File returns the pack's file as it is now; of one that can't be read, what is held in its place.
func (s *Session) File() ([]byte, error) {
	if s.Reread == nil || s.Unreadable != nil {
		return s.Pack.File(), nil
	}
	return s.Reread()
}

// reread is File; its error is that of Holds.
func (s *Session) reread() ([]byte, error) {
	file, err := s.File()
	switch {
	case err != nil:
		return nil, refuse(PackStale, "", "the pack cannot be read any more: %v", err).with("Look what has become of it")
	case !pack.SameFile(file, s.Pack.File()):
		return file, refuse(PackStale, "", "the pack changed after it was read; nothing was done").with("Review the change, then repeat the action")
	}
	return file, nil
}

// holds refuses an action where the pack has changed since it was read. Where it still says the same in all that the engine enforces, what
// was observed of commands that ran is taken all the same, and what was said to words that are others now is refused as that.
func (s *Session) holds(act Action) error {
	if x, ran := act.(Execute); ran && x.Execution != 0 {
		return nil // it has ended, whatever the pack says now
	}
	file, err := s.reread()
	verify, _ := act.(Verify)
	if err == nil || file == nil || verify.Intent == 0 && !says(act) {
		return err
	}
	now, _ := pack.Parse(pack.FileName, file)
	if now != nil && !s.Pack.IsTemplate() {
		now, _ = over(now, elementsOf(s.Pack))
	}
	switch {
	case now == nil || !maps.Equal(now.ItemDigests(), s.Pack.ItemDigests()):
		return err
	case says(act) && now.WordsDigest() != s.Pack.WordsDigest():
		return refuse(PackChanged, act.target(), "the words of the pack have changed since they were read, so this answer was to other words").
			listing(difference(s.Pack, now, false)...).with(ReadAgain)
	case verify.Intent != 0:
		return nil
	}
	return err
}
