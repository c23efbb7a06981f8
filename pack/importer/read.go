package importer

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// MaxPage bounds a page, in bytes.
const MaxPage = 1 << 20

// read makes text of the bytes of a page: UTF-8 without a byte order mark, with line breaks of one kind.
func read(name string, page []byte) (string, *Refusal) {
	switch {
	case len(page) > MaxPage:
		return "", refuse("page_too_large", "%s has %d bytes. at most 1 MiB were expected", name, len(page))
	case bytes.HasPrefix(page, []byte("%PDF-")):
		return "", refuse("bad_encoding", "%s is a PDF. Markdown in UTF-8 was expected", name)
	}
	page = bytes.TrimPrefix(page, []byte("\ufeff"))
	for i := 0; i < len(page); {
		r, size := utf8.DecodeRune(page[i:])
		if r == utf8.RuneError && size == 1 || r == 0 {
			line := 1 + bytes.Count(page[:i], []byte("\n"))
			return "", refuse("bad_encoding", "%s is not UTF-8 text: the byte 0x%02X stands at offset %d, in line %d", name, page[i], i, line)
		}
		i += size
	}
	text := strings.ReplaceAll(string(page), "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n"), nil
}

// frontMatter takes off what stands between `---` in the first line and the next one. The lines of the page keep their numbers.
func (p *page) frontMatter() {
	if strings.TrimRight(p.lines[0], " \t") != "---" {
		return
	}
	for i := 1; i < len(p.lines); i++ {
		if line := strings.TrimRight(p.lines[i], " \t"); line != "---" && line != "..." {
			continue
		}
		p.front = append(p.front, p.lines[1:i]...)
		for j := 0; j <= i; j++ {
			p.lines[j] = ""
		}
		return
	}
}

// frontTitle is the title that the front matter has, "" for none.
func (p *page) frontTitle() string {
	for _, line := range p.front {
		if title, has := strings.CutPrefix(line, "title:"); has {
			return strings.Trim(strings.TrimSpace(title), `"'`)
		}
	}
	return ""
}
