package page

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// themes reads the colours of the style, by theme and token.
func themes(t *testing.T) map[string]map[string]string {
	t.Helper()
	found := map[string]map[string]string{}
	blocks := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(frameStyle, -1)
	for i, name := range []string{"light", "dark"} {
		found[name] = map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(blocks[i][1], -1) {
			found[name][m[1]] = m[2]
		}
	}
	return found
}

// luminance is the relative luminance of WCAG 2.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestEveryColourCanBeReadOnWhatItStandsOn(t *testing.T) {
	for theme, colours := range themes(t) {
		if len(colours) < 12 {
			t.Fatalf("%s has the colours %v alone", theme, colours)
		}
		read := func(text, ground string, least float64) {
			if got := contrast(t, colours[text], colours[ground]); got < least {
				t.Errorf("%s: %s on %s has a contrast of %.2f; it needs %.1f", theme, text, ground, got, least)
			}
		}
		for _, text := range []string{"ink", "muted", "link", "good", "bad", "warn", "busy", "idle"} {
			read(text, "paper", 4.5)
			read(text, "panel", 4.5)
		}
		for _, fill := range []string{"good", "bad", "warn", "busy", "idle"} {
			read("on-fill", fill, 4.5)
		}
	}
}

func TestEveryColourThatIsUsedIsThereInBothThemes(t *testing.T) {
	all := themes(t)
	for _, m := range regexp.MustCompile(`var\(--([a-z-]+)\)`).FindAllStringSubmatch(frameStyle, -1) {
		for _, theme := range []string{"light", "dark"} {
			if all[theme][m[1]] == "" {
				t.Errorf("%s has no --%s", theme, m[1])
			}
		}
	}
}

// TestTheStyleLoadsNothing: a style can fetch, too.
func TestTheStyleLoadsNothing(t *testing.T) {
	for _, word := range []string{"url(", "@import", "@font-face", "image-set", "</"} {
		if strings.Contains(strings.ToLower(frameStyle), word) {
			t.Errorf("the style has %s", word)
		}
	}
}
