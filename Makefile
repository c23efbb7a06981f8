# What a contributor types. `make ci` is what decides: it runs .ci/run.

.PHONY: build install stage dist check test lint fmt examples docs docs-update ci bench

PREFIX = /usr/local

build:
	.ci/run build

# The program, its manual and its completions, below $(DESTDIR)$(PREFIX).
install:
	CGO_ENABLED=0 go build -trimpath -o bin/rtut ./cmd/rtut
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 755 bin/rtut $(DESTDIR)$(PREFIX)/bin/rtut
	bin/rtut man $(DESTDIR)$(PREFIX)/share/man/man1
	bin/rtut completion bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/rtut
	bin/rtut completion zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_rtut
	bin/rtut completion fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/rtut.fish

# What goes into a release beside the programs: manual, completions, the licences of the modules.
stage:
	rm -rf bin/stage
	go build -o bin/stage/release ./cmd/release
	$(MAKE) install DESTDIR=bin/stage PREFIX=/usr GOFLAGS=-buildvcs=true
	GOROOT=$$(go env GOROOT) bin/stage/release notices bin/stage/usr/bin/rtut bin/stage/THIRD-PARTY-NOTICES.txt
	gzip -9n bin/stage/usr/share/man/man1/*
	chmod -R u=rwX,go=rX bin/stage

# A release as it would be: archives, packages, checksums, bills of materials, in dist. examples/release makes a real one.
dist:
	go tool -modfile=release.mod goreleaser release --clean --snapshot

# A first answer, without root and without installing anything.
check:
	.ci/run build vet lint unit

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
	go test -count=1 -run Document . ./pack ./pack/draft ./run/report ./run/report/procedure ./run/interchange ./run/score ./tui ./cmd/rtut

docs-update:
	go test -count=1 -run Document . ./pack ./pack/draft ./run/report ./run/report/procedure ./tui ./cmd/rtut -update

ci:
	.ci/run

# Measures everything of docs/performance.md and writes it. It takes about half an hour, on a machine that does nothing else.
bench:
	go run ./cmd/bench --out docs/performance.md
