// Package pagetest holds any HTML document of rtut, in a real browser, to what is promised of all of them: it can be read
// in both themes, by a screen reader, by keyboard, on a telephone and on paper, and it loads and runs nothing.
package pagetest

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// program is the browser, Debian's package of the same name.
const program = "chromium"

// Browser starts a browser that the tabs of a test share. It skips where there is none, and under the race detector,
// which has nothing to find in a document.
func Browser(t *testing.T) context.Context {
	t.Helper()
	if underRace {
		t.Skip("nothing of rtut is concurrent here")
	}
	path := where(program)
	if path == "" {
		t.Skip(program + " is not installed: Debian's package of that name has it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(profile(t)),
		chromedp.WSURLReadTimeout(2*time.Minute)) // it is slow to start where there is much else to do
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, quit := chromedp.NewContext(allocator)
	t.Cleanup(quit)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("%s does not start: %v", program, err)
	}
	return ctx
}

// profile makes a directory for what the browser keeps. Its processes may still write there for a moment when it is told to end.
func profile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "browser-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 100 {
			if err = os.RemoveAll(dir); err == nil {
				return
			}
			<-time.After(50 * time.Millisecond)
		}
		t.Errorf("what the browser kept can't be removed: %v", err)
	})
	return dir
}

// where is the path of a program, "" if it is not installed.
func where(name string) string {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}

// Tab is a document that is open in a browser.
type Tab struct {
	T        *testing.T
	Ctx      context.Context
	Requests []string // addresses that were asked for, the document's own among them
	Dialogs  []string // what scripts have said
	shots    string
}

// Shots names a variable that names a directory for pictures, for people to look at. Without it they go to a scratch one.
const Shots = "RTUT_SHOTS"

// Open opens a document in a tab of its own, as wide as wanted, in CSS pixels, and with a theme, light or dark.
func Open(t *testing.T, browser context.Context, document []byte, width int64, theme string) *Tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "document.html")
	if err := os.WriteFile(path, document, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, shut := chromedp.NewContext(browser)
	t.Cleanup(shut)
	tab := &Tab{T: t, Ctx: ctx, shots: os.Getenv(Shots)}
	if tab.shots == "" {
		tab.shots = t.TempDir()
	}
	chromedp.ListenTarget(ctx, tab.note)
	tab.Does(
		network.Enable(), page.Enable(),
		emulation.SetDeviceMetricsOverride(width, 900, 1, width < 600),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}),
		chromedp.Navigate((&url.URL{Scheme: "file", Path: path}).String()),
	)
	return tab
}

// note keeps what the document asked for and what it said.
func (tab *Tab) note(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		tab.Requests = append(tab.Requests, e.Request.URL)
	case *page.EventJavascriptDialogOpening:
		tab.Dialogs = append(tab.Dialogs, e.Message)
	}
}

// Does carries out actions that must succeed.
func (tab *Tab) Does(actions ...chromedp.Action) {
	tab.T.Helper()
	if err := chromedp.Run(tab.Ctx, actions...); err != nil {
		tab.T.Fatal(err)
	}
}

// Eval returns what an expression of the browser's language is.
func Eval[V any](tab *Tab, expression string) V {
	tab.T.Helper()
	var value V
	tab.Does(chromedp.Evaluate(expression, &value))
	return value
}

// keep writes what was made for people to look at.
func (tab *Tab) keep(name string, data []byte) {
	tab.T.Helper()
	if err := os.WriteFile(filepath.Join(tab.shots, name), data, 0o666); err != nil {
		tab.T.Fatal(err)
	}
}
