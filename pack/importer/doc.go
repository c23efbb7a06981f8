// Package importer makes the text of a pack out of a Markdown page or a CACAO playbook: bytes in, text and remarks out. It
// promises that nothing of a page is lost, that nothing runs which nobody has read (the pack says `imported: unreviewed`), and
// that the same bytes give the same pack. It does not promise a good pack: what it guesses it says, with the line of the page.
//
// The way through the package: read.go checks the bytes, admonition.go makes quotes of what other dialects of Markdown have for
// notes, block.go reads CommonMark into blocks that know their lines, outline.go makes sections of them. walk.go goes through the
// sections in their order and makes steps; which list and which block is one is said in list.go and runnable.go. What is in a
// block is told apart in prompt.go (commands and output), session.go and effect.go; param.go finds what has to be filled in.
// build.go writes the pack with package write, and complete.go sees to it that nothing was left out. Tables of programs, verbs and
// words are the text files beside the code.
package importer
