package value

import "strings"

// Nearest returns the known name that name was probably meant to be, or "". Case and hyphens for underscores
// don't count; otherwise at most a third of the characters may differ.
func Nearest(name string, known []string) string {
	folded := strings.ReplaceAll(strings.ToLower(name), "-", "_")
	best, bestDistance := "", len(folded)/3+1
	for _, candidate := range known {
		if distance := editDistance(folded, strings.ToLower(candidate)); distance < bestDistance {
			best, bestDistance = candidate, distance
		}
	}
	return best
}

// DidYouMean returns the hint that names the nearest of known, or "".
func DidYouMean(name string, known []string) string {
	if near := Nearest(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

// editDistance counts the bytes to insert, delete, replace or swap with their neighbor. Names longer than any id can
// be are infinitely far from all.
func editDistance(a, b string) int {
	if len(a) > 128 || len(b) > 128 {
		return 256
	}
	previous, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		older := previous
		previous, row = row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(previous[j]+cost, previous[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], older[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
