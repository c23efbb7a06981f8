package pagetest

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Holds holds a document to all that is promised of every one. name is that of its pictures.
func Holds(t *testing.T, browser context.Context, name string, document []byte) {
	t.Run("dark", func(t *testing.T) { Open(t, browser, document, 1200, "dark").StaysApart(name, "dark") })
	t.Run("light", func(t *testing.T) { Open(t, browser, document, 1200, "light").StaysApart(name, "light") })
	t.Run("screen reader", func(t *testing.T) { Open(t, browser, document, 1200, "light").ReadsAloud() })
	t.Run("keyboard", func(t *testing.T) { Open(t, browser, document, 1200, "light").ObeysKeys() })
	t.Run("phone", func(t *testing.T) { Open(t, browser, document, 360, "light").FitsAPhone(name) })
	t.Run("paper", func(t *testing.T) { Open(t, browser, document, 1200, "dark").Prints(name) })
}

// StaysApart expects the document to be shown in a theme, to ask for nothing but itself, and to run nothing.
func (tab *Tab) StaysApart(name, theme string) {
	tab.T.Helper()
	tab.shot(name + "-" + theme)
	if !Eval[bool](tab, `document.querySelector("h1").getBoundingClientRect().height > 0`) {
		tab.T.Error("the title is not to be seen")
	}
	if dark := Eval[string](tab, `getComputedStyle(document.body).backgroundColor`) != "rgb(255, 255, 255)"; dark != (theme == "dark") {
		tab.T.Errorf("the document is dark: %t, in the theme %s", dark, theme)
	}
	if len(tab.Requests) != 1 || !strings.HasPrefix(tab.Requests[0], "file:") {
		tab.T.Errorf("asked for %q, not for the document alone", tab.Requests)
	}
	if len(tab.Dialogs) > 0 || Eval[bool](tab, `"pwned" in window`) {
		tab.T.Errorf("a text has run: dialogs %q", tab.Dialogs)
	}
	if n := Eval[int](tab, `document.scripts.length + document.images.length + document.forms.length + document.querySelectorAll("iframe,object,embed").length`); n > 0 {
		tab.T.Errorf("%d elements that no document has", n)
	}
}

func (tab *Tab) shot(name string) {
	tab.T.Helper()
	var picture []byte
	tab.Does(chromedp.FullScreenshot(&picture, 100))
	tab.keep(name+".png", picture)
}

// FitsAPhone expects nothing to reach beyond a narrow screen, except for tables, which scroll by themselves.
func (tab *Tab) FitsAPhone(name string) {
	tab.T.Helper()
	tab.shot(name + "-phone")
	tab.keepsWithin()
}

// keepsWithin expects nothing to reach beyond the right edge, and names what does.
func (tab *Tab) keepsWithin() {
	tab.T.Helper()
	if Eval[int](tab, `document.documentElement.scrollWidth - document.documentElement.clientWidth`) <= 0 {
		return
	}
	wide := Eval[[]string](tab, `[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth
		&& !e.closest(".scroll *")).map(e => e.localName + "." + e.getAttribute("class") + " " + e.textContent.slice(0, 30))`)
	tab.T.Errorf("reaches beyond the right edge: %q", wide)
}

// Prints expects pages of A4, nothing on them wider than the paper, and light ones whatever the theme.
func (tab *Tab) Prints(name string) {
	tab.T.Helper()
	var pdf []byte
	tab.Does(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
		return err
	}))
	if tab.keep(name+".pdf", pdf); !strings.HasPrefix(string(pdf), "%PDF-") {
		tab.T.Error("that is no PDF")
	}
	const between = 180 // millimetres between the margins of A4
	tab.Does(emulation.SetEmulatedMedia().WithMedia("print"), emulation.SetDeviceMetricsOverride(int64(math.Round(between*96/25.4)), 900, 1, false))
	tab.keepsWithin()
	if got := Eval[string](tab, `getComputedStyle(document.body).backgroundColor`); got != "rgb(255, 255, 255)" {
		tab.T.Errorf("the paper is %s", got)
	}
	cut := Eval[[]string](tab, `[...document.querySelectorAll(".scroll")].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.getAttribute("aria-labelledby"))`)
	if len(cut) > 0 {
		tab.T.Errorf("wider than the paper: the tables of %q", cut)
	}
}

// ObeysKeys expects the document to be used without a mouse: the way to the content comes first and leads there, and each stop
// is to be seen.
func (tab *Tab) ObeysKeys() {
	tab.T.Helper()
	tab.Does(chromedp.KeyEvent(kb.Tab))
	if got := Eval[string](tab, `document.activeElement.className`); got != "skip" {
		tab.T.Errorf("the first stop of Tab is %q", got)
	}
	const seen = `(r => r.left >= 0 && r.width > 0)(document.activeElement.getBoundingClientRect()) && getComputedStyle(document.activeElement).outlineStyle != "none"`
	if !Eval[bool](tab, seen) {
		tab.T.Error("the first stop is not to be seen")
	}
	tab.Does(chromedp.KeyEvent(kb.Enter))
	if got := Eval[string](tab, `document.activeElement.localName`); got != "main" {
		tab.T.Errorf("it leads to %q", got)
	}
	stops := Eval[int](tab, `document.querySelectorAll("main a[href], main [tabindex='0'], main summary").length`)
	for range min(stops, 20) {
		tab.Does(chromedp.KeyEvent(kb.Tab))
		if !Eval[bool](tab, seen) {
			tab.T.Errorf("a stop is not to be seen: %s", Eval[string](tab, `document.activeElement.outerHTML.slice(0, 80)`))
		}
	}
}
