package pack

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const newStatus = "exercised 2026-11-30 by ana"

func TestExerciseStatusChangesOneValue(t *testing.T) {
	for name, test := range map[string]struct{ src, want string }{
		"plain":            {"id: p\nexercise_status: never\ntitle: P\n", "id: p\nexercise_status: NEW\ntitle: P\n"},
		"comment":          {"title: P\nexercise_status:   never  # soon\n", "title: P\nexercise_status:   NEW  # soon\n"},
		"no line end":      {"title: P\nexercise_status: never", "title: P\nexercise_status: NEW"},
		"quoted":           {"title: P\nexercise_status: \"never\" # x\n", "title: P\nexercise_status: NEW # x\n"},
		"single quoted":    {"title: P\nexercise_status: 'it''s'\n", "title: P\nexercise_status: NEW\n"},
		"empty":            {"title: P\nexercise_status:\nid: p\n", "title: P\nexercise_status: NEW\nid: p\n"},
		"empty, comment":   {"title: P\nexercise_status: # x\n", "title: P\nexercise_status: NEW # x\n"},
		"CRLF":             {"title: P\r\nexercise_status: never\r\n", "title: P\r\nexercise_status: NEW\r\n"},
		"BOM":              {"\ufeffexercise_status: never\ntitle: P\n", "\ufeffexercise_status: NEW\ntitle: P\n"},
		"quoted key":       {"title: P\n\"exercise_status\": never\n", "title: P\n\"exercise_status\": NEW\n"},
		"also in a text":   {"summary: |\n  x\n  exercise_status: never\ntitle: P\nexercise_status: never\n", "summary: |\n  x\n  exercise_status: never\ntitle: P\nexercise_status: NEW\n"},
		"missing":          {"id: p\ntitle: P # t\nowner: x\n", "id: p\ntitle: P # t\nexercise_status: NEW\nowner: x\n"},
		"missing, CRLF":    {"id: p\r\ntitle: P\r\nowner: x\r\n", "id: p\r\ntitle: P\r\nexercise_status: NEW\r\nowner: x\r\n"},
		"missing, no end":  {"id: p\ntitle: P", "id: p\ntitle: P\nexercise_status: NEW\n"},
		"title over lines": {"title: P\n  goes\n\n  on\nid: p\n", "title: P\n  goes\n\n  on\nexercise_status: NEW\nid: p\n"},
		"title in a block": {"title: >-\n  P\n\n  q\nid: p\n", "title: >-\n  P\n\n  q\nexercise_status: NEW\nid: p\n"},
		"title in quotes":  {"title: \"P\n  exercise_status: q\"\nid: p\n", "title: \"P\n  exercise_status: q\"\nexercise_status: NEW\nid: p\n"},
		"title below":      {"title:\n  P\nid: p\n", "title:\n  P\nexercise_status: NEW\nid: p\n"},
		"all indented":     {"  title: P\n  id: p\n", "  title: P\n  exercise_status: NEW\n  id: p\n"},
		"anchors":          {"x-a: &a {b: c}\ntitle: P\nexercise_status: never\nx-b: *a\n", "x-a: &a {b: c}\ntitle: P\nexercise_status: NEW\nx-b: *a\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := SetExerciseStatus([]byte(test.src), newStatus)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.ReplaceAll(test.want, "NEW", newStatus), string(got)); diff != "" {
				t.Error(diff)
			}
			again, err := SetExerciseStatus(got, newStatus)
			if err != nil || string(again) != string(got) {
				t.Errorf("the second time: %q, %v", again, err)
			}
		})
	}
}

func TestExerciseStatusQuotesAHardName(t *testing.T) {
	for _, name := range []string{"ana:", "o'neil:", "#1", "a#b", "日本"} {
		got, err := SetExerciseStatus([]byte("title: P\nexercise_status: never\n"), "exercised 2026-11-30 by "+name)
		if err != nil {
			t.Error(err)
			continue
		}
		document, _, _ := decode(string(got))
		if entries, err := topEntries(document); err != nil || entries[statusKey].value.value != "exercised 2026-11-30 by "+name {
			t.Errorf("%q: %v", got, err)
		}
	}
}

func TestExerciseStatusRefusesWhatItCannotKeep(t *testing.T) {
	for name, test := range map[string]struct{ src, status string }{
		"two words":      {"title: P\n", newStatus + " b"},
		"no date":        {"title: P\n", "exercised soon by ana"},
		"not a date":     {"title: P\n", "exercised 2026-02-30 by ana"},
		"never":          {"title: P\n", "never"},
		"line break":     {"title: P\n", newStatus + "\nid: q"},
		"NUL":            {"title: P\n", newStatus + "\x00"},
		"no title":       {"id: p\n", newStatus},
		"flow":           {"{title: P}\n", newStatus},
		"not YAML":       {"title: [\n", newStatus},
		"empty":          {"", newStatus},
		"anchor":         {"title: P\nexercise_status: &a never\nowner: *a\n", newStatus},
		"alias":          {"title: &a P\nexercise_status: *a\n", newStatus},
		"over lines":     {"title: P\nexercise_status: not\n  yet\n", newStatus},
		"twice":          {"title: P\nexercise_status: a\nexercise_status: b\n", newStatus},
		"two documents":  {"title: P\n---\ntitle: Q\n", newStatus},
		"not a text":     {"title: P\nexercise_status: [never]\n", newStatus},
		"tagged":         {"title: P\nexercise_status: !!str never\n", "exercised 2026-11-30 by"},
		"not UTF-8":      {"title: \xff\n", newStatus},
		"block of lines": {"title: P\nexercise_status: |\n  never\n", newStatus},
	} {
		if got, err := SetExerciseStatus([]byte(test.src), test.status); err == nil {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

func TestExerciseStatusKeepsAllOtherLines(t *testing.T) {
	lines := []string{
		"id: p", "title: P", "title: |", "  exercise_status: never", "exercise_status: never", "", "# x", "owner: 'a",
		"  b'", "tags: [a,", "  b]", "exercise_status:", "summary: >+", "  text", "---", "...", "x-a: &a b", "x-b: *a",
	}
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 1, 12).Draw(t, "lines"), "\n") + "\n"
		got, err := SetExerciseStatus([]byte(src), newStatus)
		if err != nil {
			return
		}
		before, after := strings.Split(src, "\n"), strings.Split(string(got), "\n")
		i := 0
		for i < len(before) && i < len(after) && before[i] == after[i] {
			i++
		}
		if len(before) == len(after) && i < len(before) {
			before = append(before[:i], before[i+1:]...)
		}
		if i < len(after) {
			after = append(after[:i], after[i+1:]...)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("more than one line changed:\n%s\n%s", src, got)
		}
	})
}
