//go:build race

package write_test

const underRace = true
