//go:build race

package pagetest

const underRace = true
