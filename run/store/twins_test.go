package store

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rtut/run/record"
	"rtut/run/recordtest"
)

// grown is a record with a note more, as the same run had it later.
func grown(record, note string) string {
	text, err := recordtest.Grown(record, note)
	if err != nil {
		panic(err)
	}
	return text
}

// TestTheSameRunCountsOnce, whatever directory a copy of its record lies in, and whenever the copy was made. Records that share an id and
// are not of the same run are named, and none counts.
func TestTheSameRunCountsOnce(t *testing.T) {
	one := recordText("1", "x", "pack.yaml")
	later := grown(one, "later")
	for name, tc := range map[string]struct {
		copies []string
		runs   []string
		wrong  int
	}{
		"the same twice":          {[]string{one, one}, []string{"1", "2"}, 0},
		"the same thrice":         {[]string{one, one, one}, []string{"1", "2"}, 0},
		"an earlier copy":         {[]string{later, one}, []string{"1", "2"}, 0},
		"an earlier original":     {[]string{one, later, one}, []string{"1", "2"}, 0},
		"two of one id":           {[]string{grown(one, "here"), grown(one, "there")}, []string{"2"}, 2},
		"two of one id, and more": {[]string{grown(one, "here"), one, grown(grown(one, "there"), "too")}, []string{"2"}, 2},
		"one that is damaged":     {[]string{one, "{"}, []string{"1", "2"}, 1},
		"one that is altered":     {[]string{one, strings.Replace(one, "ana", "bob", 1)}, []string{"1", "2"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"pack.yaml": packText("x"), ".git/": "", ".local/runbook-runs/2.json": recordText("2", "x", "pack.yaml")}
			for i, text := range tc.copies {
				place := []string{"", "old/", "older/"}[i]
				files[place+".local/runbook-runs/1.json"] = text
			}
			_, runs, wrong := found(t, plant(t, files))
			slices.Sort(runs)
			expect(t, "runs", tc.runs, runs)
			if len(wrong) != tc.wrong {
				t.Errorf("wrong: %q", wrong)
			}
			if name == "two of one id" && !strings.Contains(strings.Join(wrong, " "), "have the same id but are not of the same run; neither is counted") {
				t.Errorf("wrong: %q", wrong)
			}
		})
	}
}

func TestARecordThatIsMissingIsMissed(t *testing.T) {
	f := NewFile(filepath.Join(t.TempDir(), ".local", "runbook-runs"))
	add := func(id string) *record.Record {
		rec, err := record.Decode([]byte(recordText(id, "x", "pack.yaml")))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Create(t.Context(), rec); err != nil {
			t.Fatal(err)
		}
		return rec
	}
	add("a")
	kept := add("b")
	err := f.Update(t.Context(), "a", func(rec *record.Record) (*record.Record, error) {
		outcome := record.Abandoned
		rec.Outcome = &outcome
		return rec, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(f.Dir(), headsName)
	lines, err := os.ReadFile(list)
	if err != nil || strings.Count(string(lines), "\n") != 3 || !strings.Contains(string(lines), `"hash":"`+kept.Head.Hash+`"`) {
		t.Fatalf("%v:\n%s", err, lines)
	}
	if missing := f.Missing(); len(missing) != 0 {
		t.Errorf("missing %+v", missing)
	}
	if err := os.Remove(f.Path("a")); err != nil {
		t.Fatal(err)
	}
	if missing := f.Missing(); len(missing) != 1 || missing[0] != (Missing{"a", "x", "pack.yaml", f.Path("a")}) {
		t.Errorf("missing %+v", missing)
	}
	others := "nonsense\n{\"run_id\": 7}\n{\"run_id\":\"\"}\n{\"run_id\":\".hidden\"}\n{\"run_id\":\"b\"}\n"
	if err := os.WriteFile(list, append(lines, others...), 0o600); err != nil {
		t.Fatal(err)
	}
	if missing := f.Missing(); len(missing) != 1 {
		t.Errorf("missing %+v, of what another hand has written", missing)
	}

	elsewhere := filepath.Join(t.TempDir(), "precious")
	if err := os.WriteFile(elsewhere, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, put := range map[string]func(from, to string) error{"a symbolic link": os.Symlink, "a hard link": os.Link} {
		if err := os.Remove(list); err != nil {
			t.Fatal(err)
		}
		if err := put(elsewhere, list); err != nil {
			t.Fatal(err)
		}
		add("c" + what[2:3])
		if text, err := os.ReadFile(elsewhere); string(text) != "precious" {
			t.Errorf("%s in its place is written to: %q, %v", what, text, err)
		}
	}
}
