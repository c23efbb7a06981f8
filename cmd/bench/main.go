// Command bench measures what an operator waits for, each beside what a user would pick instead, or beside the least that it could
// cost, and writes docs/performance.md. `make bench` runs it. It ends with 1 if a figure is not within its goal.
//
//	go run ./cmd/bench [--out FILE] [--only ROW,...] [--samples N] [--records N] [--steps N]
//
// It builds rtut, the floors below floor/ and the peers that Go can build, makes its inputs in a scratch directory, and removes them.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	o := options{}
	flag.StringVar(&o.out, "out", "", "write the document to this file; without it the table is printed")
	flag.StringVar(&o.only, "only", "", "measure only these rows, by their names, with commas between them")
	flag.IntVar(&o.samples, "samples", 9, "how many times each is measured")
	flag.IntVar(&o.records, "records", 100_000, "how many records a scan reads")
	flag.IntVar(&o.steps, "steps", 1000, "how many steps the long run has")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	met, err := bench(ctx, o)
	switch {
	case err != nil:
		stop()
		log.Fatal(err)
	case !met:
		stop()
		log.Fatal("a figure is not within its goal")
	}
}

type options struct {
	out, only               string
	samples, records, steps int
}

// bench measures and reports whether every figure is within its goal.
func bench(ctx context.Context, o options) (met bool, err error) {
	chosen, err := o.rows()
	if err != nil {
		return false, err
	}
	w, err := newWorld(ctx, o)
	if err != nil {
		return false, err
	}
	defer w.remove()
	d := document{machine: machineNow(), options: o}
	for _, r := range chosen {
		for _, f := range w.measure(r) {
			log.Print(f.line())
			d.figures = append(d.figures, f)
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
	}
	if o.out == "" {
		fmt.Print(d.table())
		return d.met(), nil
	}
	return d.met(), os.WriteFile(o.out, []byte(d.text()), 0o644)
}

// rows returns the rows to measure.
func (o options) rows() ([]row, error) {
	if o.samples < 1 || o.records < 100 || o.steps < 20 {
		return nil, fmt.Errorf("%d samples, %d records, %d steps. at least 1, 100 and 20 were expected", o.samples, o.records, o.steps)
	}
	if o.only == "" {
		return rows, nil
	}
	var chosen []row
	for name := range strings.SplitSeq(o.only, ",") {
		i := slices.IndexFunc(rows, func(r row) bool { return r.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no row %s. Expected some of: %s", name, strings.Join(rowNames(), ", "))
		}
		chosen = append(chosen, rows[i])
	}
	return chosen, nil
}

func rowNames() []string {
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
	}
	return names
}
