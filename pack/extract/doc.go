// Package extract reads values from what a command has printed: by a regular expression, by a path into JSON, or from a column of a table.
//
// It knows neither packs nor types: what it returns is text, which a datapoint checks.
package extract
