// Package draft is the plan language: how a program says what a pack in the making holds.
//
// A draft is a tree of sequences and groups of steps, with a definition. A program changes it by plans, JSON documents that are
// checked whole and applied whole or not at all. Nothing in a draft can run. docs/drafts.md describes the language.
//
//	Language.Create  makes a draft of a first plan, a recipe or commands
//	Language.Apply   applies commands to a draft, and returns the changed copy
//	JSONSchema       describes a plan to a program that writes one
//	Reference        says the same in words, with bounds, examples and codes
//
// The package is values in, values out: it reads no file and no clock. layout.go has the fields of a plan, limits.go its
// bounds and code.go its codes; the parser, the schema, the reference and the document are made from these three tables.
//
// Faults are looked for in a fixed order, and the first is the answer:
//
//  1. the text: JSON, its size, its secrets (json.go, plan.go)
//  2. the plan: unknown fields, the version, the steps of a recipe depth first, its settings, its capacity (recipe.go); or the
//     list of commands (batch.go)
//  3. each command by itself, one after the other (check.go)
//  4. the revision of the draft, then what each command changes, one after the other (apply.go)
//  5. the draft as a whole (faults.go)
//
// # Size
//
// Reading a plan, editing the draft and publishing it work on the same nodes, and refuse by the same table of codes.
package draft
