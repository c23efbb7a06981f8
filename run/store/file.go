package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"rtut/run/record"
)

// File keeps records as files in one directory. It is safe for use by several processes at once.
type File struct {
	what string // what is kept: a run, or a draft
	dir  string
	repo string // whose records they are, if they are elsewhere; "" in the repo itself
	disk Disk
	last *last
}

// NewFile returns the store in dir, which is made when the first record is, with a .gitignore in it.
func NewFile(dir string) *File { return &File{what: "run", dir: dir, disk: real(dir), last: &last{}} }

// Dir returns the directory that the records are in.
func (f *File) Dir() string { return f.dir }

// Path returns where the record with this id is.
func (f *File) Path(id string) string { return filepath.Join(f.dir, id+".json") }

// FilesDir returns the directory for files that belong to a run; it may not exist.
func (f *File) FilesDir(id string) string { return filepath.Join(f.dir, id+".files") }

// MakeFilesDir makes the directory for files that belong to a run, open to those to whom the records are, and returns
// its path.
func (f *File) MakeFilesDir(id string) (string, error) {
	if err := f.Usable(); err != nil {
		return "", err
	}
	return f.makeInside(f.FilesDir(id))
}

// makeInside makes a directory in that of the records, open to those to whom the records are, and returns its path. A link in its
// place is an error, wherever it leads.
func (f *File) makeInside(path string) (string, error) {
	root, err := openRoot(f.dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	name := filepath.Base(path)
	err = root.Mkdir(name, 0o777)
	if errors.Is(err, fs.ErrExist) {
		info, err := root.Lstat(name)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a directory, and rtut does not replace it; remove it", path)
		}
		return path, err
	}
	if err != nil {
		return "", about(path, err)
	}
	dir, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer dir.Close()
	records, err := root.Stat(".")
	if err != nil {
		return "", err
	}
	return path, errors.Join(belong(dir), dir.Chmod(0o700|records.Mode().Perm()|records.Mode()&fs.ModeSetgid))
}

// ExistsError says that there is a record with this id already.
type ExistsError struct{ ID string }

func (e *ExistsError) Error() string { return "there is a run " + e.ID + " already" }

// NotFoundError says that there is no record with this id.
type NotFoundError struct {
	ID  string
	Dir string
}

func (e *NotFoundError) Error() string { return fmt.Sprintf("no run %s in %s", e.ID, e.Dir) }

// Create stores a new record, and makes the directory first where it is missing. The error is an *ExistsError if there
// is one with this id.
func (f *File) Create(ctx context.Context, rec *record.Record) error {
	return f.create(ctx, rec.RunID, &ExistsError{ID: rec.RunID}, func(may func() error) error {
		err := f.write(rec, may)
		if err == nil {
			f.noteHead(rec)
		}
		return err
	})
}

// create has write store what has this id, under its lock, and makes the directory first where it is missing. Where there is something
// with the id already nothing is written, and the error is exists.
func (f *File) create(ctx context.Context, id string, exists error, write func(may func() error) error) error {
	if err := f.make(); err != nil {
		return err
	}
	lock, err := f.lock(ctx, id)
	if err != nil {
		return err
	}
	defer lock.release()
	switch _, err := os.Lstat(f.Path(id)); {
	case err == nil:
		return exists
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	err = write(func() error { return nil })
	if _, there := os.Lstat(f.Path(id)); err != nil && errors.Is(there, fs.ErrNotExist) {
		lock.discard() // there is none with this id, and never will be
	}
	return err
}

// ignoreAll is the .gitignore of a directory that git leaves alone, itself included.
const ignoreAll = "*\n"

// make makes the directory, and tells git to leave it alone. What an earlier attempt did not come to is done now.
func (f *File) make() error {
	if err := f.Usable(); err != nil {
		return err
	}
	bare, err := f.bare()
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeDir(f.disk, f.dir); err != nil {
			return err
		}
	}
	if err := f.mark(); err != nil {
		return err
	}
	if err == nil && !bare {
		return nil
	}
	return replace(f.disk, filepath.Join(f.dir, ".gitignore"), []byte(ignoreAll), temporary{f.dir, ".gitignore.*.tmp"}, f.ownNew)
}

// bare reports whether the directory holds neither a record nor a .gitignore.
func (f *File) bare() (bool, error) {
	entries, err := list(f.dir)
	hasIgnore := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".gitignore" })
	return !hasIgnore && !containsRecord(entries), err
}

func containsRecord(entries []fs.DirEntry) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return recordID(e.Name()) != "" })
}

// Load returns the record with this id: a *NotFoundError, a *record.DamagedError or a *record.SchemaError where it can't.
func (f *File) Load(_ context.Context, id string) (*record.Record, error) {
	file, err := f.open(id)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return f.load(id, file)
}

// open opens the record with this id: a *NotFoundError where there is none.
func (f *File) open(id string) (*os.File, error) {
	if err := f.Usable(); err != nil {
		return nil, err
	}
	file, err := open(f.Path(id))
	if errors.Is(err, fs.ErrNotExist) || !isID(id) {
		return nil, &NotFoundError{ID: id, Dir: f.dir}
	}
	return file, err
}

// load is Load of a file that is open.
func (f *File) load(id string, file *os.File) (*record.Record, error) {
	path := f.Path(id)
	return f.last.read(path, file, func(data []byte) (*record.Record, error) {
		rec, err := record.Decode(data)
		if err != nil {
			return nil, at(path, err)
		}
		if rec.RunID != id {
			return nil, &record.DamagedError{Path: path, Why: "its run_id is not its file name"}
		}
		return f.compare(id, data, rec), nil
	})
}

// open opens a record. The error is a *record.DamagedError where something else than a file is in its place, a symbolic link too; a pipe
// that gets there meanwhile does not make it wait. As long as it is open no other file is the same.
func open(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &record.DamagedError{Path: path, Why: "it is not a regular file"}
	case info.Size() > record.MaxRecord:
		return nil, tooLarge(path, info.Size())
	}
	return os.OpenFile(path, os.O_RDONLY|asItIs, 0)
}

// Read returns the bytes of a record as they are. Its errors are those of open.
func Read(path string) ([]byte, error) {
	file, err := open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAll(path, file, nil)
}

// readAll reads a record that is open into a buffer, or one that is longer.
func readAll(path string, file *os.File, buffer []byte) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	data := bytes.NewBuffer(buffer[:0])
	data.Grow(int(min(info.Size(), record.MaxRecord)) + bytes.MinRead) // all in one read
	_, err = data.ReadFrom(io.LimitReader(file, record.MaxRecord+1))
	if err == nil && data.Len() > record.MaxRecord {
		return nil, tooLarge(path, int64(data.Len()))
	}
	return data.Bytes(), err
}

// tooLarge is the damage of a file that can't be a record: it would not fit into memory, or take it from others.
func tooLarge(path string, size int64) error {
	return &record.DamagedError{Path: path, Why: fmt.Sprintf("it has %d bytes, and a record has at most %d", size, record.MaxRecord)}
}

// IDs returns the ids of the runs whose records are in the directory, readable or not, in their order. A directory that does
// not exist holds none.
func (f *File) IDs() ([]string, error) {
	if err := f.Usable(); err != nil {
		return nil, err
	}
	entries, err := list(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, absent(f.dir)
	}
	var ids []string
	for _, e := range entries {
		if id := recordID(e.Name()); id != "" {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// at names the file in an error of record.Decode.
func at(path string, err error) error {
	var damaged *record.DamagedError
	var schema *record.SchemaError
	var altered *record.AlteredError
	switch {
	case errors.As(err, &damaged):
		damaged.Path = path
	case errors.As(err, &altered):
		altered.Path = path
	case errors.As(err, &schema):
		schema.Path = path
	}
	return err
}

// Update hands the present record to change under its lock, and stores what change returns, if it is not nil. The
// error of change is returned as it is. Where somebody removes the lock meanwhile nothing is stored, and change is called again with
// the record as it is then.
func (f *File) Update(ctx context.Context, id string, change func(*record.Record) (*record.Record, error)) error {
	if err := f.Usable(); err != nil {
		return err
	}
	if _, err := os.Lstat(f.Path(id)); errors.Is(err, fs.ErrNotExist) || !isID(id) {
		return &NotFoundError{ID: id, Dir: f.dir} // and gets no lock
	}
	return f.revise(ctx, id, f.open, func(seen *os.File, over overwrite) error {
		rec, err := f.load(id, seen)
		if err != nil {
			return err
		}
		ended := rec.Finished()
		next, refusal := change(rec)
		if next == nil {
			return refusal
		}
		if err := over(func(may func() error) error { return f.write(next, may) }); err != nil {
			return err
		}
		if next.Finished() && !ended && !rec.LacksListed() { // else the right record would lack this end
			f.noteHead(next)
		}
		return refusal
	})
}

// overwrite has what was read replaced by a write. Where the lock is removed or the file replaced meanwhile nothing is stored, and the
// error is errLockGone.
type overwrite func(write func(may func() error) error) error

// revise opens what has this id under its lock, and hands it to change. Where somebody removes the lock meanwhile it does so again.
func (f *File) revise(ctx context.Context, id string, open func(id string) (*os.File, error), change func(*os.File, overwrite) error) error {
	for tries := 1; ; tries++ {
		err := f.reviseOnce(ctx, id, open, change)
		if !errors.Is(err, errLockGone) || tries == mostTries || ctx.Err() != nil {
			return err
		}
	}
}

// mostTries is how often a write is begun again because its lock was removed: who removes locks as fast as that never stops.
const mostTries = 100

// reviseOnce is revise as far as nobody removes the lock meanwhile.
func (f *File) reviseOnce(ctx context.Context, id string, open func(id string) (*os.File, error), change func(*os.File, overwrite) error) error {
	lock, err := f.lock(ctx, id)
	if err != nil {
		return err
	}
	defer lock.release()
	seen, err := open(id)
	if err != nil {
		return err
	}
	defer seen.Close()
	return change(seen, func(write func(may func() error) error) error {
		err := write(func() error { return f.unchanged(lock, id, seen) })
		if errors.Is(err, fs.ErrNotExist) && !lock.held() { // who holds the new lock has swept our temporary file
			err = f.unchanged(lock, id, seen)
		}
		return err
	})
}

// unchanged returns errLockGone unless the lock is still the one in its place and the record the one that was read.
func (f *File) unchanged(lock *lock, id string, seen *os.File) error {
	if !looksAgain {
		return nil
	}
	was, err := seen.Stat()
	if err != nil {
		return err
	}
	now, err := os.Lstat(f.Path(id))
	if err != nil || !lock.held() || !os.SameFile(was, now) {
		return fmt.Errorf("%s %s: write failed: %w. Try again", f.what, id, errLockGone)
	}
	return nil
}

// Damaged is a record that can't be read.
type Damaged struct {
	Path string
	Err  error
}
