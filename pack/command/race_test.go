//go:build race

package command

const underRace = true
