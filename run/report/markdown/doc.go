// Package markdown writes a report as Markdown for a ticket or a pull request, on GitHub and GitLab alike.
//
// It tells how the run ended and why, what was planned against what was done, every deviation and detour, values and
// evidence with how they came about, captures, notes and feedback; every single event is in the other formats. Texts of
// packs and people are text in it and nothing else: see inert. A section that there is nothing to say in is left out.
package markdown
