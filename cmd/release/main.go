// Command release writes what a release says of the modules that a program was built from. It reads them from the program.
//
//	go run ./cmd/release sbom PROGRAM FILE       a CycloneDX document: which modules, which versions
//	go run ./cmd/release notices PROGRAM FILE    the text of their licenses
package main

import (
	"debug/buildinfo"
	"errors"
	"log"
	"os"
)

// documents are what can be written.
var documents = map[string]func(*buildinfo.BuildInfo) ([]byte, error){"sbom": sbom, "notices": notices}

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	if len(args) != 3 || documents[args[0]] == nil {
		return errors.New("usage: release sbom|notices PROGRAM FILE")
	}
	info, err := buildinfo.ReadFile(args[1])
	if err != nil {
		return err
	}
	text, err := documents[args[0]](info)
	if err != nil {
		return err
	}
	return os.WriteFile(args[2], text, 0o644)
}
