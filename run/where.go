package run

import (
	"cmp"
	"path"
	"strings"

	"rtut/pack"
	"rtut/run/record"
)

// Where says where a command of a run is run, as a person reads it: here, in the directory that the pack names or else in its own, or on
// a host, in the directory that a login has there.
func (s *Session) Where(rec *record.Record, host string) string {
	return placeOf(s.Pack, rec, s.Dir, host)
}

// placeOf is Where for a pack in dir; "" is the directory that the record names.
func placeOf(p *pack.Pack, rec *record.Record, dir, host string) string {
	if host != "" {
		return "on " + host + ", in the login directory"
	}
	if dir = cmp.Or(p.Dir, dir, path.Dir(rec.PackPath)); dir != "." {
		return "here, in " + dir
	}
	return "here, in the repo's root"
}

// placed is a command with where it runs: on one line, or where it has several below that.
func placed(place, script string) string {
	if strings.Contains(strings.TrimRight(script, "\n"), "\n") {
		return place + ":\n" + script
	}
	return place + ": " + script
}
