package scores

import (
	"strings"
	"testing"

	"rtut/run/report/page/pagetest"
)

// TestBrowser looks at the pages in a real browser, one of them full of hostile text.
func TestBrowser(t *testing.T) {
	browser := pagetest.Browser(t)
	pages := map[string]string{"hostile": everywhere(t, `</script><script>window.pwned=1;alert(1)</script><img src=x onerror=window.pwned=2>" onmouseover="window.pwned=3"</svg></table><meta http-equiv=refresh content=0;url=//x.example>`)}
	for _, name := range []string{"house", "failover"} {
		pages[name] = written(t, samples[name])
	}
	for name, document := range pages {
		t.Run(name, func(t *testing.T) { pagetest.Holds(t, browser, "score-"+name, []byte(document)) })
	}
}

// TestAScreenReaderIsToldTheFigures: the charts are hidden from it, and what they show is told all the same.
func TestAScreenReaderIsToldTheFigures(t *testing.T) {
	tab := pagetest.Open(t, pagetest.Browser(t), []byte(written(t, failover())), 1200, "light")
	var told strings.Builder
	for _, n := range tab.Tree() {
		if role := n.Role.String(); role == "cell" || role == "gridcell" || role == "rowheader" || role == "StaticText" {
			told.WriteString(n.Name.String() + "\n")
		}
		if role := n.Role.String(); strings.HasPrefix(role, "Svg") || role == "graphics-document" {
			t.Errorf("a chart is told as %s %q", role, n.Name)
		}
	}
	for _, figure := range []string{"84%", "69% to 92%", "37", "9m", "21m", "12 of 38, 32%", "proven"} {
		if !strings.Contains(told.String(), figure) {
			t.Errorf("%s is not told", figure)
		}
	}
}
