// Command hello is the least that a program with cobra costs.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	hello := &cobra.Command{Use: "hello", Run: func(*cobra.Command, []string) { fmt.Println("hello") }}
	if hello.Execute() != nil {
		os.Exit(1)
	}
}
