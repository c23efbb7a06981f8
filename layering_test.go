package rtut_test

import (
	"errors"
	"go/build"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// room is what the code of one directory may import besides the standard library, and what it may not import from that.
// A module of others is meant with all its packages, a room of ours without the rooms in it unless it ends in "/...". A
// room that is missing here may not exist.
type room struct {
	may    []string
	mayNot []string
}

var (
	outside = []string{"os", "os/exec", "os/signal", "os/user", "io/ioutil", "net", "net/http", "syscall", "plugin"}
	noFiles = append([]string{"io/fs", "embed", "path/filepath"}, outside...)
	noNet   = []string{"os/exec", "os/signal", "os/user", "net", "net/http", "syscall", "plugin"}
	noStart = []string{"os/exec", "plugin"}
)

// rooms holds every directory of Go code. Arrows in docs/architecture.md point the same way: flow, pack, run, tui, cmd.
var rooms = map[string]room{
	"flow":       {mayNot: noFiles},
	"flow/boxes": {may: []string{"rtut/flow", "github.com/mattn/go-runewidth"}, mayNot: noFiles},
	"pack": {
		may:    []string{"rtut/flow", "rtut/pack/command", "rtut/pack/effect", "rtut/pack/extract", "rtut/pack/value", "gopkg.in/yaml.v3", "mvdan.cc/sh/v3", "github.com/expr-lang/expr", "github.com/mattn/go-runewidth"},
		mayNot: append([]string{"os"}, noNet...),
	},
	"pack/command":    {may: []string{"mvdan.cc/sh/v3", "rtut/pack/value"}, mayNot: noFiles},
	"pack/commonmark": {may: []string{"github.com/yuin/goldmark"}, mayNot: noFiles},
	"pack/extract":    {may: []string{"github.com/theory/jsonpath"}, mayNot: noFiles},
	"pack/value":      {may: []string{"github.com/expr-lang/expr"}, mayNot: noFiles},
	"pack/draft":      {may: []string{"rtut/pack", "rtut/pack/command", "rtut/pack/value", "rtut/pack/write"}, mayNot: noFiles},
	"pack/effect":     {may: []string{"rtut/pack/table", "mvdan.cc/sh/v3"}, mayNot: outside},
	"pack/gitignore":  {mayNot: noFiles},
	"pack/inside":     {mayNot: noStart},
	"pack/revision":   {may: []string{"rtut/pack", "rtut/pack/command", "rtut/pack/gitignore", "rtut/pack/inside"}, mayNot: noStart},
	"pack/table":      {mayNot: outside},
	"pack/write":      {may: []string{"rtut/pack"}, mayNot: noFiles},
	"pack/importer": {
		may:    []string{"rtut/pack", "rtut/pack/command", "rtut/pack/value", "rtut/pack/effect", "rtut/pack/table", "rtut/pack/write", "rtut/pack/commonmark", "github.com/yuin/goldmark", "mvdan.cc/sh/v3"},
		mayNot: outside,
	},
	"pack/schema": {may: []string{"rtut/pack", "github.com/invopop/jsonschema"}, mayNot: outside},
	"run":         {may: []string{"rtut/run/record", "rtut/flow", "rtut/pack", "rtut/pack/command", "rtut/pack/extract", "rtut/pack/value", "rtut/run/secret"}, mayNot: noFiles},
	"run/record":  {may: []string{"rtut/pack", "rtut/pack/value"}, mayNot: noFiles},
	"run/secret":  {may: []string{"github.com/charmbracelet/x/ansi"}, mayNot: noFiles},
	"run/secret/rulegen": {
		may: []string{"github.com/pelletier/go-toml/v2"}, mayNot: noNet, // a generator, no part of rtut
	},
	"run/secret/canary":   {mayNot: noFiles},
	"run/plain":           {mayNot: noFiles},
	"run/store":           {may: []string{"rtut/pack", "rtut/pack/draft", "rtut/pack/inside", "rtut/run", "rtut/run/record", "golang.org/x/sys"}, mayNot: noStart},
	"run/store/storetest": {may: []string{"rtut/pack", "rtut/run", "rtut/run/record", "rtut/run/store", "github.com/google/go-cmp"}, mayNot: noStart},
	"run/shell":           {may: []string{"rtut/pack", "rtut/run", "rtut/run/plain", "rtut/run/secret", "mvdan.cc/sh/v3", "github.com/creack/pty", "golang.org/x/sys", "github.com/charmbracelet/x/term"}},
	"run/score":           {may: []string{"rtut/flow", "rtut/pack", "rtut/run", "rtut/run/record", "rtut/run/store"}, mayNot: noStart},
	"run/report":          {may: []string{"rtut/flow", "rtut/pack", "rtut/pack/value", "rtut/run", "rtut/run/record", "rtut/run/plain", "rtut/run/report/page"}, mayNot: noStart},
	"run/report/page":     {may: []string{"rtut/run/plain"}, mayNot: outside},
	"run/report/page/pagetest": {
		may: []string{"github.com/chromedp"}, mayNot: noStart, // the module starts the browser
	},
	"run/report/scores":   {may: []string{"rtut/run", "rtut/run/record", "rtut/run/score", "rtut/run/report/page"}, mayNot: outside},
	"run/report/markdown": {may: []string{"rtut/run", "rtut/run/record", "rtut/run/plain", "rtut/run/report"}, mayNot: noFiles},
	"run/report/procedure": {
		may: []string{
			"rtut/pack", "rtut/pack/commonmark", "rtut/pack/value", "rtut/run", "rtut/run/record", "rtut/run/plain", "rtut/run/report/markdown", "rtut/run/report/page", "github.com/yuin/goldmark",
		},
		mayNot: outside,
	},
	"run/report/reporttest": {
		may: []string{"rtut/pack", "rtut/run/record", "rtut/run/report", "rtut/run/schematest", "github.com/santhosh-tekuri/jsonschema/v6"}, mayNot: noStart,
	},
	"run/recordtest":  {mayNot: noFiles},
	"run/operate":     {may: []string{"rtut/pack", "rtut/run", "rtut/run/record"}, mayNot: noFiles},
	"run/schematest":  {may: []string{"github.com/santhosh-tekuri/jsonschema/v6"}, mayNot: noStart},
	"run/interchange": {may: []string{"rtut/pack", "rtut/pack/value", "rtut/run", "rtut/run/record"}, mayNot: noFiles},
	"run/interchange/interchangetest": {
		may: []string{"rtut/pack", "rtut/run", "rtut/run/record", "rtut/run/interchange", "rtut/run/schematest", "github.com/santhosh-tekuri/jsonschema/v6"}, mayNot: noStart,
	},
	"tui": {
		may: []string{
			"rtut/flow", "rtut/pack", "rtut/pack/commonmark", "rtut/pack/value", "rtut/run", "rtut/run/...", "charm.land", "github.com/charmbracelet/x",
			"github.com/mattn/go-runewidth", "github.com/yuin/goldmark",
		},
		mayNot: noStart,
	},
	"cmd/release":             {mayNot: noNet},                                             // makes documents of a release, no part of rtut
	"cmd/bench":               {may: []string{"rtut/run/record", "github.com/creack/pty"}}, // measures, no part of rtut
	"cmd/bench/floor/decode":  {may: []string{"rtut/run/record"}, mayNot: noStart},
	"cmd/bench/floor/durable": {},
	"cmd/bench/floor/hello":   {may: []string{"github.com/spf13/cobra"}, mayNot: noStart},
	"cmd/bench/floor/nodes":   {may: []string{"gopkg.in/yaml.v3"}, mayNot: noStart},
	"cmd/bench/floor/peak":    {},
	"cmd/rtut": {
		may: []string{
			"rtut/flow", "rtut/flow/boxes", "rtut/pack", "rtut/pack/...", "rtut/run", "rtut/run/...", "rtut/tui",
			"github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/charmbracelet/x", "github.com/mattn/go-runewidth", "golang.org/x/sync", "golang.org/x/sys", "golang.org/x/term",
		},
		mayNot: noStart,
	},
}

func TestRoomsImportOnlyWhatTheyMay(t *testing.T) {
	for dir, imports := range goDirectories(t) {
		for _, fault := range faults(dir, imports) {
			t.Error(fault)
		}
	}
}

func TestLayeringRefuses(t *testing.T) {
	for _, c := range []struct{ dir, imported string }{
		{"attic", "strings"},
		{"flow", "rtut/pack"},
		{"flow", "gopkg.in/yaml.v3"},
		{"pack", "rtut/run"},
		{"pack", "os/exec"},
		{"pack", "rtut/pack/schema"},
		{"pack/value", "rtut/pack"},
		{"pack/value", "rtut/pack/command"},
		{"pack/command", "rtut/pack"},
		{"pack/value", "io/fs"},
		{"pack/draft", "os"},
		{"pack/draft", "rtut/run"},
		{"run", "rtut/run/store"},
		{"run", "rtut/run/shell"},
		{"run", "io/fs"},
		{"run/store", "os/exec"},
		{"run/store", "rtut/run/shell"},
		{"run/secret", "rtut/run"},
		{"run/interchange", "os"},
		{"run/operate", "rtut/run/store"},
		{"run/operate", "os"},
		{"run/report", "charm.land/lipgloss/v2"},
		{"tui", "github.com/spf13/cobra"},
		{"cmd/rtut", "os/exec"},
	} {
		if got := faults(c.dir, []string{c.imported}); len(got) == 0 {
			t.Errorf("%s may import %s", c.dir, c.imported)
		}
	}
}

// faults says what is wrong with the imports of the code in dir.
func faults(dir string, imports []string) []string {
	r, listed := rooms[dir]
	if !listed {
		return []string{dir + " is no room of this house: list it in rooms, and say what it may import"}
	}
	var faults []string
	for _, path := range imports {
		if ours, standard := isOurs(path), isStandard(path); slices.Contains(r.mayNot, path) || (ours || !standard) && !within(r.may, path) {
			faults = append(faults, dir+" may not import "+path)
		}
	}
	return faults
}

func isOurs(path string) bool { return path == "rtut" || strings.HasPrefix(path, "rtut/") }

// isStandard goes by the first part of the path, which has a dot in every module that can be fetched.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func within(roots []string, path string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		below, all := strings.CutSuffix(root, "/...")
		return path == root || (all || !isOurs(root)) && strings.HasPrefix(path, below+"/")
	})
}

// goDirectories returns the imports of every directory that has Go code besides tests, with slashes and from the root.
func goDirectories(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if base := d.Name(); path != "." && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
			return fs.SkipDir
		}
		pkg, err := build.ImportDir(path, 0)
		if none := new(build.NoGoError); errors.As(err, &none) {
			return nil
		}
		if err == nil && len(pkg.GoFiles)+len(pkg.CgoFiles) > 0 {
			found[filepath.ToSlash(path)] = pkg.Imports
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatal("no Go code here")
	}
	return found
}
