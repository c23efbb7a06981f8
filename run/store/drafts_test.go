package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rtut/pack/draft"
)

const draftID = "20261130T004512.123456Z-9f2c4a"

func planStamp() draft.Stamp {
	return draft.Stamp{At: time.Date(2026, 11, 30, 0, 45, 12, 0, time.UTC), By: "ana"}
}

func plans() draft.Language { return draft.Language{Catalog: &draft.Catalog{}} }

func newDraft(t *testing.T, id string) *draft.Draft {
	t.Helper()
	d, err := plans().Create(id, "Check", []byte(`{"version": 1, "steps": []}`), planStamp())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// retitle is a change by a plan that gives the draft another title.
func retitle(expected int64, title string) func(*draft.Draft) (*draft.Draft, error) {
	return func(d *draft.Draft) (*draft.Draft, error) {
		plan := fmt.Sprintf(`{"version": 1, "commands": [{"mutation": {"kind": "update_definition", "patch": {"title": %q}}}]}`, title)
		return plans().Apply(d, expected, []byte(plan), planStamp())
	}
}

func draftsIn(t *testing.T) *Drafts {
	t.Helper()
	s := NewDrafts(filepath.Join(t.TempDir(), DraftsDir))
	if err := s.Create(t.Context(), newDraft(t, draftID)); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDraftsAreCreatedLoadedAndChanged(t *testing.T) {
	s := draftsIn(t)
	if err := s.Update(t.Context(), draftID, retitle(1, "Other")); err != nil {
		t.Fatal(err)
	}
	d, err := s.Load(draftID)
	if err != nil || d.Revision != 2 || d.Title != "Other" || len(d.History) != 2 {
		t.Fatalf("%v %+v", err, d)
	}
	if ignore, err := os.ReadFile(filepath.Join(filepath.Dir(s.Path("x")), ".gitignore")); string(ignore) != "*\n" {
		t.Errorf(".gitignore: %q, %v", ignore, err)
	}
	err = s.Create(t.Context(), newDraft(t, draftID))
	if exists := new(DraftExistsError); !errors.As(err, &exists) || err.Error() != "there is a draft "+draftID+" already" {
		t.Errorf("created twice: %v", err)
	}
}

func TestADraftThatIsNotThereIsNotFound(t *testing.T) {
	s := draftsIn(t)
	for _, id := range []string{"none", "", "..", "../" + draftID, ".lock", "a/b"} {
		_, err := s.Load(id)
		if gone := new(DraftNotFoundError); !errors.As(err, &gone) {
			t.Errorf("load %q: %v", id, err)
		}
		err = s.Update(t.Context(), id, retitle(1, "x"))
		if gone := new(DraftNotFoundError); !errors.As(err, &gone) {
			t.Errorf("update %q: %v", id, err)
		}
	}
	if err := s.Create(t.Context(), newDraft(t, "../x")); err == nil {
		t.Error("created outside")
	}
	if names := namesIn(t, s); !slices.Equal(names, []string{"." + draftID + ".lock", ".gitignore", draftID + ".json"}) {
		t.Errorf("the directory holds %q", names)
	}
}

func namesIn(t *testing.T, s *Drafts) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(s.Path("x")))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A plan that is refused changes no byte and no time.
func TestARefusedPlanLeavesTheDraftAsItIs(t *testing.T) {
	s := draftsIn(t)
	before, err := os.ReadFile(s.Path(draftID))
	if err != nil {
		t.Fatal(err)
	}
	old := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := os.Chtimes(s.Path(draftID), old, old); err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(*draft.Draft) (*draft.Draft, error){retitle(2, "stale"), retitle(1, "")} {
		err := s.Update(t.Context(), draftID, change)
		if refused := new(draft.Refusal); !errors.As(err, &refused) {
			t.Errorf("%v", err)
		}
	}
	info, err := os.Stat(s.Path(draftID))
	if after, _ := os.ReadFile(s.Path(draftID)); err != nil || string(after) != string(before) || !info.ModTime().Equal(old) {
		t.Errorf("it has changed: %v\n%s", err, after)
	}
}

func TestDamagedDraftsAreNamedAndLeftAlone(t *testing.T) {
	s := draftsIn(t)
	whole, err := os.ReadFile(s.Path(draftID))
	if err != nil {
		t.Fatal(err)
	}
	for id, text := range map[string]string{
		"cut":    string(whole[:len(whole)/2]),
		"empty":  "",
		"newer":  strings.Replace(string(whole), "v0.1", "v9.0", 1),
		"copied": string(whole),
		"large":  string(whole) + strings.Repeat(" ", draft.MaxDraft),
	} {
		if err := os.WriteFile(s.Path(id), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(s.Path(draftID), s.Path("link")); err != nil {
		t.Fatal(err)
	}
	drafts, damaged, err := s.List()
	if err != nil || len(drafts) != 1 || drafts[0].AutomationID != draftID {
		t.Errorf("%v %v", drafts, err)
	}
	why := map[string]string{
		"copied": "its automationId is not its file name",
		"cut":    "unexpected end of JSON input",
		"empty":  "nothing is there",
		"large":  "at most 1048576 were expected",
		"link":   "it is not a regular file",
		"newer":  `the schema is "runbook-draft/v9.0". runbook-draft/v0.1 was expected`,
	}
	if len(damaged) != len(why) {
		t.Errorf("%d are damaged: %v", len(damaged), damaged)
	}
	for _, d := range damaged {
		id := strings.TrimSuffix(filepath.Base(d.Path), ".json")
		if named := new(DamagedDraftError); !errors.As(d.Err, &named) || !strings.Contains(d.Err.Error(), why[id]) || !strings.Contains(d.Err.Error(), d.Path) {
			t.Errorf("%s: %v", id, d.Err)
		}
		err := s.Update(t.Context(), id, retitle(1, "x"))
		if named := new(DamagedDraftError); !errors.As(err, &named) {
			t.Errorf("update %s: %v", id, err)
		}
	}
	if cut, _ := os.ReadFile(s.Path("cut")); string(cut) != string(whole[:len(whole)/2]) {
		t.Error("a damaged draft was written to")
	}
}

func TestADirectoryWithoutDraftsHasNone(t *testing.T) {
	drafts, damaged, err := NewDrafts(filepath.Join(t.TempDir(), DraftsDir)).List()
	if len(drafts)+len(damaged) > 0 || err != nil {
		t.Errorf("%v %v %v", drafts, damaged, err)
	}
}

func TestADraftOnABrokenDiskIsWholeOrAsItWas(t *testing.T) {
	for _, at := range []string{"write", "sync", "rename", "sync of the directory"} {
		s := draftsIn(t)
		s.file.disk = brokenDisk{disk{s.file.dir}, at}
		err := s.Update(t.Context(), draftID, retitle(1, "Other"))
		if !errors.Is(err, errBroken) {
			t.Errorf("broken at %s: %v", at, err)
		}
		want := int64(1)
		if at == "sync of the directory" {
			want = 2
			if unsure := new(UnknownOutcomeError); !errors.As(err, &unsure) {
				t.Errorf("broken at %s: %v", at, err)
			}
		}
		if d, err := s.Load(draftID); err != nil || d.Revision != want {
			t.Errorf("broken at %s: %v %v", at, d, err)
		}
		if names := namesIn(t, s); len(names) != 3 {
			t.Errorf("broken at %s, left: %q", at, names)
		}
	}
}

// Many who apply to one draft at once: every plan that is taken is in it, revisions have no holes.
func TestChangesOfADraftAtOnceLoseNothing(t *testing.T) {
	s := draftsIn(t)
	const writers, each = 8, 5
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			own := NewDrafts(s.file.dir)
			for i := range each {
				if err := persist(own, fmt.Sprintf("w%d-%d", w, i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	d, err := s.Load(draftID)
	if err != nil || d.Revision != 1+writers*each || len(d.History) != 1+writers*each {
		t.Fatalf("%v: revision %d, %d in the history", err, d.Revision, len(d.History))
	}
	seen := map[string]bool{}
	for i, change := range d.History {
		if change.Revision != int64(i+1) || seen[change.Plan] {
			t.Errorf("%d: %+v", i, change)
		}
		seen[change.Plan] = true
	}
}

// persist applies one plan, and once more with the revision that there is then as long as it is stale.
func persist(s *Drafts, title string) error {
	for {
		d, err := s.Load(draftID)
		if err != nil {
			return err
		}
		err = s.Update(context.Background(), draftID, retitle(d.Revision, title))
		if refused := new(draft.Refusal); !errors.As(err, &refused) || refused.Code != draft.RevisionStale {
			return err
		}
	}
}

// A lock that is removed while a draft is changed has the change begun anew, with the draft as it is then.
func TestALockThatIsRemovedMeanwhileLosesNoPlan(t *testing.T) {
	s := draftsIn(t)
	calls := 0
	err := s.Update(t.Context(), draftID, func(d *draft.Draft) (*draft.Draft, error) {
		if calls++; calls == 1 {
			if err := os.Remove(lockPath(s.file.dir, draftID)); err != nil {
				t.Fatal(err)
			}
			if err := NewDrafts(s.file.dir).Update(t.Context(), draftID, retitle(1, "First")); err != nil {
				t.Fatal(err)
			}
		}
		return retitle(d.Revision, "Second")(d)
	})
	d, loadErr := s.Load(draftID)
	if err != nil || loadErr != nil || calls != 2 || d.Revision != 3 || d.Title != "Second" {
		t.Errorf("%v %v: %d calls, %+v", err, loadErr, calls, d)
	}
}

func TestADraftThatStaysLockedIsNamed(t *testing.T) {
	err := &LockedError{What: "draft", ID: draftID}
	want := "draft " + draftID + " is locked by another process (waited 5s); nothing was changed. Try again"
	if err.Error() != want {
		t.Errorf("%v", err)
	}
}
