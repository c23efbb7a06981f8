//go:build race

package pack

const underRace = true
