//go:build !race

package pack

const underRace = false
