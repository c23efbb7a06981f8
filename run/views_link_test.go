package run_test

import (
	"testing"

	"rtut/run"
)

func TestRenderedAddressIsJudgedAgain(t *testing.T) {
	p := begin(t, "schema: runbook-pack/v0.2\nid: drill\ntitle: Drill\nparams: [{ id: page, required: false }, { id: host, default: db1 }]\n"+
		"steps: [{ id: look, title: Look, links: [{ title: Page, url: '{{ page }}' }, { title: Host, url: 'https://{{ host }}/d' }, { url: 'notes/{{ host }}.md' }] }]\n")
	fresh := p.birth()
	for page, want := range map[string]run.LinkView{
		"https://x.example.org/a?b#c": {Title: "Page", URL: "https://x.example.org/a?b#c"},
		"mailto:ops@example.org":      {Title: "Page", URL: "mailto:ops@example.org"},
		"why.md":                      {Title: "Page", URL: "why.md"},
		"javascript:alert(1)":         {Title: "Page (no link: links are http, https, mailto, or the path of a file of the pack, and not javascript)"},
		" javascript:alert(1)":        {Title: "Page (no link: an address has no blanks, backslashes or invisible characters)"},
		"../../etc/passwd":            {Title: "Page (no link: the path leads out of the pack)"},
		"/etc/passwd":                 {Title: "Page (no link: a path is relative to the directory of the pack)"},
		"":                            {Title: "Page (no link: `url` is empty, for page is empty)"},
	} {
		p.rec, fresh.Params = nil, map[string]string{"page": page}
		p.does(fresh)
		p.wants(page, []run.LinkView{want, {Title: "Host", URL: "https://db1/d"}, {Title: "notes/db1.md", URL: "notes/db1.md"}}, run.NewView(p.pack, p.rec, p.now).Detail("look", "").Links)
	}
	p.rec, fresh.Params = nil, map[string]string{"host": "x y\\z"}
	p.does(fresh)
	p.wants("odd", []run.LinkView{
		{Title: "Page", URL: "{{ page }}"},
		{Title: "Host (no link: an address has no blanks, backslashes or invisible characters)"},
		{Title: "notes/x y\\z.md (no link: an address has no blanks, backslashes or invisible characters)"},
	}, run.NewView(p.pack, p.rec, p.now).Detail("look", "").Links)
}
