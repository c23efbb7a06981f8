package importer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rtut/pack"
	"rtut/pack/importer"
)

// lines that pages are made of, many of them odd.
var lines = []string{
	"# Title", "## Restore it", "### Step 3: Promote it", "**Step 4 Look**", "## Rollback", "## Troubleshooting", "## Overview", "Title", "=====", "-----",
	"1. Stop the server", "1. Run this:", "2) Check it", "- look around", "* [ ] Tell the people", "- [x] Done", "   1. Restart it", "      - item", "- - a", "1. - `df -h`",
	"```", "```sh", "```sql", "~~~bash", "``````", "   ```console", "      ```", "\t```sh", "    indented", "\ttabbed", "> quote", "> ```sh", "> [!WARNING]", "> NOTE: mind",
	"<details>", "</details>", "<!-- a comment -->", "<!--", "-->", "<Command>", "!!! note", "    body of it", ":::warning", ":::", "{{% alert %}}", "{{% /alert %}}",
	"df -h", "$ df -h", "# df -h", "kubectl delete pod <name>", "kubectl get pods -n [name-space]", "echo $NAME ${OTHER} \\", "cat <<EOF", "EOF", "select 1;",
	"rm -rf /data", "ssh db1", "db=# select 1", "PS C:\\> Get-Item", "export A='b'", "psql -c 'drop table x'", "tail -f x | grep {{ name }}", "{{ name }} and {{ .Go }}", "{{", "}}",
	"Filesystem  Size  Used", "| a | b |", "|---|---|", "a: b", "- a: b # c", "'", "\"", "", "", "", "Some text that ends with a colon:", "Restart it. This is irreversible.",
	"![picture](a.png)", "[link](https://example.org/x)", "[ref]: https://example.org/y", "Остановите сервер", "1. 停止服务器", "`df -h` shows it", "Start it: `systemctl start x`",
	"\u00a0", "\u200b", "x\\", "---", "title: x", "***", "&amp; <b>", "<http://example.org>", "\f", "  ", "`", "\u2028 x",
}

func drawPage(t *rapid.T) string {
	var out strings.Builder
	for range rapid.IntRange(0, 40).Draw(t, "lines") {
		line := rapid.SampledFrom(lines).Draw(t, "line")
		out.WriteString(strings.Repeat(" ", rapid.SampledFrom([]int{0, 0, 0, 2, 3, 4}).Draw(t, "indent")) + line)
		out.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\n\n", "\r\n"}).Draw(t, "end"))
	}
	return out.String()
}

func TestAnyPageIsImportedOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tryPage(t, []byte(drawPage(t)))
	})
}

// tryPage imports a page twice, and holds what was promised.
func tryPage(t interface{ Fatalf(string, ...any) }, page []byte) {
	result, err := importer.Import("page.md", page, importer.Options{Secret: fakeGuard})
	var refusal *importer.Refusal
	switch {
	case errors.As(err, &refusal):
		return
	case err != nil:
		t.Fatalf("%v\nof\n%s", err, page)
	}
	holdPromises(t, "page.md", page, result)
	again, err := importer.Import("page.md", page, importer.Options{Secret: fakeGuard})
	if err != nil || string(again.Pack) != string(result.Pack) {
		t.Fatalf("the same bytes give another pack: %v", err)
	}
}

// safe are commands that a page shows as they are.
var safe = []string{"df -h", "kubectl get pods", "systemctl restart web\nsystemctl status web", "for h in a b; do\n  echo $h\ndone", "cat <<EOF\n  x\n\ny\nEOF", "# look first\nls -l", "grep -c 'a  b' file | sort"}

func TestPageOfAPackGivesItsStepsAndCommands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		page, want := "# A procedure\n\nSome words about it.\n\n", []string(nil)
		for s := range rapid.IntRange(1, 4).Draw(t, "stages") {
			page += fmt.Sprintf("## Part %c of it\n\n", 'A'+s)
			for i := range rapid.IntRange(1, 4).Draw(t, "steps") {
				command := rapid.SampledFrom(safe).Draw(t, "command")
				page += fmt.Sprintf("%d. Restart number %d %d\n\n   ```sh\n   %s\n   ```\n\n", i+1, s, i, strings.ReplaceAll(command, "\n", "\n   "))
				want = append(want, command)
			}
		}
		result, err := importer.Import("page.md", []byte(page), importer.Options{})
		if err != nil {
			t.Fatalf("%v\nof\n%s", err, page)
		}
		p, found := pack.Parse("pack.yaml", result.Pack)
		if found.Failed() {
			t.Fatalf("%s", found)
		}
		var got []string
		for _, s := range steps(&p.Root) {
			if s.Alternatives[0].Command == nil {
				t.Fatalf("%s has no command\nof\n%s", s.ID, page)
			}
			got = append(got, s.Alternatives[0].Command.Raw())
		}
		if strings.Join(got, "\x00") != strings.Join(want, "\x00") {
			t.Fatalf("got %q, want %q\nof\n%s\nin\n%s", got, want, page, result.Pack)
		}
	})
}

func FuzzImport(f *testing.F) {
	for _, seed := range []string{"", "# A\n\n1. Stop `x`\n", "```sh\ndf -h\n", "- [ ] a\n  > b\n", "---\ntitle: x\n---\n\n$ ls\n", "\xff", "%PDF-1.4", "{\"type\":\"playbook\",\"spec_version\":\"cacao-2.0\"}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, page []byte) { tryPage(t, page) })
}
