package value

import (
	"regexp"
	"sync"
)

// CompileLater puts off compiling a pattern of ours until it is first used, for every command pays for what is compiled while
// the program loads.
func CompileLater(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
