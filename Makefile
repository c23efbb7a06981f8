# What a contributor types. `make ci` is what decides: it runs .ci/run.

.PHONY: build test lint fmt examples docs docs-update ci bench

build:
	.ci/run build

test:
	go test ./...

lint:
	.ci/run lint

fmt:
	go tool -modfile=tools.mod gofumpt -w .

examples:
	.ci/run build examples

# Documents are held to the code: links, files, keys, commands with their answers, examples. docs-update writes what is made
# from the code; read the difference.
docs:
	go test -count=1 -run Document . ./pack ./run/report ./run/interchange ./tui ./cmd/rtut

docs-update:
	go test -count=1 -run Document . ./pack ./run/report ./tui ./cmd/rtut -update

ci:
	.ci/run

bench:
	go test -run '^$$' -bench . -benchmem ./...
