package main

import (
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"
)

// versionOptions are what `version` needs.
type versionOptions struct{ app *app }

func newVersionCmd(a *app) *cobra.Command {
	o := &versionOptions{app: a}
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  rtut version --json",
		Args:    between(0, 0),
		RunE:    func(*cobra.Command, []string) error { return showVersion(o) },
	}
}

// versionDocument answers `version`.
type versionDocument struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"` // "" if it is not known; with + if there were changes
	Date     string `json:"date"`   // of the commit, "" if it is not known
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func showVersion(o *versionOptions) error {
	doc := thisVersion()
	if o.app.json {
		return o.app.document(doc)
	}
	var out text
	commit := ""
	if doc.Commit != "" {
		commit = " (" + doc.Commit + ")"
	}
	out.linef("rtut %s%s %s %s", doc.Version, commit, doc.Go, doc.Platform)
	return o.app.print(&out)
}

func thisVersion() versionDocument {
	doc := versionDocument{
		Version: "(devel)", Commit: buildSetting("vcs.revision"), Date: buildSetting("vcs.time"), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		doc.Version = info.Main.Version
	}
	if doc.Commit != "" && buildSetting("vcs.modified") == "true" {
		doc.Commit += "+"
	}
	return doc
}

// buildSetting is what this program was built with, such as vcs.time; "" where that is not known.
func buildSetting(key string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	at := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == key })
	if at < 0 {
		return ""
	}
	return info.Settings[at].Value
}
