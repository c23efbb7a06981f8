package value

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func ptr(n int) *int { return &n }

func TestSpecAdmitsWhatItsTypeAndConstraintsSay(t *testing.T) {
	const refused = "refused"
	word := regexp.MustCompile(`a|ab`)
	for _, test := range []struct {
		spec Spec
		want map[string]string // text to canonical JSON
	}{
		{Spec{}, map[string]string{"": `""`, " a\n<b>": `" a\n<b>"`, "a\x00b": refused, "\xff": refused}},
		{Spec{Pattern: word}, map[string]string{"ab": `"ab"`, "a": `"a"`, "abc": refused, "xa": refused, "a\n": refused}},
		{Spec{Pattern: regexp.MustCompile(`(?m)^a$`)}, map[string]string{"a": `"a"`, "a\nb": refused}},
		{Spec{MinLength: ptr(2), MaxLength: ptr(3)}, map[string]string{"é": refused, "éé": `"éé"`, "日本語": `"日本語"`, "abcd": refused}},
		{Spec{Type: Int}, map[string]string{
			"5": "5", " 007 ": "7", "-0": "0", "+3": "3", "123456789012345678901234567890": "123456789012345678901234567890",
			"": refused, "1.0": refused, "1e3": refused, "0x10": refused, "1_000": refused, "٣": refused, strings.Repeat("9", 1001): refused,
		}},
		{Spec{Type: Int, Min: "9007199254740993", Max: "9007199254740994"}, map[string]string{
			"9007199254740992": refused, "9007199254740993": "9007199254740993", "9007199254740994": "9007199254740994", "9007199254740995": refused,
		}},
		{Spec{Type: Number}, map[string]string{
			"1.50": "1.5", "-0.0": "0", "1e2": "100", "1e300": "1e+300", "0.1": "0.1", "1.0": "1", "00.5": "0.5", "123456789012345678901234567890.5": "123456789012345678901234567890.5",
			"NaN": refused, "Inf": refused, "-inf": refused, "1e999": refused, "0x1p3": refused, ".5": refused, "1,5": refused, "": refused,
		}},
		{Spec{Type: Number, Min: "0.1", Max: "1e1"}, map[string]string{"0.1": "0.1", "0.09999999999999999999999": refused, "10": "10", "10.0000000000000000000001": refused}},
		{Spec{Type: Bool}, map[string]string{"true": "true", "No": "false", "t": "true", "off": "false", "1": refused, "": refused}},
		{Spec{Type: Choice, Choices: []string{"a b", "c"}}, map[string]string{"a b": `"a b"`, "c": `"c"`, "C": refused, "": refused, "a": refused}},
		{Spec{Type: Duration, Min: "1m", Max: "1h"}, map[string]string{"60s": `"60s"`, "59s": refused, "1h0m1s": refused, "1h30": refused, "90": refused, "60000000µs": `"60000000us"`}},
		{Spec{Type: Date, Min: "2026-01-01"}, map[string]string{"2026-11-30": `"2026-11-30"`, "2025-12-31": refused, "2026-02-30": refused, "30.11.2026": refused}},
		{Spec{Type: Hostname}, map[string]string{
			"db-1.example.org": `"db-1.example.org"`, "a_b": `"a_b"`, "h.": `"h."`, "-rf": refused, "a..b": refused, "": refused, "a b": refused, "é.org": refused,
			"a;b": refused, strings.Repeat("a", 64): refused, "a-": refused, "$(id)": refused,
		}},
		{Spec{Type: IP}, map[string]string{"10.0.0.1": `"10.0.0.1"`, "2001:DB8::1": `"2001:db8::1"`, "fe80::1%eth0": `"fe80::1%eth0"`, "fe80::1%$(id)": refused, "10.0.0.256": refused, "010.0.0.1": refused, "10.0.0.0/8": refused}},
		{Spec{Type: Port}, map[string]string{"1": "1", "65535": "65535", "0": refused, "65536": refused, "-1": refused, "http": refused}},
		{Spec{Type: Port, Min: "1024"}, map[string]string{"80": refused, "8080": "8080"}},
		{Spec{Type: URL}, map[string]string{
			"https://a.b/c?d=e": `"https://a.b/c?d=e"`, "file:///etc": `"file:///etc"`, "-x://a": refused, "a.b/c": refused, "http://": refused, "https://a b": refused, "https://a/\x1b": refused,
		}},
		{Spec{Type: Path}, map[string]string{"/srv/a b": `"/srv/a b"`, "a": `"a"`, "-rf": refused, "": refused, "/a\nb": refused}},
		{Spec{Type: Identifier}, map[string]string{"_a1": `"_a1"`, "1a": refused, "a-b": refused, "": refused, "é": refused}},
		{Spec{Type: List}, map[string]string{"a, b": `["a","b"]`, `["a,b", 1, true]`: `["a,b","1","true"]`, "": `[]`, "[": refused, `[["a"]]`: refused, `[null]`: refused, "a\x00": refused}},
		{Spec{Type: List, Items: Int, Max: "5", MinItems: ptr(1), MaxItems: ptr(2)}, map[string]string{"1,05": "[1,5]", "": refused, "1,2,3": refused, "6": refused, "1,,": refused}},
	} {
		for text, want := range test.want {
			value, err := test.spec.Parse(text)
			got := value.json
			if err != nil {
				got = refused
			}
			if got != want {
				t.Errorf("%s: %q: got %s, want %s (%v)", test.spec.Describe(), text, got, want, err)
			}
			if err != nil && !value.IsZero() {
				t.Errorf("%s: %q: a value beside the error", test.spec.Describe(), text)
			}
		}
	}
}

func TestTimestampsOfPsqlAndOpensslAreUnderstood(t *testing.T) {
	for text, want := range map[string]string{
		"2026-11-30T02:00:49Z":                 "2026-11-30T02:00:49Z",
		"2026-11-30t02:00:49z":                 "2026-11-30T02:00:49Z",
		"2026-11-30T02:00:49.120+01:00":        "2026-11-30T01:00:49.12Z",
		"2026-11-30 02:00:49.123+00":           "2026-11-30T02:00:49.123Z",
		"2026-11-30 02:00:49.123456-03":        "2026-11-30T05:00:49.123456Z",
		"2026-11-30 02:00:49+05:30":            "2026-11-29T20:30:49Z",
		"2026-11-30 02:00:49+0530":             "2026-11-29T20:30:49Z",
		"1890-01-01 00:00:00-00:01:15":         "1890-01-01T00:01:15Z",
		"notAfter=Nov 30 02:00:49 2027 GMT":    "2027-11-30T02:00:49Z",
		"notBefore=Nov  3 02:00:49 2027 GMT\n": "2027-11-03T02:00:49Z",
		"Nov  3 02:00:49 2027 GMT":             "2027-11-03T02:00:49Z",
		"notAfter=2027-11-30 02:00:49Z":        "2027-11-30T02:00:49Z",
		"Mon Nov 30 02:00:49 UTC 2026":         "2026-11-30T02:00:49Z",
		"Tue Dec  1 02:00:49 UTC 2026\n":       "2026-12-01T02:00:49Z",
		"Mon Nov 30 02:00:49 PM GMT 2026":      "2026-11-30T14:00:49Z",
		"Mon 30 Nov 02:00:49 GMT 2026":         "2026-11-30T02:00:49Z",
		"Mon, 30 Nov 2026 02:00:49 +0100":      "2026-11-30T01:00:49Z",
		"Tue, 1 Dec 2026 02:00:49 +0000":       "2026-12-01T02:00:49Z",
		"Mon Nov 30 02:00:49 2026 -0300":       "2026-11-30T05:00:49Z",
		"2026-11-30 02:00:49.123456789 +0100":  "2026-11-30T01:00:49.123456789Z",
		"2026-11-30 02:00:49 UTC":              "2026-11-30T02:00:49Z",
		"2026-11-30 02:00:49 Z":                "2026-11-30T02:00:49Z",
		"Mon Nov 30 02:00:49 CET 2026":         "",
		"Mon Nov 30 02:00:49 EST 2026":         "",
		"Mon Nov 30 02:00:49 2026":             "",
		"now":                                  "",
		"2026-11-30 02:00:49":                  "",
		"2026-11-30":                           "",
		"Nov 30 02:00:49 2027 CET":             "",
		"infinity":                             "",
		"2026-02-30T00:00:00Z":                 "",
		"9999-12-31T23:59:59-01:00":            "",
		"0044-03-15 00:00:00+00 BC":            "",
		"":                                     "",
	} {
		value, err := Spec{Type: Timestamp}.Parse(text)
		if (err == nil) != (want != "") || value.Text() != want {
			t.Errorf("%q: got %q (%v), want %q", text, value.Text(), err, want)
		}
	}
}

func TestTimestampBoundsGoByTime(t *testing.T) {
	spec := Spec{Type: Timestamp, Min: "2026-11-30 02:00:00+02", Max: "2026-11-30T01:00:00Z"}
	for text, fine := range map[string]bool{
		"2026-11-30T00:00:00Z": true, "2026-11-29T23:59:59Z": false, "2026-11-30T02:00:00+01:00": true, "2026-11-30T02:00:01+01:00": false,
	} {
		if _, err := spec.Parse(text); (err == nil) != fine {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestCheckTakesWhatJSONHolds(t *testing.T) {
	for _, test := range []struct {
		spec       Spec
		json, want string
	}{
		{Spec{Type: Port}, `"8080"`, `8080`},
		{Spec{Type: Port}, `8080`, `8080`},
		{Spec{}, `15`, `"15"`},
		{Spec{Type: Bool}, `true`, `true`},
		{Spec{Type: Int}, `12345678901234567890`, `12345678901234567890`},
		{Spec{Type: Int}, `true`, ``},
		{Spec{Type: Int}, `1.5`, ``},
		{Spec{}, `["a"]`, ``},
		{Spec{Type: List, Items: Int}, `["1", 2]`, `[1,2]`},
		{Spec{Type: List}, `"a,b"`, `["a","b"]`},
		{Spec{}, `null`, ``},
		{Spec{}, `"\u0000"`, ``},
		{Spec{Type: List}, `["a\u0000"]`, ``},
	} {
		var value Value
		if err := json.Unmarshal([]byte(test.json), &value); err != nil {
			t.Fatal(err)
		}
		got, err := test.spec.Check(value)
		if got.json != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: %s: got %s (%v), want %s", test.spec.Describe(), test.json, got.json, err, test.want)
		}
	}
}

func TestErrorNeverRepeatsTheInput(t *testing.T) {
	const secret = "hunter2!-\x01"
	for _, kind := range Types {
		spec := Spec{Type: kind, Choices: []string{"a"}, Pattern: regexp.MustCompile("b"), MaxLength: ptr(1)}
		for _, text := range []string{secret, `["` + "hunter2!" + `"]`, "1,hunter2!"} {
			_, err := spec.Parse(text)
			if err == nil || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\x01") {
				t.Errorf("%s: %v", kind, err)
			}
		}
	}
}

func TestCanonicalFormIsItsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := Spec{Type: rapid.SampledFrom(Types).Draw(t, "type"), Items: rapid.SampledFrom(Types[:4]).Draw(t, "items"), Choices: nil}
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[-+]?[0-9]{1,40}(\.[0-9]{1,30})?(e[0-9]{1,3})?`), rapid.SampledFrom(hostile)).Draw(t, "text")
		value, err := spec.Parse(text)
		if err != nil {
			return
		}
		encoded, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		var decoded Value
		if err := json.Unmarshal(encoded, &decoded); err != nil || decoded != value {
			t.Fatalf("%s: %v, want %v", err, decoded, value)
		}
		if again, err := spec.Check(value); err != nil || again != value {
			t.Fatalf("%q: %v, want %v (%v)", text, again, value, err)
		}
		if spec.Plain() && !IsPlain(value.Text()) {
			t.Fatalf("%q of plain type %s is not plain", value.Text(), spec.Type)
		}
		if kind := spec.Type; (kind == Hostname || kind == Path || kind == URL) && strings.HasPrefix(value.Text(), "-") {
			t.Fatalf("%q begins with -", value.Text())
		}
	})
}

func TestPatternIsPlainOnlyIfAllThatItMatchesIs(t *testing.T) {
	for pattern, plain := range map[string]bool{
		`[a-z]+`: true, `CHG\d+`: true, `[a-z]*`: false, `a|`: false, `(a|b/c)-\d{2,}`: true, `.+`: false, `[^ ]+`: false, `\S+`: false, `\w+`: true,
		`a b`: false, `(?i)abc`: true, `(?i)k`: false, `(?i)[s]`: false, `\pL+`: false, `^a$`: true, `a{0,3}`: false, `a'`: false, `a?b`: true, `x*y*`: false, `[a-z~]`: false,
	} {
		if got := (Spec{Pattern: regexp.MustCompile(pattern)}).Plain(); got != plain {
			t.Errorf("%s: got %v", pattern, got)
		}
	}
	if !(Spec{Pattern: regexp.MustCompile(`[a-z]*`), MinLength: ptr(1)}).Plain() {
		t.Error("min_length rules the empty text out")
	}
}

func TestChoicesArePlainIfEachIs(t *testing.T) {
	for _, test := range []struct {
		choices []string
		plain   bool
	}{{[]string{"a", "b/c"}, true}, {[]string{"a", "b c"}, false}, {[]string{"a", ""}, false}} {
		if got := (Spec{Type: Choice, Choices: test.choices}).Plain(); got != test.plain {
			t.Errorf("%q: got %v", test.choices, got)
		}
	}
}

func TestSpecThatCannotBeIsRefused(t *testing.T) {
	for _, test := range []struct {
		spec Spec
		want []string
	}{
		{Spec{}, nil},
		{Spec{Type: Int, Min: "1", Max: "5", Choices: []string{"1", "3"}}, nil},
		{Spec{Type: "strnig"}, []string{"unknown type"}},
		{Spec{Type: Int, Min: "5", Max: "1"}, []string{"min is greater than max"}},
		{Spec{Type: Duration, Min: "90s", Max: "1m"}, []string{"min is greater than max"}},
		{Spec{Type: Port, Min: "70000"}, []string{"min is greater than max"}},
		{Spec{Min: "5"}, []string{"min and max are not for type string"}},
		{Spec{Type: Int, Min: "x"}, []string{"min is not a whole number"}},
		{Spec{Type: Choice}, []string{"type choice needs choices"}},
		{Spec{Choices: []string{"a", "bb", "a"}, MaxLength: ptr(1)}, []string{"choice 2 is refused by the other constraints", "choice 3 is there twice"}},
		{Spec{MinLength: ptr(3), MaxLength: ptr(2)}, []string{"min_length is greater than max_length"}},
		{Spec{Type: Int, MinLength: ptr(3)}, []string{"min_length and max_length are not for type int"}},
		{Spec{MinItems: ptr(3)}, []string{"min_items and max_items are only for lists, not for type string"}},
		{Spec{Items: Int}, []string{"items is only for lists, not for type string"}},
		{Spec{Type: List, Items: List}, []string{"items of a list are scalars, not lists"}},
		{Spec{Type: List, Items: Int, Min: "3", Max: "1", MinItems: ptr(2), MaxItems: ptr(1)}, []string{"min_items is greater than max_items", "min is greater than max"}},
	} {
		if diff := cmp.Diff(test.want, test.spec.CheckSpec()); diff != "" {
			t.Errorf("%+v: %s", test.spec, diff)
		}
	}
}

func TestDescribeSaysWhatIsAdmitted(t *testing.T) {
	for _, test := range []struct {
		spec Spec
		want string
	}{
		{Spec{}, "text"},
		{Spec{Type: Int, Min: "0", Max: "100"}, "a whole number from 0 to 100"},
		{Spec{Type: Number, Min: "0"}, "a number from 0 up"},
		{Spec{Type: Port}, "a port from 1 to 65535"},
		{Spec{Type: Choice, Choices: []string{"a", "b"}}, "one of a, b"},
		{Spec{Pattern: regexp.MustCompile(`CHG\d+`), MaxLength: ptr(9)}, `text of at most 9 characters that matches CHG\d+`},
		{Spec{Type: List, Items: Hostname, MinItems: ptr(1)}, "a list of at least 1 items, each a host name"},
	} {
		if got := test.spec.Describe(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestValueKeepsEveryDigitAndReadsAsText(t *testing.T) {
	for encoded, text := range map[string]string{
		`12345678901234567890.10`: "12345678901234567890.10", `"a\u003cb"`: "a<b", `["a",1,true]`: "a,1,true", `null`: "", `false`: "false", ` "é" `: "é",
	} {
		var value Value
		if err := json.Unmarshal([]byte(encoded), &value); err != nil || value.Text() != text {
			t.Errorf("%s: got %q (%v)", encoded, value.Text(), err)
		}
	}
	for _, encoded := range []string{`{}`, `[[1]]`, `[null]`, `[{}]`, "\"\xff\""} {
		var value Value
		if err := json.Unmarshal([]byte(encoded), &value); err == nil {
			t.Errorf("%s: accepted as %s", encoded, value.json)
		}
	}
}
