package procedure

import (
	"embed"
	"html/template"
	"io"
	"sync"

	"rtut/run/report/page"
)

//go:embed procedure.html procedure.css
var files embed.FS

// sheet is made when a page is first wanted.
var sheet = sync.OnceValue(func() *page.Page {
	text := func(name string) string {
		data, _ := files.ReadFile(name) // what is embedded is there
		return string(data)
	}
	return page.New(template.FuncMap{"target": target, "made": made}, text("procedure.html"), text("procedure.css"))
})

// HTML writes a page as one file that loads and runs nothing.
func HTML(w io.Writer, d Document) error { return sheet().Render(w, d.Title, d) }
