package command

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
	"pgregory.net/rapid"
	"rtut/pack/value"
)

// hostile are texts that a careless quoting would let out.
var hostile = []string{
	"", " ", "a b", "-rf", "--", "*", "?", "[a-z]", "~", "~root", "'", `"`, `\`, `\'`, `'\''`, `\\`, "$HOME", "${HOME}", "$(id)", "`id`",
	"a\nb", "\n", "a\nE\nb", "a\rb", "\r\n", "a\r\nb", "\t", "; id", "& id", "| id", "> f", "< f", "#", "a # b", "!", "!!", "{a,b}", "a=b", "=", "é", "日本", "a\u00a0b", "\u2028",
	"\x01\x1b[0m", "\x7f", "&1", "2", "1>&2", "$((1))", "'$(id)'", `"$(id)"`, "if", "done", "esac", ")", "(", "x) id;;", "a,b", "{{ text }}", "\\{{ text }}",
	"$'a'", "%s", "\u202e", "\ufeff", "😀", "^a^b", "<<E", "a[$(id)]", strings.Repeat("'", 50),
}

func valuesOf(m map[string]value.Value) value.Values {
	return func(name string) value.Value { return m[name] }
}

func mustCommand(t rapid.TB, raw string, shell Shell) *Command {
	t.Helper()
	command, faults := ParseCommand(raw, shell, testScope())
	if faults != nil {
		t.Fatalf("%q: %+v", raw, faults)
	}
	return command
}

// positions are commands that print bytes; want says which for a value.
var positions = []struct {
	raw  string
	want func(v string) string
}{
	{`printf '%s\0' {{ text }}`, func(v string) string { return v + "\x00" }},
	{`printf '%s\0' a/{{ text }}.tar b`, func(v string) string { return "a/" + v + ".tar\x00b\x00" }},
	{`printf '%s\0' --opt={{ text }}{{text}}`, func(v string) string { return "--opt=" + v + v + "\x00" }},
	{`printf '%s\0' "{{ text }}" "a/{{ text }}" "{{ text }}:b" "{{ text }}{{ text }}"x`, func(v string) string {
		return v + "\x00a/" + v + "\x00" + v + ":b\x00" + v + v + "x\x00"
	}},
	{`printf '%s\0' "{{ text }}""{{ text }}"'{{ host }}'"$LC_V/"{{ text }}`, func(v string) string { return v + v + "h/" + v + "\x00" }},
	{`V={{ text }}; printf '%s\0' "$V"`, func(v string) string { return v + "\x00" }},
	{`V=a:"{{ text }}"; printf '%s\0' "$V"`, func(v string) string { return "a:" + v + "\x00" }},
	{`export V={{ text }}; printf '%s\0' "$V"`, func(v string) string { return v + "\x00" }},
	{`V={{ text }} env printenv V`, func(v string) string { return v + "\n" }},
	{`printf '%s' "$(printf '%s.' {{ text }})"`, func(v string) string { return v + "." }},
	{`printf '%s' "$(printf '%s' "$(printf '%s.' "{{ text }}")")"`, func(v string) string { return v + "." }},
	{`for i in a {{ text }}; do printf '%s\0' "$i"; done`, func(v string) string { return "a\x00" + v + "\x00" }},
	{`case {{ text }} in no-value-is-this) ;; *) printf '%s\0' {{ text }};; esac`, func(v string) string { return v + "\x00" }},
	{"cat <<E; printf '%s\\0' {{ text }}\nbody {{ host }}\nE\n", func(v string) string { return "body h\n" + v + "\x00" }},
	{"cat - /dev/null <<E && printf '%s\\0' \"{{ text }}\"\n{{ host }}\nE\n", func(v string) string { return "h\n" + v + "\x00" }},
	{`f() { printf '%s\0' "$@"; }; f {{ list }} "$#"`, func(v string) string { return "x y\x00" + v + "\x00\x30\x00" }},
	{`(printf '%s\0' {{ text }}) | cat && { printf '%s\0' {{ text }}; } # {{ host }}`, func(v string) string { return v + "\x00" + v + "\x00" }},
	{`printf '%s\0' \{{ text }}`, func(string) string { return "{{\x00text\x00}}\x00" }},
}

func listOf(words ...string) value.Value {
	items := make([]value.Value, len(words))
	for i, word := range words {
		items[i] = value.StringValue(word)
	}
	return value.ListValue(items)
}

// run gives the shell one script and returns what it prints.
func run(t *testing.T, shell Shell, script string, env []string) string {
	t.Helper()
	cmd := exec.Command(string(shell), "-c", script)
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"}, env...)
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", script, err, out)
	}
	return string(out)
}

func hostileValues(text string) value.Values {
	return valuesOf(map[string]value.Value{
		"text": value.StringValue(text), "host": value.StringValue("h"), "list": listOf("x y", text),
	})
}

func TestShellReceivesTheExactBytesOfAValue(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	const between = "\x02next\x02"
	for _, shell := range []Shell{Sh, Bash} {
		for _, position := range positions {
			command := mustCommand(t, position.raw, shell)
			var script strings.Builder
			for _, text := range hostile {
				rendered, err := command.Render(hostileValues(text))
				if err != nil {
					t.Fatal(err)
				}
				script.WriteString(rendered + "\nprintf '" + between + "'\n")
			}
			got := strings.Split(run(t, shell, script.String(), nil), between)
			if len(got) != len(hostile)+1 {
				t.Fatalf("%s: %s: %d outputs of %d", shell, position.raw, len(got), len(hostile))
			}
			for i, text := range hostile {
				if want := position.want(text); got[i] != want {
					t.Errorf("%s: %s with %q: got %q, want %q", shell, position.raw, text, got[i], want)
				}
			}
		}
	}
}

func TestVariableCarriesTheExactBytesOfAValue(t *testing.T) {
	command := mustCommand(t, `printf '%s.' "$RTUT_PARAM_TEXT" "pre ${RTUT_PARAM_TEXT} post"`, Sh)
	for _, text := range hostile {
		rendered, err := command.Render(hostileValues(text))
		if err != nil {
			t.Fatal(err)
		}
		got, want := run(t, Sh, rendered, value.Env(testScope(), hostileValues(text))), text+".pre "+text+" post."
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestRedirectionGoesToTheFileThatTheValueNames(t *testing.T) {
	for _, text := range hostile {
		if text == "" {
			continue
		}
		values := valuesOf(map[string]value.Value{"text": value.StringValue("./f" + text)})
		if strings.Contains(text, "/") {
			continue
		}
		command := mustCommand(t, `echo hi >{{ text }}; cat <"{{ text }}"; ls | wc -l`, Sh)
		rendered, err := command.Render(values)
		if err != nil {
			t.Fatal(err)
		}
		got := run(t, Sh, rendered, nil)
		lines := fmt.Sprint(1 + strings.Count(text, "\n"))
		if want := "hi\n" + lines + "\n"; got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestRenderedCommandHoldsTheAuthorsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ReplaceAll(rapid.String().Draw(t, "text"), "\x00", "")
		items := rapid.SliceOfN(rapid.SampledFrom(hostile), 1, 4).Draw(t, "items")
		shell := rapid.SampledFrom([]Shell{Sh, Bash}).Draw(t, "shell")
		command := mustCommand(t, `cmd {{ text }} -o{{ text }}/b "{{ text }}" {{ list }} end`, shell)
		rendered, err := command.Render(valuesOf(map[string]value.Value{"text": value.StringValue(text), "list": listOf(items...)}))
		if err != nil {
			t.Fatal(err)
		}
		text = value.StringValue(text).Text()
		want := append(append([]string{"cmd", text, "-o" + text + "/b", text}, items...), "end")
		for i, word := range want {
			want[i] = strings.ReplaceAll(word, "\r\n", "\n") // as the parser reads it; a shell does not, which others ask
		}
		if diff := cmp.Diff(want, wordsOf(t, rendered, shell)); diff != "" {
			t.Fatalf("%s\n%s", rendered, diff)
		}
	})
}

// wordsOf returns the words of a command that has no expansions and is the only one.
func wordsOf(t *rapid.T, text string, shell Shell) []string {
	file, err := shellParser(shell).Parse(strings.NewReader(text), "")
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Stmts) != 1 || len(file.Stmts[0].Redirs) != 0 {
		t.Fatalf("not one simple command: %s", text)
	}
	words, err := expand.Fields(nil, file.Stmts[0].Cmd.(*syntax.CallExpr).Args...)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

func TestNameWithoutValueIsNeverRendered(t *testing.T) {
	values := valuesOf(map[string]value.Value{"text": value.StringValue("a b")})
	for raw, missing := range map[string]string{
		`echo {{ text }} {{ host }}`:       "host",
		`echo "$RTUT_DATA_LAG"`:            "lag",
		`awk 'ENVIRON["RTUT_DATA_NOTE"]'`:  "note",
		`echo "{{ word }}{{ text }}"`:      "word",
		`echo "$RTUT_PARAM_WORD" {{host}}`: "word",
	} {
		_, err := mustCommand(t, raw, Sh).Render(values)
		var noValue *value.NoValueError
		if !errors.As(err, &noValue) || noValue.Name != missing {
			t.Errorf("%s: got %v, want that %s has no value", raw, err, missing)
		}
	}
}

func TestDisplayLeavesPlaceholdersWithoutValueAsWritten(t *testing.T) {
	values := valuesOf(map[string]value.Value{"text": value.StringValue("a b")})
	for raw, want := range map[string]string{
		`echo {{text}} "{{ host }}"`:                       `echo 'a b' "{{ host }}"`,
		`echo "{{ text }}{{ host }}"`:                      `echo 'a b'"{{ host }}"`,
		`echo "{{ host }}{{ text }}/x"`:                    `echo "{{ host }}"'a b'"/x"`,
		`echo "a{{ text }}"`:                               `echo "a"'a b'`,
		`docker ps --format '{{.Names}}' ${V} \{{ text }}`: `docker ps --format '{{.Names}}' ${V} {{ text }}`,
	} {
		if got := mustCommand(t, raw, Sh).Display(values); got != want {
			t.Errorf("%s: got %s, want %s", raw, got, want)
		}
	}
}

func TestValueThatCouldEndAHereDocumentIsRefused(t *testing.T) {
	command := mustCommand(t, "cat <<EOF\n{{ host }}{{ word }}\nEOF\n", Sh)
	for host, fine := range map[string]bool{"db1": true, "EOF": false, "EO": false} {
		_, err := command.Render(valuesOf(map[string]value.Value{"host": value.StringValue(host), "word": value.StringValue("x")}))
		if (err == nil) != fine {
			t.Errorf("%s: %v", host, err)
		}
	}
	command = mustCommand(t, "cat <<EOF\nhost={{ host }}\nEOF\n", Sh)
	if _, err := command.Render(valuesOf(map[string]value.Value{"host": value.StringValue("EOF")})); err != nil {
		t.Error(err)
	}
}

func TestFaultsPointAtTheirPlace(t *testing.T) {
	for raw, at := range map[string]string{
		`echo {{ text }} {{ tesxt }}`:           "{{ tesxt }}",
		`echo \{{ text }} é "x {{ text }}"`:     "{{ text }}\"",
		`echo "$RTUT_PARAM_NOTE"`:               "RTUT_PARAM_NOTE",
		`echo {{ text }} $RTUT_PARAM_TEXT`:      "$RTUT_PARAM_TEXT",
		`echo {{ text }} $RTUT_RUN_DIRR`:        "$RTUT_RUN_DIRR",
		`echo {{ text }} \{{ text }} 'unclosed`: "'unclosed",
		`a={{ text }}; a=({{ text }})`:          "({{",
	} {
		_, faults := ParseCommand(raw, Sh, testScope())
		if len(faults) != 1 || faults[0].Offset != strings.LastIndex(raw, at) {
			t.Errorf("%s: %+v, want one fault at %d", raw, faults, strings.LastIndex(raw, at))
		}
	}
}

func TestScriptWithoutACommandIsRefused(t *testing.T) {
	for _, raw := range []string{"", " \n", "# {{ host }}"} {
		if command, faults := ParseCommand(raw, Sh, testScope()); command != nil || len(faults) != 1 {
			t.Errorf("%q: %+v", raw, faults)
		}
	}
}

func TestNamesAndVariablesInOrderOfAppearance(t *testing.T) {
	command := mustCommand(t, `echo "$RTUT_DATA_LAG" {{ text }} "$RTUT_DATA_LAG" {{ lag }} {{ host }} "$RTUT_RUN_DIR"`, Sh)
	if diff := cmp.Diff([]string{"lag", "text", "host"}, command.Names()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"RTUT_DATA_LAG"}, command.Variables()); diff != "" {
		t.Error(diff)
	}
}

func TestEnvHoldsWhatHasAValue(t *testing.T) {
	values := valuesOf(map[string]value.Value{"text": value.StringValue("a\nb"), "lag": number(t, "5"), "operator": value.StringValue("ana")})
	want := []string{"RTUT_DATA_LAG=5", "RTUT_PARAM_TEXT=a\nb"}
	if diff := cmp.Diff(want, value.Env(testScope(), values)); diff != "" {
		t.Error(diff)
	}
}

func TestACommandWithANULCharacterIsRefused(t *testing.T) {
	want := []value.Fault{{
		Offset: 13, Message: "the command has a NUL character, which no shell can be given",
		Hint: `remove it; to print one, write printf '\0'`, Rule: "command-syntax",
	}}
	for _, shell := range []Shell{Sh, Bash} {
		command, faults := ParseCommand("0 \"{{ text }}\x00\"", shell, testScope())
		if diff := cmp.Diff(want, faults); command != nil || diff != "" {
			t.Errorf("%v: %v: %s", shell, command, diff)
		}
	}
}

func TestHugeAndDeepCommandsAreJudgedOrRefused(t *testing.T) {
	if underRace || testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	for _, nest := range []string{"$(", "(", "`", "\"$(", "{ ", "${a:-", "$((", "<(", "a[", "if ", "{{ text }} ", "((", "[[ ( "} {
		for _, size := range []int{maxCommand, maxCommand + 1000} {
			raw := "echo " + strings.Repeat(nest, size/len(nest)-5)
			if command, faults := ParseCommand(raw, Bash, testScope()); (command == nil) != (faults != nil) {
				t.Errorf("%s: neither a command nor a fault", nest)
			}
		}
	}
}

func FuzzCommand(f *testing.F) {
	for _, place := range places {
		f.Add(strings.ReplaceAll(place, "X", "{{ text }}"), "a'b $(id)", true)
		f.Add(strings.ReplaceAll(place, "X", `"$RTUT_PARAM_TEXT"`), "\n", false)
	}
	f.Fuzz(func(t *testing.T, raw, v string, bash bool) {
		shell := Sh
		if bash {
			shell = Bash
		}
		command, faults := ParseCommand(raw, shell, testScope())
		for _, fault := range faults {
			if fault.Offset < 0 || fault.Offset > len(raw) || fault.Message == "" {
				t.Errorf("%+v", fault)
			}
		}
		if command == nil {
			return
		}
		checked, err := value.Spec{}.Parse(v)
		if err != nil {
			return
		}
		values := valuesOf(map[string]value.Value{
			"text": checked, "note": checked, "number": number(t, "7"), "lag": number(t, "7"),
			"host": value.StringValue("h"), "word": value.StringValue("w"), "list": listOf(v, v), "operator": value.StringValue("o"),
		})
		rendered, err := command.Render(values)
		if err != nil {
			t.Fatalf("render %q: %v", raw, err)
		}
		same(t, command, rendered, shell)
	})
}

// same checks that the rendered command has the same commands as the one with a harmless value has.
func same(t *testing.T, command *Command, rendered string, shell Shell) {
	t.Helper()
	harmless := func(string) value.Value { return value.StringValue("7") }
	if command.uses("list") {
		return // it becomes more words
	}
	plain, err := command.Render(harmless)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := shape(t, rendered, shell), shape(t, plain, shell); got != want {
		t.Errorf("%q became %q: %s, want %s", command.Raw(), rendered, got, want)
	}
}

func (c *Command) uses(name string) bool {
	for _, part := range c.parts {
		if part.Name == name {
			return true
		}
	}
	return false
}

// shape returns the kinds of nodes of a command's tree, texts aside, which no value may change.
func shape(t *testing.T, text string, shell Shell) string {
	t.Helper()
	file, err := shellParser(shell).Parse(strings.NewReader(text), "")
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	var out strings.Builder
	for node := range syntax.Preorder(file) {
		switch node.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		default:
			fmt.Fprintf(&out, "%T ", node)
		}
	}
	return out.String()
}

// The shell itself is asked: whatever a value holds, in whichever place, the program receives its bytes.
func FuzzShellReceivesTheExactBytes(f *testing.F) {
	for i, text := range hostile {
		f.Add(text, uint(i), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, text string, place uint, bash bool) {
		if _, err := (value.Spec{}).Parse(text); err != nil {
			return // no value
		}
		shell := Sh
		if bash {
			shell = Bash
		}
		position := positions[place%uint(len(positions))]
		rendered, err := mustCommand(t, position.raw, shell).Render(hostileValues(text))
		if err != nil {
			return // a here-document that the value would end
		}
		if got, want := run(t, shell, rendered, nil), position.want(text); got != want {
			t.Errorf("%s: %s with %q: got %q, want %q", shell, position.raw, text, got, want)
		}
	})
}
