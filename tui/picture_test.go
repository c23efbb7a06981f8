package tui

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"rtut/pack"
	"rtut/run"
	"rtut/run/record"
)

// The cells of a picture, in pixels, and its colours: a terminal's palette on a dark background.
const (
	cellWidth, cellHeight = 9, 19
	background            = "#1d2021"
	foreground            = "#ddd6c4"
)

var palette = map[string]string{"31": "#f2594b", "32": "#a9b665", "33": "#e9b143", "34": "#80aa9e", "35": "#d3869b", "36": "#8bba7f"}

// cellLook is how a cell looks.
type cellLook struct {
	bold, dim, italic, underline, reverse bool
	colour                                string
}

// apply takes the parameters of one SGR sequence.
func (l cellLook) apply(params string) cellLook {
	for _, p := range strings.Split(params, ";") {
		switch p {
		case "", "0":
			l = cellLook{}
		case "1":
			l.bold = true
		case "2":
			l.dim = true
		case "3":
			l.italic = true
		case "4":
			l.underline = true
		case "7":
			l.reverse = true
		default:
			l.colour = palette[p]
		}
	}
	return l
}

// svg is the attributes of text in this look, and the colour behind it; "" for none.
func (l cellLook) svg() (attributes, behind string) {
	colour := foreground
	if l.colour != "" {
		colour = l.colour
	}
	if l.reverse {
		colour, behind = background, colour
	}
	attributes = `fill="` + colour + `"`
	for _, a := range []struct {
		is   bool
		text string
	}{
		{l.bold, ` font-weight="bold"`}, {l.italic, ` font-style="italic"`}, {l.underline, ` text-decoration="underline"`}, {l.dim, ` opacity="0.6"`},
	} {
		if a.is {
			attributes += a.text
		}
	}
	return attributes, behind
}

// picture draws a frame as SVG, each run of cells that look the same at its place.
func picture(lines []string, width int) string {
	var b strings.Builder
	w, h := width*cellWidth+20, len(lines)*cellHeight+20
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n", w, h, w, h)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="6" fill="%s"/>`+"\n", w, h, background)
	b.WriteString(`<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">` + "\n")
	for y, l := range lines {
		drawLine(&b, l, y)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

func drawLine(b *strings.Builder, l string, y int) {
	look, x := cellLook{}, 0
	for l != "" {
		if loc := sgr.FindStringIndex(l); loc != nil && loc[0] == 0 {
			look, l = look.apply(l[2:loc[1]-1]), l[loc[1]:]
			continue
		}
		end := len(l)
		if loc := sgr.FindStringIndex(l); loc != nil {
			end = loc[0]
		}
		drawRun(b, l[:end], look, x, y)
		x += ansi.StringWidth(l[:end])
		l = l[end:]
	}
}

func drawRun(b *strings.Builder, words string, look cellLook, x, y int) {
	attributes, behind := look.svg()
	left, top, width := 10+x*cellWidth, 10+y*cellHeight, ansi.StringWidth(words)*cellWidth
	if behind != "" {
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", left, top, width, cellHeight, behind)
	}
	shown := strings.TrimRight(words, " ")
	indent := len(shown) - len(strings.TrimLeft(shown, " "))
	if shown = shown[indent:]; shown != "" {
		// A space that may break would be drawn once where there are several, and the rest stretched over its place.
		text := strings.ReplaceAll(html.EscapeString(shown), " ", "\u00a0")
		fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" %s>%s</text>`+"\n", left+indent*cellWidth, top+14, ansi.StringWidth(shown)*cellWidth, attributes, text)
	}
}

// pictured writes a picture of the frame to docs/pictures, or compares it with the one there.
func (b *bench) pictured(name string) {
	b.t.Helper()
	path, got := filepath.Join("..", "docs", "pictures", name+".svg"), picture(b.m.frame(), b.m.width)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			b.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			b.t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != got {
		b.t.Errorf("%s is out of date (%v); make docs-update draws it", path, err)
	}
}

// failover is a run of the example pg-failover, in production.
var failover = run.New{
	Params: map[string]string{
		"primary_host": "db1.example.com", "primary_data": "/srv/db1", "primary_conf": "/etc/postgresql/db1.conf", "replica_host": "db2.example.com",
		"replica_data": "/srv/db2", "service_file": "/etc/pg_service.conf",
	},
	Context: record.Context{Project: "shop", Target: "db", Environment: pack.Production},
}

func TestDocumentPicturesAreOfRealScreens(t *testing.T) {
	data, err := os.ReadFile("../examples/pg-failover/pack.yaml")
	if err != nil {
		t.Fatal(err)
	}
	onTable(t, string(data), 120, 32, func(b *bench) {
		b.shell.holding = [][2]string{
			{"old_primary_answers=true", "old_primary_answers=false\n"},
			{"old_timeline=", "in_recovery=true\nold_timeline=3\nrewindable=true\n"},
			{"replica_lag_bytes=", "replica_lag_bytes=512 measured_against=primary measured_at=2026-11-30T00:45:00Z\n"},
		}
		b.newRun(failover)
		b.open()
		b.resize(120, 32)
		for range 3 {
			b.press("space", "space", "y", "esc")
		}
		b.pictured("gate")
		b.press("G", "k", "k", "k", "k")
		b.press("s")
		b.pictured("override")
		b.press("esc", "3")
		b.pictured("overview")
		b.press("1", "n")
		b.resize(80, 24)
		b.pictured("narrow")
	})
}
