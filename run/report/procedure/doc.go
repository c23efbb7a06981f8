// Package procedure makes of a pack the page for somebody who will never see its YAML: what it is for, what it needs, each step with its
// instruction, command, host, check and way back, and what is irreversible. The page of a run says where the run is, too.
//
// Of builds a Document, which Markdown, HTML and Man write. It depends on the pack and the values alone, so that the same pack gives the same
// bytes. Whatever stands in a pack comes out as text: raw HTML, escape sequences and roff requests in it mean nothing.
package procedure
