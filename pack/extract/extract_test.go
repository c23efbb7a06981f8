package extract

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// way makes a way out of "json $.a", "column DB SIZE" or "match (x)", and what is taken.
func way(t testing.TB, text string, take Take) *Way {
	t.Helper()
	kind, what, _ := strings.Cut(text, " ")
	w := &Way{Take: take}
	switch kind {
	case "json":
		path, err := Path(what)
		if err != nil {
			t.Fatal(err)
		}
		w.JSON = path
	case "column":
		w.Column = what
	case "plain":
		w.Match, w.Plain = regexp.MustCompile(what), true
	default:
		w.Match = regexp.MustCompile(what)
	}
	return w
}

const (
	kubectl = "NAME     READY   STATUS    RESTARTS\nweb-1    1/1     Running   3\nweb-22   0/1     Pending\n\nNAME     READY\nother    1/1\n"
	etcdctl = "+------+---------+--------+\n|  ID  | DB SIZE | LEADER |\n+------+---------+--------+\n| 8e9e |  20 kB  |  true  |\n| 91bc |  25 kB  | false  |\n+------+---------+--------+\n"
	psql    = " name | lag\n------+-----\n db2  |  12\n db3  |   7\n(2 rows)\n"
	members = `{"members":[{"id":18446744073709551615,"name":"a","lag":1.50},{"id":2,"name":"b","lag":12}],"ok":true,"none":null}`
)

func TestEachWayReadsWhatItSays(t *testing.T) {
	for _, c := range []struct {
		way    string
		take   Take
		output string
		want   []string
		err    string
	}{
		{"plain lag=(\\d+)", "", "lag=1 lag=2", []string{"1"}, ""},
		{"match lag=(\\d+)", "", "lag=1 lag=2", nil, `2 places in the output match lag=(\d+), and one was expected; ` + "`take` says which"},
		{"match lag=(\\d+)", "", "lag=7", []string{"7"}, ""},
		{"match lag=(\\d+)", Last, "lag=1 lag=2", []string{"2"}, ""},
		{"match lag=(\\d+)", Max, "lag=9 lag=10 lag=8", []string{"10"}, ""},
		{"match lag=([\\d.]+)", Min, "lag=0.50 lag=1", []string{"0.50"}, ""},
		{"match lag=([\\d.]+)", Sum, "lag=0.50 lag=1.255", []string{"1.755"}, ""},
		{"match lag=(\\d+)", Sum, "lag=99999999999999999999 lag=1", []string{"100000000000000000000"}, ""},
		{"match lag=(\\w+)", Sum, "lag=1 lag=two", nil, "match 2 of lag=(\\w+) is not a decimal number, which `take: sum` needs"},
		{"match lag=([\\de]+)", Max, "lag=1e999999999", nil, "match 1 of lag=([\\de]+) is not a decimal number, which `take: max` needs"},
		{"match lag=(\\d+)", Count, "none", []string{"0"}, ""},
		{"match lag=(\\d+)", List, "none", nil, ""},
		{"match lag=(\\d+)", List, "lag=1 lag=2", []string{"1", "2"}, ""},
		{"match lag=(\\d+)", First, "none", nil, `nothing in the output matches lag=(\d+)`},
		{"json $.members[*].name", List, members, []string{"a", "b"}, ""},
		{"json $.members[0].id", "", members, []string{"18446744073709551615"}, ""},
		{"json $.members[*].lag", Sum, members, []string{"13.50"}, ""},
		{"json $.ok", "", members, []string{"true"}, ""},
		{"json $.none", "", members, nil, `what $["none"] leads to is null. a text, a number, true or false was expected`},
		{"json $.members", "", members, nil, `what $["members"] leads to is a list. a text, a number, true or false was expected`},
		{"json $.members[0]", "", members, nil, `what $["members"][0] leads to is an object. a text, a number, true or false was expected`},
		{"json $.gone", "", members, nil, `nothing in the output matches $["gone"]`},
		{"json $.members[*]", Count, members, []string{"2"}, ""},
		{"json $.gone", Count, members, []string{"0"}, ""},
		{"json $.a", "", `{"a":1,"a":2}`, nil, "the output is not a JSON document: a key comes twice in an object"},
		{"json $.a", "", `{"b":{"c":1,"c":1},"a":2}`, nil, "the output is not a JSON document: a key comes twice in an object"},
		{"json $.a", "", `{"a":NaN}`, nil, "the output is not a JSON document: unexpected text at byte 4"},
		{"json $.a", "", `{"a":1} {"a":2}`, nil, "the output is not a JSON document: there is more after its end"},
		{"json $.a", "", `{"a":`, nil, "the output is not a JSON document: it ends too early"},
		{"json $.a", "", "", nil, "the output is not a JSON document: it ends too early"},
		{"json $.a", "", strings.Repeat("[", 2000), nil, "the output is not a JSON document: it is more than 1000 levels deep"},
		{"json $", "", strings.Repeat("7", 40), []string{strings.Repeat("7", 40)}, ""},
		{"column READY", List, kubectl, []string{"1/1", "0/1"}, ""},
		{"column RESTARTS", List, kubectl, []string{"3"}, ""},
		{"column NAME", Count, kubectl, []string{"2"}, ""},
		{"column DB SIZE", List, etcdctl, []string{"20 kB", "25 kB"}, ""},
		{"column lag", Max, psql, []string{"12"}, ""},
		{"column AGE", "", kubectl, nil, "no line of the output has the header AGE"},
		{"column A", "", "A  B  A\n1  2  3\n", nil, "the header A comes twice in its line"},
		{"column a", "", " a | a\n---+---\n 1 | 2\n", nil, "the header a comes twice in its line"},
		{"column SIZE", "", "NAME  SIZE  AGE\nx 123456    1d\n", nil, "a cell of the column SIZE does not begin below its header, so where it ends is not known"},
		{"column NAME", "", "NAME  SIZE\nlong-name 5\n", nil, "a cell of the column NAME does not begin below its header, so where it ends is not known"},
		{"column é", "", "ü   é\nää  ö\n", []string{"ö"}, ""},
	} {
		got, err := way(t, c.way, c.take).Read(c.output, true)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if diff := cmp.Diff(c.want, got); diff != "" || said != c.err {
			t.Errorf("%s, take %q: %s\ngot  %s\nwant %s", c.way, c.take, diff, said, c.err)
		}
	}
}

func TestOutputThatWasCutIsReadByAPlainExpressionAlone(t *testing.T) {
	if got, err := way(t, "plain a(b)", "").Read("ab", false); err != nil || got[0] != "b" {
		t.Error(got, err)
	}
	const want = "the output is longer than 2 bytes, which is all that is looked at"
	for _, text := range []string{"match a(b)", "json $.a", "column ab"} {
		if got, err := way(t, text, Count).Read("ab", false); err == nil || err.Error() != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
}

func TestWaysAreToldApart(t *testing.T) {
	seen := map[string]string{}
	for _, text := range []string{"plain (a)", "match (a)", "json $.a", "column $.a", "column (a)"} {
		for _, take := range []Take{"", First, Sum} {
			key := way(t, text, take).Key()
			if before, taken := seen[key]; taken && text != "plain (a)" {
				t.Errorf("%s, take %q has the key of %s", text, take, before)
			}
			seen[key] = text
		}
	}
}

func TestAPathThatIsNoneIsRefused(t *testing.T) {
	for _, text := range []string{"", "a", "$.", "$[", "$.a b"} {
		if path, err := Path(text); err == nil || strings.Contains(err.Error(), "jsonpath") {
			t.Errorf("%q: %v, %v", text, path, err)
		}
	}
}

// FuzzRead reads anything in every way: it never panics, and what it returns is in the output or counted from it.
func FuzzRead(f *testing.F) {
	for _, output := range []string{kubectl, etcdctl, psql, members, "lag=1 lag=2", "A\tB\n1\t2\n"} {
		f.Add(output, "NAME", uint8(0))
	}
	f.Fuzz(func(t *testing.T, output, column string, take uint8) {
		took := append([]string{""}, Takes...)[int(take)%(len(Takes)+1)]
		ways := []*Way{way(t, `match (\S+)`, Take(took)), way(t, "json $..*", Take(took))}
		if column != "" {
			ways = append(ways, &Way{Column: column, Take: Take(took)})
		}
		for _, w := range ways {
			texts, err := w.Read(output, true)
			if err != nil || w.JSON != nil || w.Take == Sum || w.Take == Count {
				continue
			}
			for _, text := range texts {
				if !strings.Contains(output, text) && !strings.Contains(strings.ToValidUTF8(output, "\uFFFD"), text) && !strings.Contains(string([]rune(output)), text) {
					t.Errorf("%s: %q is not in %q", w, text, output)
				}
			}
		}
	})
}
