package report

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rtut/run/report/page/pagetest"
)

// pages are those that are looked at: the samples, and one full of hostile text.
func pages(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{"hostile": htmlOf(t, everywhere(t, strings.Join(hostileTexts, ""), "javascript:window.pwned=11"))}
	for name, sample := range samples {
		all[name] = htmlOf(t, sample(t).report())
	}
	p := night(t)
	all["packless"] = htmlOf(t, Of(nil, p.rec, p.now))
	return all
}

// TestBrowser looks at the pages in a real browser. Two of them have all that the others have, and are held to everything.
func TestBrowser(t *testing.T) {
	browser := pagetest.Browser(t)
	for name, document := range pages(t) {
		t.Run(name, func(t *testing.T) {
			if name == "night" || name == "hostile" {
				pagetest.Holds(t, browser, "report-"+name, document)
				return
			}
			tab := pagetest.Open(t, browser, document, 1200, "light")
			tab.StaysApart("report-"+name, "light")
			tab.ReadsAloud()
			tab.Prints("report-" + name)
		})
	}
	t.Run("unfolds", func(t *testing.T) { unfolds(pagetest.Open(t, browser, htmlOf(t, night(t).report()), 1200, "light")) })
}

// unfolds wants what is folded to be unfolded by keys, and one way around the page.
func unfolds(tab *pagetest.Tab) {
	tab.T.Helper()
	for range 200 {
		tab.Does(chromedp.KeyEvent(kb.Tab))
		if pagetest.Eval[string](tab, `document.activeElement.localName`) == "summary" {
			break
		}
	}
	tab.Does(chromedp.KeyEvent(kb.Enter))
	if !pagetest.Eval[bool](tab, `document.activeElement.localName == "summary" && document.activeElement.parentElement.open`) {
		tab.T.Error("Enter does not unfold what is folded")
	}
	ways := 0
	for _, n := range tab.Tree() {
		if n.Role.String() == "navigation" {
			ways++
		}
	}
	if ways != 1 {
		tab.T.Errorf("%d navigations, not one", ways)
	}
}
