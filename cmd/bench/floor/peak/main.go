// Command peak runs a command, throws its output away, and prints how many KiB of memory it had at most. The system counts what a
// process had before it became the command, so that only a small program can say this.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"syscall"
)

func main() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	if err := cmd.Run(); err != nil {
		log.Fatal(err)
	}
	usage, known := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !known {
		log.Fatal("the system does not say how much memory a program had")
	}
	fmt.Println(usage.Maxrss)
}
