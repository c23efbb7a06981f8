// Command decode decodes the record of a run once: the least that telling of a run costs.
package main

import (
	"log"
	"os"

	"rtut/run/record"
)

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	if _, err := record.Decode(data); err != nil {
		log.Fatal(err)
	}
}
