package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"rtut/pack/draft"
	"rtut/run/record"
)

// Drafts keeps drafts as files in one directory, in the way in which File keeps records: by the same disk, locks and sweep. It is
// safe for use by several processes at once.
type Drafts struct{ file *File }

// NewDrafts returns the store in dir, which is made when the first draft is, with a .gitignore in it.
func NewDrafts(dir string) *Drafts {
	return &Drafts{&File{what: "draft", dir: dir, disk: real(dir), last: &last{}}}
}

// Path returns where the draft with this id is.
func (s *Drafts) Path(id string) string { return s.file.Path(id) }

// IDs returns the ids of all drafts, in their order, also of those that can't be read. A directory that does not exist holds none.
func (s *Drafts) IDs() ([]string, error) { return s.file.IDs() }

// DraftExistsError says that there is a draft with this id already.
type DraftExistsError struct{ ID string }

func (e *DraftExistsError) Error() string { return "there is a draft " + e.ID + " already" }

// DraftNotFoundError says that there is no draft with this id.
type DraftNotFoundError struct {
	ID  string
	Dir string
}

func (e *DraftNotFoundError) Error() string {
	return fmt.Sprintf("no draft %s in %s", e.ID, e.Dir)
}

// DamagedDraftError says that a draft can't be read.
type DamagedDraftError struct {
	Path string
	Why  string
}

func (e *DamagedDraftError) Error() string {
	return fmt.Sprintf("draft %s cannot be read: %s. It was not modified; restore a copy, or move it away", e.Path, e.Why)
}

// Create stores a new draft, and makes the directory first where it is missing. The error is a *DraftExistsError if there is one with
// this id, and a *draft.Refusal if it is too large.
func (s *Drafts) Create(ctx context.Context, d *draft.Draft) error {
	id := d.AutomationID
	if !isID(id) {
		return fmt.Errorf("%q cannot be the id of a draft: it is not a file name", id)
	}
	data, err := d.Encode()
	if err != nil {
		return err
	}
	return s.file.create(ctx, id, &DraftExistsError{ID: id}, func(may func() error) error { return s.file.writeText(id, data, may) })
}

// Load returns the draft with this id. The error is a *DraftNotFoundError or a *DamagedDraftError.
func (s *Drafts) Load(id string) (*draft.Draft, error) {
	file, err := s.open(id)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return s.read(id, file)
}

// open opens the draft with this id, whatever it holds.
func (s *Drafts) open(id string) (*os.File, error) {
	if !isID(id) {
		return nil, &DraftNotFoundError{ID: id, Dir: s.file.dir}
	}
	file, err := open(s.Path(id))
	var damaged *record.DamagedError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &DraftNotFoundError{ID: id, Dir: s.file.dir}
	case errors.As(err, &damaged):
		return nil, &DamagedDraftError{Path: s.Path(id), Why: damaged.Why}
	}
	return file, err
}

// read makes a draft of a file that is open.
func (s *Drafts) read(id string, file *os.File) (*draft.Draft, error) {
	data, err := io.ReadAll(io.LimitReader(file, draft.MaxDraft+1))
	if err != nil {
		return nil, err
	}
	d, err := draft.Decode(data)
	switch {
	case err != nil:
		return nil, &DamagedDraftError{Path: s.Path(id), Why: err.Error()}
	case d.AutomationID != id:
		return nil, &DamagedDraftError{Path: s.Path(id), Why: "its automationId is not its file name"}
	}
	return d, nil
}

// Update hands the present draft to change under its lock, and stores what change returns. The error of change is returned as it is,
// and nothing is stored then, not a byte. Where somebody removes the lock meanwhile nothing is stored either, and change is called
// again with the draft as it is then.
func (s *Drafts) Update(ctx context.Context, id string, change func(*draft.Draft) (*draft.Draft, error)) error {
	if _, err := os.Lstat(s.Path(id)); errors.Is(err, fs.ErrNotExist) || !isID(id) {
		return &DraftNotFoundError{ID: id, Dir: s.file.dir} // and gets no lock
	}
	return s.file.revise(ctx, id, s.open, func(seen *os.File, over overwrite) error {
		present, err := s.read(id, seen)
		if err != nil {
			return err
		}
		next, err := change(present)
		if err != nil {
			return err
		}
		data, err := next.Encode()
		if err != nil {
			return err
		}
		return over(func(may func() error) error { return s.file.writeText(id, data, may) })
	})
}

// List returns the drafts of the directory in the order of their ids, and those that can't be read. A directory that does not exist
// holds none.
func (s *Drafts) List() (drafts []*draft.Draft, damaged []Damaged, err error) {
	ids, err := s.file.IDs()
	for _, id := range ids {
		d, err := s.Load(id)
		var gone *DraftNotFoundError
		switch {
		case err == nil:
			drafts = append(drafts, d)
		case !errors.As(err, &gone): // somebody has just removed it
			damaged = append(damaged, Damaged{Path: s.Path(id), Err: err})
		}
	}
	return drafts, damaged, err
}
