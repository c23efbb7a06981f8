package command

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
	"rtut/pack/value"
)

// bound binds values and parses what comes of it, as a pack would that it is written into.
func bound(t rapid.TB, command *Command, shell Shell, values value.Values) *Command {
	t.Helper()
	fills := map[string]Fill{}
	for _, name := range command.Names() {
		if value := values(name); !value.IsZero() {
			fills[name] = Fill{Value: value}
		}
	}
	text, err := command.Bind(fills)
	if err != nil {
		t.Fatal(err)
	}
	again, faults := ParseCommand(text, shell, testScope())
	if faults != nil {
		t.Fatalf("%q became %q: %+v", command.Raw(), text, faults)
	}
	return again
}

// joined undoes what keeps braces apart.
func joined(command string) string {
	for strings.Contains(command, "{''{") {
		command = strings.ReplaceAll(command, "{''{", "{{")
	}
	return command
}

func TestANameThatIsNoFileIsNotBound(t *testing.T) {
	command := mustCommand(t, "cat {{ text }}", Sh)
	for _, file := range []string{`x"; id; "`, "../x", "a/b", "$(id)", "-x", "x\ny", ".x"} {
		if text, err := command.Bind(map[string]Fill{"text": {File: file}}); err == nil {
			t.Errorf("%q was bound: %s", file, text)
		}
	}
}

func nothing(string) value.Value { return value.Value{} }

// braces are literals that a pack would take for placeholders, or for what should have been one.
var braces = []string{
	"{{ text }}", "{{text}}", `\{{ text }}`, `\\{{ text }}`, "{{ text", "{{ text }", "{{{ text }}}", "{{ text }} {{ host }}", "{{{{ text", "{{\ntext }}",
	"{{ json .Names }}", "{{ note .X }}", "{{.Names}}", "{{ if }}", "{{ end }}", "{{", "}}", "}}{{", "{{{{{", "{", "{'{ text }}", "{''{ text }}", "a{{ nobody | upper }}b", "{{ Text }}",
}

func TestShellReceivesTheExactBytesOfABoundValue(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	const between = "\x02next\x02"
	texts := append(braces[:len(braces):len(braces)], hostile...)
	for _, shell := range []Shell{Sh, Bash} {
		for _, position := range positions {
			command := mustCommand(t, position.raw, shell)
			var script strings.Builder
			for _, text := range texts {
				rendered, err := bound(t, command, shell, hostileValues(text)).Render(nothing)
				if err != nil {
					t.Fatal(err)
				}
				script.WriteString(rendered + "\nprintf '" + between + "'\n")
			}
			got := strings.Split(run(t, shell, script.String(), nil), between)
			for i, text := range texts {
				if want := position.want(text); got[i] != want {
					t.Errorf("%s: %s with %q: got %q, want %q", shell, position.raw, text, got[i], want)
				}
			}
		}
	}
}

func TestBoundValueStandsAsItIsPrinted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Custom(braced), rapid.SampledFrom(hostile)).Draw(t, "text")
		if _, err := (value.Spec{}).Parse(text); err != nil {
			t.Skip("no value")
		}
		position := rapid.SampledFrom(positions).Draw(t, "position")
		command := mustCommand(t, position.raw, Sh)
		want, err := command.Render(hostileValues(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := bound(t, command, Sh, hostileValues(text)).Render(nothing)
		if err != nil {
			t.Fatal(err)
		}
		if joined(got) != joined(want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func TestBind(t *testing.T) {
	for _, c := range []struct {
		raw, want string
		fills     map[string]Fill
	}{
		{`df -P -- {{ text }}`, `df -P -- '/var/lib/it'\''s here'`, map[string]Fill{"text": {Value: value.StringValue("/var/lib/it's here")}}},
		{`psql -d {{ text }} -c 'select {{ host }}'`, `psql -d 'shop' -c 'select orders'`, map[string]Fill{"text": {Value: value.StringValue("shop")}, "host": {Value: value.StringValue("orders")}}},
		{`echo {{ text }} {{ number }}`, `echo {{ database }} {{ number }}`, map[string]Fill{"text": {Name: "database"}}},
		{`cat {{ text }}`, `cat "$RTUT_RUN_DIR/report.md"`, map[string]Fill{"text": {File: "report.md"}}},
		{`cat "{{ text }}" "a:{{ text }}:b"`, `cat "$RTUT_RUN_DIR/report.md" "a:$RTUT_RUN_DIR/report.md:b"`, map[string]Fill{"text": {File: "report.md"}}},
		{`echo {{ list }}`, `echo 'a b' 'c'`, map[string]Fill{"list": {Value: listOf("a b", "c")}}},
		{`echo {{ number }}`, `echo '-5'`, map[string]Fill{"number": {Value: number(t, "-5")}}},
		{`echo "{{ text }}" \{{ text }} {{.Names}}`, `echo '$(id)' \{{ text }} {{.Names}}`, map[string]Fill{"text": {Value: value.StringValue("$(id)")}}},
		{`echo {{ text }}`, `echo '\{{ text }}'`, map[string]Fill{"text": {Value: value.StringValue("{{ text }}")}}},
		{`echo {{ text }}{{ note }}`, `echo '{''{''}}'`, map[string]Fill{"text": {Value: value.StringValue("{{")}, "note": {Value: value.StringValue("}}")}}},
		{`echo {{ text }}`, `echo '{''{.Names}}'`, map[string]Fill{"text": {Value: value.StringValue("{{.Names}}")}}},
		{`echo {{ text }}`, `echo '{''{ text'`, map[string]Fill{"text": {Value: value.StringValue("{{ text")}}},
	} {
		got, err := mustCommand(t, c.raw, Sh).Bind(c.fills)
		if err != nil || got != c.want {
			t.Errorf("%s: got %s (%v), want %s", c.raw, got, err, c.want)
		}
	}
}

func TestBindRefuses(t *testing.T) {
	for _, c := range []struct {
		raw, want string
		fill      Fill
	}{
		{`psql -c 'select {{ host }}'`, "host: host: the path of a file is not allowed where it cannot be quoted", Fill{File: "x"}},
		{`psql -c 'select {{ host }}'`, "host: expected only the characters A-Za-z0-9_@%+=:,./- where it cannot be quoted", Fill{Value: value.StringValue("a b")}},
		{`echo "$RTUT_PARAM_HOST"`, "the command reads $RTUT_PARAM_HOST. {{ host }} was expected, which can be bound", Fill{Value: value.StringValue("h")}},
		{`echo {{ host }}`, "host: the list has no items, so no word would be left of it", Fill{Value: listOf()}},
	} {
		_, err := mustCommand(t, c.raw, Sh).Bind(map[string]Fill{"host": c.fill})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.raw, err, c.want)
		}
	}
}

func FuzzBind(f *testing.F) {
	for i, place := range places {
		f.Add(strings.ReplaceAll(place, "X", "{{ text }}"), braces[i%len(braces)], true)
		f.Add(strings.ReplaceAll(place, "X", `"{{ text }}"`), hostile[i%len(hostile)], false)
	}
	f.Add("0 \"{{text}}\x00\"", "0", false)
	f.Fuzz(func(t *testing.T, raw, v string, bash bool) {
		shell := Sh
		if bash {
			shell = Bash
		}
		command, _ := ParseCommand(raw, shell, testScope())
		checked, err := value.Spec{}.Parse(v)
		if command == nil || err != nil || len(command.Variables()) > 0 {
			return
		}
		values := valuesOf(map[string]value.Value{
			"text": checked, "note": checked, "number": number(t, "7"), "lag": number(t, "7"),
			"host": value.StringValue("h"), "word": value.StringValue("w"), "list": listOf(v, v), "operator": value.StringValue("o"),
		})
		want, err := command.Render(values)
		if err != nil {
			return
		}
		got, err := bound(t, command, shell, values).Render(values)
		if err != nil {
			t.Fatal(err)
		}
		if joined(got) != joined(want) {
			t.Fatalf("%q with %q: got %q, want %q", raw, v, got, want)
		}
	})
}

func number(t rapid.TB, text string) value.Value {
	t.Helper()
	value, err := value.Spec{Type: value.Int}.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return value
}
