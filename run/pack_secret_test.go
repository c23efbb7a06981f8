package run_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rtut/run"
	"rtut/run/record"
	"rtut/run/recordtest"
	"rtut/run/store"
)

const (
	oldPassword = "Gh7dk29" + "sLq"
	newPassword = "Nw8ek30" + "tMr"
)

// secretPack is a pack with a password wherever one can be.
const secretPack = `schema: runbook-pack/v0.2
id: kept
title: Kept
# the password is PASSWORD
params:
  - { id: url, type: string, default: 'postgres://app:PASSWORD@db3/app' }
steps:
  - id: one
    title: Look at db3
    command: |
      ipmitool -H bmc1 -U root \
        -P PASSWORD power status
    verify: { kind: exit-code, command: 'PGPASSWORD=PASSWORD psql -h db3' }
  - { id: two, title: Two, instruction: 'Log in with ana / PASSWORD.', effect: irreversible, confirm: 'the password is PASSWORD' }
`

func withPassword(password string) string {
	return strings.ReplaceAll(strings.ReplaceAll(secretPack, "PGPASSWORD", "PGPASS\x00"), "PASSWORD", password)
}

func packWith(password string) string {
	return strings.ReplaceAll(withPassword(password), "\x00", "WORD")
}

func TestSecretsInAPackAreFound(t *testing.T) {
	var lines []int
	for _, s := range run.SecretsInPack([]byte(packWith(oldPassword))) {
		lines = append(lines, s.Line)
		if strings.Contains(s.Kind, oldPassword) {
			t.Errorf("line %d: %s", s.Line, s.Kind)
		}
	}
	if want := []int{4, 6, 10, 13, 14}; !slices.Equal(lines, want) {
		t.Errorf("lines %v, expected %v", lines, want)
	}
	for _, harmless := range []string{"$DB_PASSWORD", "{{ url }}", "<removed>"} {
		if found := run.SecretsInPack([]byte(packWith(harmless))); len(found) > 0 {
			t.Errorf("with %s: %v", harmless, found)
		}
	}
	both := "# AK" + "IAIOSFODNN7EXAMPLE\n# wJalrXUtnFEMI/K7MDENG/bPx" + "RfiCYEXAMPLEKEY\n"
	if found := run.SecretsInPack([]byte(both)); len(found) != 1 {
		t.Errorf("an id of a key and the key: %v", found)
	}
}

// A run goes on when the password in its pack is replaced, and neither is repeated or recorded, also where an earlier rtut has kept the
// file of the pack.
func TestARunGoesOnWhenASecretInItsPackIsReplaced(t *testing.T) {
	for _, kept := range []bool{false, true} {
		t.Run(fmt.Sprintf("kept %v", kept), func(t *testing.T) {
			mem := &store.Mem{}
			s := sessionOf(t, mem, strings.Replace(packWith(oldPassword), "postgres://app:"+oldPassword+"@db3/app", "db3", 1))
			rec, err := s.New(t.Context(), run.New{RunID: "r", PackPath: "pack.yaml"})
			if err != nil {
				t.Fatal(err)
			}
			if rec.PackText != "" {
				t.Errorf("the file of the pack is kept as %s", rec.PackText)
			}
			if kept {
				keepFile(t, mem, s)
			}
			s = sessionOf(t, mem, strings.Replace(packWith(newPassword), "postgres://app:"+newPassword+"@db3/app", "db3", 1))
			_, err = s.Do(t.Context(), "r", run.Start{Item: "one"})
			var refusal *run.Refusal
			if !errors.As(err, &refusal) || refusal.Code != run.PackChanged {
				t.Fatal(err)
			}
			holdsNoPassword(t, err.Error())
			if kept {
				want := "one: verify command was `sha256:7f285978fc4f`, is `sha256:f52b968c43e2` (its text looks like a password or token that is set)"
				if !slices.Contains(refusal.Details, want) {
					t.Errorf("%q\nexpected %q", refusal.Details, want)
				}
			}
			if _, err = s.Do(t.Context(), "r", run.AcceptPackChange{Reason: "the password was replaced", PackDigest: "sha256:2"}); err != nil {
				t.Fatal(err)
			}
			rec, err = s.Do(t.Context(), "r", run.Start{Item: "two", Phrase: "the password is " + newPassword, Override: &run.Override{Reason: "r", AcknowledgeRisk: true}})
			if err != nil {
				t.Fatal(err)
			}
			data, err := rec.Encode()
			if err != nil {
				t.Fatal(err)
			}
			holdsNoPassword(t, string(data))
		})
	}
}

// keepFile has the record follow a file of the pack that is kept.
func keepFile(t *testing.T, mem *store.Mem, s *run.Session) {
	t.Helper()
	digest, err := mem.KeepPack(t.Context(), s.Pack.File())
	if err != nil {
		t.Fatal(err)
	}
	rec, err := mem.Load(t.Context(), "r")
	if err != nil {
		t.Fatal(err)
	}
	data, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	const before = `"pack_digest": `
	text := strings.ReplaceAll(string(data), before, fmt.Sprintf(`"pack_text": %q, `, digest)+before)
	if text, err = recordtest.Sealed(text); err != nil {
		t.Fatal(err)
	}
	if rec, err = record.Decode([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := mem.Update(t.Context(), "r", func(*record.Record) (*record.Record, error) { return rec, nil }); err != nil {
		t.Fatal(err)
	}
}

func holdsNoPassword(t *testing.T, text string) {
	t.Helper()
	if strings.Contains(text, oldPassword) || strings.Contains(text, newPassword) {
		t.Errorf("a password is in %s", text)
	}
}
