package pack

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"rtut/pack/command"
	"rtut/pack/value"
)

const rowCount = `schema: runbook-operation/v0.1
tool: postgres
operation: row-count
version: 1
title: Count the rows of a table
effect: read-only
needs: { tools: [psql] }
inputs:
  - { id: database, type: identifier }
  - { id: table, type: identifier }
command: psql -XAt -d {{ database }} -c 'select count(*) from {{ table }}'
verify:
  kind: output-contains
  command: psql -XAt -d {{ database }} -c 'select count(*) from {{ table }}'
  matches: ^\d+\s*$
data: [{ id: rows, extract: '(\d+)', type: int, min: 0 }]
text: What psql prints.
`

const dba = "schema: runbook-performer/v0.1\nid: dba\ntitle: Database administrator\nmodes: [fast, reasoning]\n"

const judge = `schema: runbook-agent/v0.1
id: judge
revision: 3
title: Judge it
modelProfileId: dba
prompt: Is 5 enough?
inputs:
  limit: { kind: literal, value: 5 }
  exact: { kind: literal, value: 0.10 }
  word: { kind: literal, value: '5' }
  yes: { kind: literal, value: yes }
`

// anyAgent refuses a prompt that says No.
func anyAgent(fields []byte) ([]string, string) {
	if strings.Contains(string(fields), `"value":"No"`) {
		return []string{"inputs", "word", "value"}, "this is No. another word was expected"
	}
	return nil, ""
}

func loadCatalog(t *testing.T, files map[string]string) (*Catalog, string) {
	t.Helper()
	fsys := fstest.MapFS{"catalog": {Mode: fs.ModeDir | 0o755}}
	for name, text := range files {
		fsys["catalog/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	c, found, err := LoadCatalog(fsys, "catalog", anyAgent)
	if err != nil {
		t.Fatal(err)
	}
	return c, found.String()
}

func TestCatalogLoads(t *testing.T) {
	c, found := loadCatalog(t, map[string]string{
		"operations/b.yaml": strings.ReplaceAll(strings.Replace(rowCount, "version: 1", "version: 2", 1), "count(*)", "count(1)"),
		"operations/a.yaml": rowCount, "performers/dba.yaml": dba, "agents/judge.yaml": judge,
		"operations/.swp.yaml": "{", "operations/README.md": "Not read.",
		"operations/status.yaml": "{ schema: runbook-operation/v0.1, tool: a, operation: status, version: 1, title: Status, effect: read-only, inputs: [{ id: a }]," +
			"command: 'echo {{ a }}', verify: { kind: exit-code, command: 'echo {{ a }}' }, data: [{ id: status, extract: '(x)' }] }",
		"operations/note.yaml": `{ schema: runbook-operation/v0.1, tool: notes, operation: write, version: 1, title: Write, effect: reversible,
  payload: { title: The note, max_bytes: 100 }, command: 'printf %s {{ payload }}', verify: { kind: exit-code, command: 'true' } }`,
	})
	if found != "" {
		t.Fatal(found)
	}
	var ids []string
	for _, o := range c.Operations {
		ids = append(ids, o.id())
	}
	if got, want := strings.Join(ids, " "), "a/status@1 notes/write@1 postgres/row-count@1 postgres/row-count@2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	o := c.Operations[2]
	if o.Step().Effect != ReadOnly || len(o.Pack.Params) != 2 || o.Pack.Params[1].Spec.Type != value.Identifier || !o.Pack.Params[1].Required || o.Text != "What psql prints." {
		t.Errorf("%+v %+v", o.Step(), o.Pack.Params)
	}
	if d := o.Pack.Datapoints[0]; d.ID != "rows" || d.Spec.Min != "0" || o.Step().Produces[0].Extract.String() != `(\d+)` || o.Step().Produces[0].Datapoint != "rows" {
		t.Errorf("%+v %+v", d, o.Step().Produces)
	}
	bound, err := o.Step().Alternatives[0].Command.Bind(map[string]command.Fill{"database": {Name: "shop"}, "table": {Value: value.StringValue("orders")}})
	if want := "psql -XAt -d {{ shop }} -c 'select count(*) from orders'"; bound != want || err != nil {
		t.Errorf("got %s (%v), want %s", bound, err, want)
	}
	if note := c.Operations[1]; note.Payload.MaxBytes != 100 || note.Pack.Params[0].ID != "payload" {
		t.Errorf("%+v", note)
	}
	if p := c.Performers[0]; p.ID != "dba" || p.Title != "Database administrator" || strings.Join(p.Modes, " ") != "fast reasoning" {
		t.Errorf("%+v", p)
	}
	want := `{"title":"Judge it","modelProfileId":"dba","prompt":"Is 5 enough?","inputs":{"limit":{"kind":"literal","value":5},` +
		`"exact":{"kind":"literal","value":0.10},"word":{"kind":"literal","value":"5"},"yes":{"kind":"literal","value":"yes"}}}`
	if a := c.Agents[0]; a.ID != "judge" || a.Revision != 3 || string(a.Fields) != want {
		t.Errorf("got  %s\nwant %s", a.Fields, want)
	}
}

func TestCatalogRefuses(t *testing.T) {
	op := func(from, to string) map[string]string {
		text := strings.Replace(rowCount, from, to, 1)
		if text == rowCount {
			t.Fatalf("%s is not in the operation", from)
		}
		return map[string]string{"operations/x.yaml": text}
	}
	for _, c := range []struct {
		files map[string]string
		want  string // the first line of what is found
	}{
		{op("effect: read-only\n", ""), "catalog/operations/x.yaml:1:1: an operation without `effect`. read-only, reversible or irreversible was expected [required]"},
		{op("title: Count", "titel: Count"), "catalog/operations/x.yaml:1:1: an operation without `title`. text was expected [required]"},
		{op("v0.1", "v0.2"), "catalog/operations/x.yaml:1:9: `schema` is `runbook-operation/v0.2`. runbook-operation/v0.1 was expected. did you mean `runbook-operation/v0.1`? [word]"},
		{op("version: 1", "version: 0"), "catalog/operations/x.yaml:4:10: `version` is `0`. a whole number from 1 to 2147483647 was expected [number]"},
		{op("{ id: table, type: identifier }", "{ id: table }"), "catalog/operations/x.yaml:11:63: {{ table }}: only plain values are allowed in single quotes, and type string is not plain. " +
			`use "$RTUT_PARAM_TABLE", in double quotes [placeholder-place]`},
		{op("from {{ table }}'\nverify", "from {{ tabel }}'\nverify"), "catalog/operations/x.yaml:11:63: tabel is neither a param nor a datapoint. did you mean table? [unknown-name]"},
		{op("effect: read-only", "effect: irreversible"), "catalog/operations/x.yaml:6:9: step `postgres-row-count` is irreversible without `confirm`. the exact phrase to type at its start was expected. for example `confirm: postgres-row-count now` [confirm]"},
		{op("extract: '(\\d+)'", "extract: '\\d+'"), "catalog/operations/x.yaml:16:29: `extract` has no group. one was expected, whose text becomes the value. put parentheses around it: `lag=(\\d+)` [extract]"},
		{op("needs: { tools: [psql] }", "needs: { tools: [/bin/psql] }"), "catalog/operations/x.yaml:7:18: `/bin/psql` is not the name of a program. one was expected, without a path or options [needs]"},
		{op("command: psql -XAt -d {{ database }}", `command: psql -XAt -d "$RTUT_PARAM_DATABASE"`), "catalog/operations/x.yaml:11:10: an operation reads $RTUT_PARAM_DATABASE. a placeholder was expected. write {{ name }} [value-variable]"},
		{
			map[string]string{"operations/a.yaml": rowCount, "operations/b.yaml": rowCount},
			"catalog/operations/b.yaml:1:1: operation postgres/row-count@1 stands in catalog/operations/a.yaml already. each may occur once in a catalog [double]",
		},
		{map[string]string{"operations/a.yaml": ""}, "catalog/operations/a.yaml:1:1: the file is empty. a file of the catalog was expected [empty]"},
		{map[string]string{"operations/a.yaml": "- 1\n"}, "catalog/operations/a.yaml:1:1: an operation is a list. a mapping was expected [wrong-type]"},
		{
			map[string]string{"performers/a.yaml": strings.Replace(dba, "fast, ", "quick, ", 1)},
			"catalog/performers/a.yaml:4:9: `modes` is `quick`. fast, reasoning or deep was expected [word]",
		},
		{map[string]string{"performers/a.yaml": strings.Replace(dba, "fast, reasoning", "", 1)}, "catalog/performers/a.yaml:4:8: `modes` is empty. at least one was expected [required]"},
		{map[string]string{"performers/a.yaml": dba, "performers/b.yaml": dba}, "catalog/performers/b.yaml:1:1: performer dba stands in catalog/performers/a.yaml already. each may occur once in a catalog [double]"},
		{map[string]string{"agents/a.yaml": strings.Replace(judge, "'5'", "No", 1)}, "catalog/agents/a.yaml:10:33: inputs.word.value: this is No. another word was expected [agent]"},
		{map[string]string{"agents/a.yaml": strings.Replace(judge, "revision: 3\n", "", 1)}, "catalog/agents/a.yaml:1:1: a saved agent without `revision`. a whole number was expected [required]"},
	} {
		got, found := loadCatalog(t, c.files)
		first, _, _ := strings.Cut(found, "\n")
		if got != nil || first != c.want {
			t.Errorf("got  %s\nwant %s", first, c.want)
		}
	}
}

func TestACatalogNamesTheFaultsOfAllItsFiles(t *testing.T) {
	_, found := loadCatalog(t, map[string]string{"operations/a.yaml": "x", "operations/b.yaml": "y: [", "performers/c.yaml": dba + "age: 1\n"})
	for _, place := range []string{"operations/a.yaml:1:1", "operations/b.yaml:1:", "performers/c.yaml:5:1"} {
		if !strings.Contains(found, place) {
			t.Errorf("%s is not in\n%s", place, found)
		}
	}
}

func TestACatalogThatIsNotThereIsAnError(t *testing.T) {
	if _, _, err := LoadCatalog(fstest.MapFS{}, "catalog", anyAgent); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestDocumentHasEveryKeyOfACatalog(t *testing.T) {
	data, err := os.ReadFile("../docs/drafts.md")
	if err != nil {
		t.Fatal(err)
	}
	text := section(t, string(data), "## The catalog")
	for name, layout := range catalogLayouts {
		for _, f := range layout {
			if !strings.Contains(text, "`"+f.key+"`") && name != "datum" {
				t.Errorf("`%s` of %s is not described", f.key, name)
			}
			for _, word := range f.words {
				if name != "datum" && !strings.Contains(text, "`"+word+"`") {
					t.Errorf("`%s` of %s is not described", word, name)
				}
			}
		}
	}
}

// The operation that the document shows is one.
func TestDocumentShowsAnOperation(t *testing.T) {
	data, err := os.ReadFile("../docs/drafts.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(data), "```yaml\n")
	text, _, closed := strings.Cut(rest, "```")
	if c, faults := loadCatalog(t, map[string]string{"operations/x.yaml": text}); !found || !closed || c == nil || faults != "" || len(c.Operations) != 1 {
		t.Errorf("%s", faults)
	}
}
