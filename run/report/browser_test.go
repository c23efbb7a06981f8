package report

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// shotsVariable names a directory for pictures of the pages, for people to look at; without it they go to a scratch directory.
const shotsVariable = "RTUT_SHOTS"

// tab is a page that is open in a real browser.
type tab struct {
	t        *testing.T
	ctx      context.Context
	requests []string // addresses that were asked for, the page's own among them
	dialogs  []string
	shots    string
}

// browser starts the browser that the subtests share. It skips where there is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: Debian's package chromium has it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir()),
		chromedp.WSURLReadTimeout(2*time.Minute)) // it is slow to start where there is much else to do
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, quit := chromedp.NewContext(allocator)
	t.Cleanup(quit)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	return ctx
}

// open opens a page in a tab of its own, as wide as wanted and with a theme, light or dark.
func open(t *testing.T, browser context.Context, document []byte, width int64, theme string) *tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, document, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, shut := chromedp.NewContext(browser)
	t.Cleanup(shut)
	o := &tab{t: t, ctx: ctx, shots: shotsDir(t)}
	chromedp.ListenTarget(ctx, o.note)
	o.does(
		network.Enable(), page.Enable(),
		emulation.SetDeviceMetricsOverride(width, 900, 1, width < 600),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}),
		chromedp.Navigate((&url.URL{Scheme: "file", Path: path}).String()),
	)
	return o
}

// under lets a subtest have the tab.
func (o *tab) under(t *testing.T) *tab {
	o.t = t
	return o
}

func shotsDir(t *testing.T) string {
	if dir := os.Getenv(shotsVariable); dir != "" {
		return dir
	}
	return t.TempDir()
}

// note keeps what the page asked for and whom it spoke to.
func (o *tab) note(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		o.requests = append(o.requests, e.Request.URL)
	case *page.EventJavascriptDialogOpening:
		o.dialogs = append(o.dialogs, e.Message)
	}
}

func (o *tab) does(actions ...chromedp.Action) {
	o.t.Helper()
	if err := chromedp.Run(o.ctx, actions...); err != nil {
		o.t.Fatal(err)
	}
}

// eval returns what an expression of the browser's language is.
func eval[T any](o *tab, expression string) T {
	o.t.Helper()
	var value T
	o.does(chromedp.Evaluate(expression, &value))
	return value
}

// shot takes a picture of the whole page.
func (o *tab) shot(name string) {
	o.t.Helper()
	var picture []byte
	o.does(chromedp.FullScreenshot(&picture, 100))
	if err := os.WriteFile(filepath.Join(o.shots, name+".png"), picture, 0o666); err != nil {
		o.t.Fatal(err)
	}
}

// spoken is something that a screen reader is told of. The module's own type refuses what newer browsers say besides.
type spoken struct {
	Ignored    bool       `json:"ignored"`
	Role       worded     `json:"role"`
	Name       worded     `json:"name"`
	Properties []property `json:"properties"`
}

type worded struct {
	Value any `json:"value"`
}

type property struct {
	Name  string `json:"name"`
	Value worded `json:"value"`
}

func (w worded) String() string {
	if w.Value == nil {
		return ""
	}
	return fmt.Sprint(w.Value)
}

// tree is what a screen reader is told of the page.
func (o *tab) tree() []spoken {
	o.t.Helper()
	var answer struct {
		Nodes []spoken `json:"nodes"`
	}
	o.does(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, accessibility.CommandGetFullAXTree, nil, &answer)
	}))
	return slices.DeleteFunc(answer.Nodes, func(n spoken) bool { return n.Ignored })
}

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

func TestBrowser(t *testing.T) {
	b := browser(t)
	for name, document := range pages(t) {
		t.Run(name, func(t *testing.T) {
			light := open(t, b, document, 1200, "light")
			t.Run("light", func(t *testing.T) { looksAndStaysApart(light.under(t), name+"-light") })
			t.Run("screen reader", func(t *testing.T) { readsAloud(light.under(t)) })
			t.Run("paper", func(t *testing.T) { prints(light.under(t), name) })
			if name != "night" && name != "hostile" {
				return // those two have all that the others have
			}
			t.Run("dark", func(t *testing.T) { looksAndStaysApart(open(t, b, document, 1200, "dark"), name+"-dark") })
			t.Run("phone", func(t *testing.T) { fitsAPhone(open(t, b, document, 360, "light"), name+"-phone") })
		})
	}
	t.Run("keyboard", func(t *testing.T) { obeysKeys(open(t, b, htmlOf(t, night(t).report()), 1200, "light")) })
}

// looksAndStaysApart wants the page to be shown, to ask for nothing but itself, and to run nothing.
func looksAndStaysApart(o *tab, name string) {
	o.t.Helper()
	o.shot(name)
	if got := eval[bool](o, `document.querySelector("h1").getBoundingClientRect().height > 0`); !got {
		o.t.Error("the title is not to be seen")
	}
	dark := eval[string](o, `getComputedStyle(document.body).backgroundColor`) != "rgb(255, 255, 255)"
	if wanted := strings.HasSuffix(name, "dark"); dark != wanted {
		o.t.Errorf("the page is dark: %t, wanted %t", dark, wanted)
	}
	if len(o.requests) != 1 || !strings.HasPrefix(o.requests[0], "file:") {
		o.t.Errorf("asked for %q, not for the page alone", o.requests)
	}
	if len(o.dialogs) > 0 || eval[bool](o, `"pwned" in window`) {
		o.t.Errorf("a text has run: dialogs %q", o.dialogs)
	}
	if n := eval[int](o, `document.scripts.length + document.images.length + document.forms.length + document.querySelectorAll("iframe,object,embed").length`); n > 0 {
		o.t.Errorf("%d elements that a report has not", n)
	}
}

// fitsAPhone wants nothing to reach beyond the page sideways, but for tables, which scroll by themselves.
func fitsAPhone(o *tab, name string) {
	o.t.Helper()
	o.shot(name)
	o.keepsWithin()
	if small := eval[[]string](o, `[...document.querySelectorAll("summary, nav a")].filter(e => e.offsetParent && e.getBoundingClientRect().height < 20).map(e => e.innerText)`); len(small) > 0 {
		o.t.Errorf("too small for a finger: %q", small)
	}
}

// keepsWithin wants nothing to reach beyond the right edge, and names what does.
func (o *tab) keepsWithin() {
	o.t.Helper()
	if beyond := eval[int](o, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); beyond <= 0 {
		return
	}
	wide := eval[[]string](o, `[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth
		&& !e.closest(".scroll *")).map(e => e.localName + "." + e.getAttribute("class") + " " + e.textContent.slice(0, 30))`)
	o.t.Errorf("reaches beyond the right edge: %q", wide)
}

// prints wants A4 pages, none of them wider than the paper.
func prints(o *tab, name string) {
	o.t.Helper()
	var pdf []byte
	o.does(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).WithPrintBackground(true).Do(ctx)
		return err
	}))
	if err := os.WriteFile(filepath.Join(o.shots, name+".pdf"), pdf, 0o666); err != nil {
		o.t.Fatal(err)
	}
	if !strings.HasPrefix(string(pdf), "%PDF-") {
		o.t.Error("that is no PDF")
	}
	const a4 = 180 // millimetres between the margins
	o.does(emulation.SetEmulatedMedia().WithMedia("print"), emulation.SetDeviceMetricsOverride(int64(math.Round(a4*96/25.4)), 900, 1, false))
	o.keepsWithin()
}

// readsAloud wants landmarks, headings in order, and a name for all that a screen reader announces by its name.
func readsAloud(o *tab) {
	o.t.Helper()
	landmarks, level := map[string]int{}, 0
	for _, n := range o.tree() {
		role, name := n.Role.String(), n.Name.String()
		switch role {
		case "banner", "navigation", "main", "contentinfo":
			landmarks[role]++
		case "heading":
			now := headingLevel(n)
			if level == 0 && now != 1 || now > level+1 {
				o.t.Errorf("heading %q is of level %d, behind one of level %d", name, now, level)
			}
			level = now
		}
		if slices.Contains([]string{"heading", "link", "image", "img", "region", "navigation", "DisclosureTriangle", "columnheader", "rowheader"}, role) && strings.TrimSpace(name) == "" {
			o.t.Errorf("a %s has no name", role)
		}
	}
	for _, role := range []string{"banner", "navigation", "main", "contentinfo"} {
		if landmarks[role] != 1 {
			o.t.Errorf("%d landmarks %s, not one", landmarks[role], role)
		}
	}
	if n := eval[int](o, `[...document.querySelectorAll("th")].filter(th => !th.scope).length`); n > 0 {
		o.t.Errorf("%d heads of tables do not say of what", n)
	}
}

func headingLevel(n spoken) int {
	level := 0
	for _, p := range n.Properties {
		if p.Name == "level" {
			_, _ = fmt.Sscan(p.Value.String(), &level)
		}
	}
	return level
}

// obeysKeys wants the page to be used without a mouse: the way past the navigation comes first, what has the focus is seen, and what
// is folded unfolds.
func obeysKeys(o *tab) {
	o.t.Helper()
	o.does(chromedp.KeyEvent(kb.Tab))
	if got := eval[string](o, `document.activeElement.className`); got != "skip" {
		o.t.Errorf("the first stop of Tab is %q", got)
	}
	if !eval[bool](o, `document.activeElement.getBoundingClientRect().left >= 0 && getComputedStyle(document.activeElement).outlineStyle != "none"`) {
		o.t.Error("it is not to be seen")
	}
	o.does(chromedp.KeyEvent(kb.Enter))
	if got := eval[string](o, `document.activeElement.localName`); got != "main" {
		o.t.Errorf("it leads to %q", got)
	}
	for range 200 {
		o.does(chromedp.KeyEvent(kb.Tab))
		if eval[string](o, `document.activeElement.localName`) == "summary" {
			break
		}
	}
	o.does(chromedp.KeyEvent(kb.Enter))
	if !eval[bool](o, `document.activeElement.localName == "summary" && document.activeElement.parentElement.open`) {
		o.t.Error("Enter does not unfold what is folded")
	}
}
