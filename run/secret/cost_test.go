package secret

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// most is how many characters of output a run record holds at most.
const most = 20_000

func filled(text string) string {
	return strings.Repeat(text, most/len(text)+1)[:most]
}

// hostile are texts of the most characters a record holds, made to cost time.
func hostile() map[string]string {
	var keywords strings.Builder
	for _, r := range published() {
		keywords.WriteString(strings.Join(r.keywords, " ") + " = \n")
	}
	return map[string]string{
		"prose":       filled(prose),
		"keywords":    filled(keywords.String()),
		"one line":    filled(strings.ReplaceAll(keywords.String(), "\n", " ")),
		"base64":      filled(encode(prose)),
		"base64 body": filled(broken(filled(encode(prose)), 64)),
		"escapes":     filled(`\u0061%61\n`),
		"short lines": filled("a\n"),
		"names":       filled("token: "),
		"backslashes": filled(`\`),
		"separators":  filled("://:"),
	}
}

func TestFormsStayFewAndSmall(t *testing.T) {
	for name, text := range hostile() {
		total := 0
		for _, f := range forms(text) {
			total += len(f.text)
		}
		if limit := 8 * len(text); total > limit {
			t.Errorf("%s: %d bytes to look at for a text of %d", name, total, len(text))
		}
	}
}

func BenchmarkFirstLook(b *testing.B) {
	for b.Loop() {
		own, published = onceOwn(), oncePublished()
		Look(prose)
	}
}

func BenchmarkLook(b *testing.B) {
	for name, text := range hostile() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Look(text)
			}
		})
	}
}

func FuzzLook(f *testing.F) {
	for _, s := range shapesToFind {
		f.Add(s.sample(seeded()))
	}
	for _, disguise := range disguises {
		f.Add(disguise("pass" + "word=hunter2 and more"))
	}
	f.Add("")
	f.Add("pass" + "word=\xff\xfe\xfd\x00İİİİ")
	f.Add("%\\u\\x\\")
	f.Fuzz(func(t *testing.T, text string) {
		kind, found := Look(text)
		if found == (kind == "") || !utf8.ValidString(kind) {
			t.Errorf("Look says %q, %v", kind, found)
		}
		if again, _ := Look(text); again != kind {
			t.Errorf("Look says %q, then %q", kind, again)
		}
	})
}
