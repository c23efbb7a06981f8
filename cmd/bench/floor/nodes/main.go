// Command nodes decodes a YAML file to nodes: the least that reading a pack costs.
package main

import (
	"log"
	"os"

	"gopkg.in/yaml.v3"
)

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		log.Fatal(err)
	}
}
