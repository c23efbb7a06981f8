package pack

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// loadString loads text that must be a pack without faults.
func loadString(t *testing.T, text string) *Pack {
	t.Helper()
	p, found := loadText(FileName, []byte(text))
	if len(found) > 0 {
		t.Fatalf("%s", found)
	}
	return p
}

// changed lists the keys whose digests differ.
func changed(before, after map[string]string) []string {
	var keys []string
	for key := range maps.Keys(maps.Collect(maps.All(before))) {
		if after[key] != before[key] {
			keys = append(keys, key)
		}
	}
	for key := range after {
		if before[key] == "" {
			keys = append(keys, key)
		}
	}
	return slices.Sorted(slices.Values(keys))
}

func TestDefinitionDigestsTellWordsFromWhatIsEnforced(t *testing.T) {
	data, err := os.ReadFile("testdata/ok/full-v02.yaml")
	if err != nil {
		t.Fatal(err)
	}
	base := loadString(t, string(data))
	for _, test := range []struct {
		old, new        string
		enforced, words []string
	}{
		{"owner: dba", "owner: dbb", nil, nil},
		{"# Every key", "# All keys", nil, nil},
		{"title: Measure the lag", "title: Measure", nil, []string{"measure"}},
		{"Ask *everybody*", "Ask nobody", nil, []string{"go-no-go"}},
		{"url: 'https://h.example'", "url: 'https://i.example'", nil, []string{"go-no-go"}},
		{"prompt: The incident lead said go.", "prompt: She said go.", nil, []string{"go-no-go"}},
		{"performer: network on-call", "performer: dba", nil, []string{"promote"}},
		{"expr: lag_bytes < 1048576", "expr: lag_bytes < 1", []string{"go-no-go"}, nil},
		{"echo lag=12", "echo lag=13", []string{"measure"}, nil},
		{"idempotent: true", "idempotent: false", []string{"promote"}, nil},
		{"confirm: promote {{ replica }}", "confirm: promote", []string{"promote"}, nil},
		{"pattern: 'CHG\\d+'", "pattern: 'CHG\\d*'", []string{"fence"}, nil},
		{"requires: [assess]", "requires: [go-no-go]", []string{"fence", "promote", "tell"}, nil},
		{"when: not old_answers or", "when: old_answers or", []string{"fence", "promote", "tell"}, nil},
		{"max: 20, default: 3", "max: 21, default: 3", []string{"param:count_of"}, nil},
		{"initial: 0 ", "initial: 1 ", nil, nil},
		{"max_age: 5m", "max_age: 6m", []string{"datapoint:lag_bytes"}, nil},
		{"shell: bash", "shell: sh", []string{"pack:"}, nil},
		{"rollback: { instruction: None., command: 'true' }", "rollback: { instruction: Nothing., command: 'true' }", nil, []string{"promote"}},
		{"command: 'true' }", "command: 'false' }", []string{"promote"}, nil},
		{"execute_timeout: 10m", "execute_timeout: 11m", []string{"promote"}, nil},
		{"        execute: on-request\n        execute_timeout: 10m\n", "", []string{"promote"}, nil},
		{"execute: on-request, execute_timeout: 90s, ", "", []string{"fence"}, nil},
	} {
		p := loadString(t, strings.Replace(string(data), test.old, test.new, 1))
		if diff := cmp.Diff(test.enforced, changed(base.ItemDigests(), p.ItemDigests())); diff != "" {
			t.Errorf("%s -> %s: enforced: %s", test.old, test.new, diff)
		}
		if diff := cmp.Diff(test.words, changed(base.WordsDigests(), p.WordsDigests())); diff != "" {
			t.Errorf("%s -> %s: words: %s", test.old, test.new, diff)
		}
	}
}

// TestDefinitionDigestsAreStable: records keep them, so that they may not depend on the process.
func TestDefinitionDigestsAreStable(t *testing.T) {
	data, err := os.ReadFile("testdata/ok/v01.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p := loadString(t, string(data))
	var b strings.Builder
	for _, digests := range []map[string]string{p.ItemDigests(), p.WordsDigests()} {
		for _, key := range slices.Sorted(maps.Keys(digests)) {
			b.WriteString(key + " " + digests[key] + "\n")
		}
	}
	golden(t, "digests.txt", b.String())
}
