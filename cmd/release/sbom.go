package main

import (
	"debug/buildinfo"
	"encoding/json"
	"runtime/debug"
	"strings"
)

// bom is a bill of materials in the form of CycloneDX 1.5. It has no number of its own and no time but that of the commit: two of one
// program are the same.
type bom struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp,omitempty"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	URL        string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// sbom lists the modules of a program, and the version of Go whose library it holds.
func sbom(info *buildinfo.BuildInfo) ([]byte, error) {
	doc := bom{
		Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata: metadata{Timestamp: setting(info, "vcs.time"), Component: componentOf("application", &info.Main)},
		Components: []component{{
			Type: "library", Name: "std", Version: strings.TrimPrefix(info.GoVersion, "go"),
			Ref: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"), URL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"),
		}},
	}
	for _, key := range []string{"GOOS", "GOARCH", "vcs.revision"} {
		doc.Metadata.Component.Properties = append(doc.Metadata.Component.Properties, property{"build:" + key, setting(info, key)})
	}
	for _, m := range modules(info) {
		doc.Components = append(doc.Components, componentOf("library", m))
	}
	text, err := json.MarshalIndent(doc, "", "  ")
	return append(text, '\n'), err
}

func componentOf(kind string, m *debug.Module) component {
	url := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Type: kind, Ref: url, Name: m.Path, Version: m.Version, URL: url}
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}} // as in go.sum
	}
	return c
}

// modules are those that the program was built from, in the order of their paths; replaced ones as what stood in for them.
func modules(info *buildinfo.BuildInfo) []*debug.Module {
	all := make([]*debug.Module, len(info.Deps))
	for i, m := range info.Deps {
		all[i] = m
		if m.Replace != nil {
			all[i] = m.Replace
		}
	}
	return all
}

func setting(info *buildinfo.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
