package run

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"

	"rtut/pack"
	"rtut/run/record"
)

// PackFiles keeps files of packs beside the records, by what is in them, for all runs together. Its methods may be called
// by several processes at once.
type PackFiles interface {
	// KeepPack keeps a file, and returns the digest under which it is found again. One that is kept already stays as it is.
	KeepPack(ctx context.Context, file []byte) (digest string, err error)
	// KeptPack returns the file that is kept under a digest, nil if there is none, or not as it was.
	KeptPack(digest string) []byte
}

// PackDigest returns the digest of the pack's directory as it is now. Where a run follows the same by the digest of an earlier
// version, it is that one; rec may be nil.
func (s *Session) PackDigest(rec *record.Record) (string, error) {
	now, err := s.PackRevision()
	if err == nil && rec != nil && now.Is(rec.PackDigest) {
		return rec.PackDigest, nil
	}
	return now.Digest, err
}

// withFiles returns the pack with the files beside it as they are now: those that a run watches, or that one would that begins.
func (s *Session) withFiles(rec *record.Record) (*pack.Pack, error) {
	if s.FilesOf == nil || rec != nil && len(rec.Files) == 0 {
		return s.Pack, nil
	}
	var names []string
	if rec != nil {
		names = record.SortedKeys(rec.Files)
	}
	files, err := s.FilesOf(names)
	if err != nil {
		return nil, err
	}
	return s.Pack.WithFiles(files), nil
}

// keep keeps the file of the session's pack, unless it looks like it holds a secret: that would stay there when it is removed from
// the repo.
func (s *Session) keep(ctx context.Context) (string, error) {
	if s.Files == nil || len(SecretsInPack(s.Pack.File())) > 0 {
		return "", nil
	}
	return s.Files.KeepPack(ctx, s.Pack.File())
}

// Before returns the pack that a run follows, as it was when the run began or accepted it last. It is nil where the file was
// not kept, has been removed, or is none to this rtut: then only that something has changed can be said.
func (s *Session) Before(rec *record.Record) *pack.Pack {
	if s.Files == nil || rec == nil || rec.PackText == "" {
		return nil
	}
	file := s.Files.KeptPack(rec.PackText)
	if file == nil {
		return nil
	}
	if s.Pack != nil && bytes.Equal(file, s.Pack.File()) { // almost always
		before, _ := Follow(s.Pack, rec)
		return before
	}
	before, _ := pack.Parse(pack.FileName, file)
	if followed, err := Follow(before, rec); err == nil {
		return followed
	}
	return before
}

// fill fills in what an action records of the pack.
func (s *Session) fill(ctx context.Context, id string, act Action) (Action, error) {
	switch a := act.(type) {
	case AcceptPackChange:
		return s.accept(ctx, id, a)
	case Exercise:
		rec, err := s.Store.Load(ctx, id)
		if err == nil {
			a.PackDigest, err = s.heldDigest(rec)
		}
		return a, err
	case Finalize:
		if !a.Exercise {
			return a, nil
		}
		rec, err := s.Store.Load(ctx, id)
		if err == nil {
			a.PackDigest, err = s.heldDigest(rec)
		}
		return a, err
	}
	return act, nil
}

// accept fills in what taking over the pack as it is now records, and keeps the pack.
func (s *Session) accept(ctx context.Context, id string, act AcceptPackChange) (Action, error) {
	rec, err := s.Store.Load(ctx, id)
	if err != nil {
		return act, err
	}
	if s.Unreadable != nil {
		return act, s.Unreadable
	}
	if act.PackDigest, err = s.heldDigest(nil); err != nil {
		return act, err
	}
	act.Before = s.Before(rec)
	p, err := s.withFiles(rec)
	if err != nil {
		return act, err
	}
	if _, _, err := Transition(p, rec, Actor{Name: s.By}, act, s.Clock()); err == nil {
		if act.PackText, err = s.keep(ctx); err != nil {
			return act, err
		}
	}
	return act, nil
}

// MayExercise is the function of the same name for the pack as it is now.
func (s *Session) MayExercise(rec *record.Record) error {
	digest, err := s.heldDigest(rec)
	if err != nil {
		return err
	}
	p, err := s.withFiles(rec)
	if err != nil {
		return err
	}
	return MayExercise(p, rec, digest)
}

// explain says in the refusal of a changed pack what has changed, where that is known.
func (s *Session) explain(rec *record.Record, err error) error {
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Code != PackChanged || rec == nil || !slices.Equal(refusal.Details, changesOf(s.Pack, rec, nil)) {
		return err
	}
	told := *refusal
	told.Details = changesOf(s.Pack, rec, s.Before(rec))
	return &told
}

// Unproven is a mark in a pack.yaml that a run has made and proves no longer.
type Unproven struct {
	Says string // what exercise_status says
	Was  string // what it said when the run began; "" where that is not known, or it said nothing
}

// Unproven returns the mark that a run has made in its pack, if it is there still and what has been done since takes the proof away;
// else nil.
func (s *Session) Unproven(rec *record.Record) *Unproven {
	if rec.ExerciseWrite == "" || s.Pack == nil || s.Pack.ExerciseStatus != rec.ExerciseWrite || MayExercise(s.Pack, rec, rec.PackDigest) == nil {
		return nil
	}
	u := &Unproven{Says: rec.ExerciseWrite}
	if before := s.Before(rec); before != nil {
		u.Was = before.ExerciseStatus
	}
	return u
}

// Words say that a pack is marked, by the file that says so, and how to take that back.
func (u *Unproven) Words(file string) []string {
	return []string{
		file + ` still has "exercise_status: ` + u.Says + `", but this run no longer proves that`,
		`to take that back, change the line to "exercise_status: ` + cmp.Or(u.Was, "never") + `"`,
	}
}
