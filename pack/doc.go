// Package pack reads runbooks. A pack is a directory with a pack.yaml, which is written in the format
// runbook-pack/v0.1 or runbook-pack/v0.2; Load makes a checked Pack of it, which is never written to again.
//
// What the author of a pack got wrong is in Diagnostics, all of it at once, each with line, column, and what was
// expected. An error is for what could not be done, such as reading the file.
//
// The way through the package: Load reads bytes (encoding.go), which YAML makes nodes of (node.go, the only file that
// knows the YAML library). Each mapping is read as a layout (layout.go), the one list of the keys that there are, from
// which the JSON Schema is made too. parse_*.go make the Pack out of it, and rule_*.go check what no single value can
// tell: one rule a file. Values, templates, commands and conditions look after themselves; what is wrong in them comes
// back as a Fault, whose offset source.locate finds again in the file.
//
// This is a pack, with most of what there is:
//
//	schema: runbook-pack/v0.2
//	id: pg-failover
//	title: Fail over to {{ replica }}
//	summary: Promotes the replica once the old primary is fenced.
//	owner: dba
//	tags: [postgres]
//	exercise_status: never
//	environments: [rehearsal, production]
//	needs: { tools: [psql, pg_ctl], env: [PGPASSFILE] }
//	params:
//	  - { id: replica, title: Replica, type: hostname }
//	  - { id: pgdata, type: path, default: /var/lib/postgresql }
//	order: sequential
//	defaults: { timeout: 10m, on_timeout: stop }
//	dimensions:
//	  - { id: system, title: System, values: [primary, replica] }
//	datapoints:
//	  - id: lag_bytes
//	    title: Replication lag at the decision
//	    type: int
//	    unit: bytes
//	    min: 0
//	    max_age: 5m
//	    confirmed_by: go-no-go
//	    dimensions: { system: replica }
//	  - { id: primary_answers, type: bool }
//	artefacts:
//	  - { id: log, title: Server log, location: '{{ pgdata }}/log', produced_by: promote }
//	stages:
//	  - id: assess
//	    title: Assess
//	    steps:
//	      - id: measure
//	        title: Measure the lag
//	        effect: read-only
//	        verify: { kind: exit-code, command: ./lag.sh, timeout: 30s, poll: { every: 15s, for: 10m } }
//	        produces:
//	          - { datapoint: lag_bytes, extract: 'lag=(\d+)' }
//	          - primary_answers
//	        accept: [{ id: sane, expr: lag_bytes < 1000000000 }]
//	    gates:
//	      - id: go-no-go
//	        title: Go or no-go
//	        waivable: true
//	        evidence: [{ id: ticket, title: Change ticket, pattern: 'CHG\d+' }]
//	        checks:
//	          - { id: lag, kind: expression, expr: lag_bytes < 1048576 }
//	          - { id: lead, kind: manual, prompt: The incident lead said go. }
//	          - { id: night, kind: window, from: '22:00', to: '05:00', tz: Europe/Vienna }
//	  - id: act
//	    title: Act
//	    requires: [assess]
//	    order: sequential
//	    steps:
//	      - id: fence
//	        title: Fence the old primary
//	        when: primary_answers
//	        effect: irreversible
//	        confirm: fence it
//	        one_of:
//	          - { id: ipmi, title: Power off over IPMI, command: ./fence.sh }
//	          - { id: by-hand, title: Pull the plug, instruction: In rack 12. }
//	      - id: promote
//	        title: Promote the replica
//	        effect: irreversible
//	        confirm: promote {{ replica }}
//	        on: '{{ replica }}'
//	        command: pg_ctl promote -D {{ pgdata }}
//	        verify:
//	          kind: output-contains
//	          command: psql -Atc 'select pg_is_in_recovery()'
//	          equals: f
//	        rollback: { instruction: There is none. Restore from the backup. }
//	        expected: 2m
//
// # Size
//
// The model, its loader and rules, the advice of lint and the formatter share the tables of the format in layout.go, so that a new key is
// declared once. The model alone has more names than a small package may have.
package pack
