package score

import (
	"math"
	"strconv"
)

// Filled is how many of some parts show a share, from 0 to 1: only nothing looks like nothing, and only all like all.
func Filled(share float64, parts int) int {
	n := int(math.Round(share * float64(parts)))
	if share > 0 && share < 1 {
		n = min(max(n, 1), parts-1)
	}
	return min(max(n, 0), parts)
}

// Percent writes a share in whole percents: "78%". What is between 0 and 100 never looks like either.
func Percent(share float64) string { return strconv.Itoa(Filled(share, 100)) + "%" }
