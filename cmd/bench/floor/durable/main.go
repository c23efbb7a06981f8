// Command durable writes a file so many times, durably: a temporary file, fsync, rename, fsync of the directory. The file grows
// evenly from the first size to the last, and behind every so many writes `sh -c true` runs. It is the least that a run costs whose
// record is a file.
//
//	durable DIR WRITES FIRST LAST EACH    sizes in bytes; EACH 0: nothing runs
package main

import (
	"bytes"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

func main() {
	dir, n := os.Args[1], make([]int, 4)
	for i := range n {
		var err error
		if n[i], err = strconv.Atoi(os.Args[2+i]); err != nil {
			log.Fatal(err)
		}
	}
	writes, first, last, each := n[0], n[1], n[2], n[3]
	data := bytes.Repeat([]byte{'x'}, last)
	for i := range writes {
		size := first
		if writes > 1 {
			size += (last - first) * i / (writes - 1)
		}
		if err := durably(dir, data[:size]); err != nil {
			log.Fatal(err)
		}
		if each > 0 && i%each == each-1 {
			if err := exec.Command("sh", "-c", "true").Run(); err != nil {
				log.Fatal(err)
			}
		}
	}
}

func durably(dir string, data []byte) error {
	file, err := os.CreateTemp(dir, "durable")
	if err != nil {
		return err
	}
	parent, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer parent.Close()
	_, err = file.Write(data)
	for _, err := range []error{err, file.Sync(), file.Close(), os.Rename(file.Name(), filepath.Join(dir, "durable")), parent.Sync()} {
		if err != nil {
			return err
		}
	}
	return nil
}
