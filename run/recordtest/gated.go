package recordtest

// Gated is a pack with a bit of everything that a record can hold.
const Gated = `
schema: runbook-pack/v0.2
id: gated
title: Gated
datapoints:
  - { id: lag, title: Lag, type: int, min: 0, initial: 3, confirmed_by: go }
stages:
  - id: assess
    title: Assess
    gates:
      - { id: go, title: Go, waivable: true, uses: [lag], checks: [{ id: low, kind: expression, expr: lag < 10 }, { id: said, kind: manual, prompt: Was it said }] }
  - id: act
    title: Act
    requires: [assess]
    steps:
      - { id: cut, title: Cut, effect: irreversible, confirm: 'cut at {{ lag }}', command: 'cut {{ lag }}' }
`
