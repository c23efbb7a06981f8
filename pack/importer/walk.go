package importer

import (
	"strings"

	"rtut/pack/table"
)

// stage is a section with steps.
type stage struct {
	title string
	line  int
	steps []*step
	below []*stage
	above *stage
}

// step is one in the making.
type step struct {
	line     int // of the page, from 1
	title    string
	lead     []string // what stands before it in its section
	text     []string // what belongs to it
	notes    []Remark
	comments []string // of HTML
	command  string   // as it is typed, prompts taken off; "" for none
	output   string
	bash     bool
	name     string // that the block gives it
	prose    bool   // a section without anything that is run
	back     []string
	words    string // of its item and what was said right before it
	spans    []span // code in its text
	effect   string
	written  string // the command, with placeholders
}

func (s *step) note(line int, kind, message string) {
	s.notes = append(s.notes, Remark{Line: line, Kind: kind, Message: message})
}

// walker goes through the page.
type walker struct {
	p        *page
	stage    *stage
	pending  []string // prose for the next step
	comments []string
	last     *block // the paragraph that was put into pending last, nil if something else came since
	warning  string // the quote that was put into pending last
	current  *step
	section  *section
}

// walk makes the steps of the page.
func (p *page) walk() {
	p.findSets()
	p.goThrough()
	if len(p.steps) == 0 || !p.hasOnePlainStep() {
		if p.anyOff() {
			p.vague = true
			p.steps, p.summary, p.remarks = nil, nil, withoutKind(p.remarks, "off-the-way")
			p.goThrough()
		}
	}
}

// goThrough goes through the page once.
func (p *page) goThrough() {
	p.top = &stage{}
	w := &walker{p: p, stage: p.top}
	w.walk(p.root)
	w.flush()
	p.summary = append(p.summary, w.pending...)
	p.comments = append(p.comments, w.comments...)
}

func (p *page) hasOnePlainStep() bool {
	for _, s := range p.steps {
		if !s.prose {
			return true
		}
	}
	return false
}

func (p *page) anyOff() bool {
	for _, s := range p.root.all() {
		if s.off || s.back {
			return true
		}
	}
	return false
}

// walk goes through a section and those below it.
func (w *walker) walk(s *section) {
	if s.heading != nil && w.aside(s) {
		return
	}
	outer := w.stage
	w.section = s
	if s.heading != nil {
		w.stage = &stage{title: s.heading.text, line: s.line(), above: outer}
		outer.below = append(outer.below, w.stage)
	}
	before := len(w.p.steps)
	w.opening(s)
	if !w.one(s) {
		w.blocks(s.blocks)
	}
	s.steps = len(w.p.steps) - before
	w.leave(s, before)
	for _, below := range s.below {
		w.walk(below)
	}
	w.stage = outer
	if s.heading != nil && !holdsSteps(outer.below[len(outer.below)-1]) {
		outer.below = outer.below[:len(outer.below)-1]
	}
}

func holdsSteps(st *stage) bool {
	if len(st.steps) > 0 {
		return true
	}
	for _, below := range st.below {
		if holdsSteps(below) {
			return true
		}
	}
	return false
}

// opening keeps a heading that says more than its text: a link, a picture.
func (w *walker) opening(s *section) {
	if s.heading != nil && saysMore(s.heading.raw, s.heading.text) {
		w.pending = append(w.pending, w.p.sourceOf(s.heading))
	}
}

// aside takes a section that gives no steps, with all below it: one that is not on the way, the way back, or one without steps.
func (w *walker) aside(s *section) bool {
	off := s.off && !w.p.vague
	back := s.back && w.way() != nil
	if !off && !back && w.p.givesSteps(s) {
		return false
	}
	whole := w.p.source(s.heading.from, s.to, 0)
	switch {
	case back:
		to := w.way()
		to.back = append(to.back, whole)
		return true
	case off && w.p.givesSteps(s):
		w.p.remark(s.line(), "off-the-way", "%q is not on the way: its text is kept, and gives no steps", s.name())
	}
	w.keep(s, whole)
	return true
}

// keep puts the text of a section that gives no steps where it belongs: to the next step of the section above, or to the one
// before, or to the summary.
func (w *walker) keep(s *section, whole string) {
	w.last, w.warning = nil, ""
	if w.current == nil || s.above != nil && s.above.heading != nil && w.p.stepsFollow(s) {
		w.pending = append(w.pending, whole)
		if w.current == nil && (s.above == nil || s.above.heading == nil) {
			w.flushSummary()
		}
		return
	}
	w.current.text = append(w.current.text, whole)
}

// stepsFollow reports whether a section beside this one, behind it, gives steps.
func (p *page) stepsFollow(s *section) bool {
	above, round := s.above, p.round()
	if above.last[round] == 0 {
		above.last[round] = -1
		for i, beside := range above.below {
			if !beside.off && !beside.back && p.givesSteps(beside) {
				above.last[round] = i
			}
		}
	}
	return above.last[round] > s.index
}

// round is 1 where sections that are off the way give steps, else 0.
func (p *page) round() int {
	if p.vague {
		return 1
	}
	return 0
}

// way is the last step that a way back can belong to.
func (w *walker) way() *step {
	for i := len(w.p.steps) - 1; i >= 0; i-- {
		if s := w.p.steps[i]; w.p.effectOf(s) != "read-only" {
			return s
		}
	}
	return nil
}

// givesSteps reports whether a section, or one below it, gives steps.
func (p *page) givesSteps(s *section) bool {
	round := p.round()
	if s.gives[round] == unasked {
		s.gives[round] = answerOf(p.wouldGiveSteps(s))
	}
	return s.gives[round] == yes
}

func (p *page) wouldGiveSteps(s *section) bool {
	if isStepHeading().MatchString(s.name()) || stepLine().MatchString(rawOf(s.heading)) || p.hasSteps(s.blocks) || p.isProse(s) {
		return true
	}
	for _, below := range s.below {
		if (p.vague || !below.off && !below.back || s.off || s.back) && p.givesSteps(below) {
			return true
		}
	}
	return false
}

func rawOf(b *block) string {
	if b == nil {
		return ""
	}
	return b.raw
}

func (p *page) hasSteps(blocks []*block) bool {
	for _, b := range blocks {
		if b.kind == code && p.isRun(b, "") || b.kind == list && p.isStepList(b, false) {
			return true
		}
	}
	return false
}

// isProse reports whether a section tells in words alone what is to be done.
func (p *page) isProse(s *section) bool {
	if s.prose == unasked {
		s.prose = answerOf(p.looksLikeProse(s))
	}
	return s.prose == yes
}

func (p *page) looksLikeProse(s *section) bool {
	if s.heading == nil || p.hasSteps(s.blocks) {
		return false
	}
	for _, below := range s.below {
		if p.givesSteps(below) {
			return false
		}
	}
	for _, b := range s.blocks {
		if b.kind == paragraph && !b.table && hasImperative(b.text) {
			return true
		}
	}
	return false
}

// leave ends what a section itself holds. What is left over goes to its last step, or waits for the sections below.
func (w *walker) leave(s *section, before int) {
	w.last, w.warning = nil, ""
	switch {
	case len(w.pending) == 0:
	case len(w.p.steps) > before:
		w.flush()
	case len(w.p.steps) == 0:
		w.flushSummary()
	case !w.p.below(s):
		w.flush()
	}
}

// below reports whether sections below one give steps.
func (p *page) below(s *section) bool {
	for _, below := range s.below {
		if (p.vague || !below.off && !below.back) && p.givesSteps(below) {
			return true
		}
	}
	return false
}

// flush gives what is left over to the last step, if there is one.
func (w *walker) flush() {
	if w.current == nil {
		return
	}
	w.current.text = append(w.current.text, w.pending...)
	w.current.comments = append(w.current.comments, w.comments...)
	w.pending, w.comments = nil, nil
}

func (w *walker) flushSummary() {
	w.p.summary = append(w.p.summary, w.pending...)
	w.pending = nil
}

// one makes a single step of a section that calls itself a step, or that has no step but in words.
func (w *walker) one(s *section) bool {
	numbered := s.heading != nil && (isStepHeading().MatchString(s.name()) || stepLine().MatchString(s.heading.raw))
	if !numbered && !w.p.isProse(s) {
		return false
	}
	runs := 0
	for _, b := range s.blocks {
		if b.kind == code && w.p.isRun(b, "") {
			runs++
		}
		if b.kind == list && w.p.isStepList(b, false) {
			return false
		}
	}
	if runs > 1 || numbered && runs == 0 && w.p.below(s) {
		return false
	}
	if outer := w.stage.above; len(outer.below) == 1 && !w.p.below(s) {
		w.stage = outer // nothing but steps stands before it: it is one of them
	}
	st := w.begin(s.heading, s.heading, s.line())
	st.prose = !numbered
	if st.prose {
		st.note(s.line(), "prose only", "the section describes the work in words")
	}
	for _, b := range s.blocks {
		w.part(b, st)
	}
	w.last = nil
	return true
}

// part gives a block to a step: its command, or its text.
func (w *walker) part(b *block, st *step) {
	switch {
	case b.kind == comment:
		st.comments = append(st.comments, w.p.sourceOf(b))
	case b.kind == code && st.command == "" && w.p.isRun(b, ""):
		w.p.run(st, b)
	case b.kind != rule:
		st.text = append(st.text, w.p.sourceOf(b))
		st.spans = append(st.spans, b.spans...)
	}
}

// blocks goes through the blocks of a section.
func (w *walker) blocks(blocks []*block) {
	for _, b := range blocks {
		switch {
		case b.kind == comment:
			w.comments = append(w.comments, w.p.sourceOf(b))
		case b.kind == list && w.p.isStepList(b, false):
			w.list(b)
		case b.kind == code && w.p.isRun(b, w.lastText()) && !w.p.isSetting(b):
			w.codeStep(b, w.section.heading)
		default:
			w.prose(b)
		}
	}
}

func (w *walker) lastText() string {
	if w.last == nil {
		return ""
	}
	return w.last.text
}

func (w *walker) prose(b *block) {
	if b.kind == rule {
		return
	}
	w.pending = append(w.pending, w.p.sourceOf(b))
	w.last, w.warning = nil, ""
	switch b.kind {
	case paragraph:
		w.last = b
	case quote:
		w.warning = w.p.sourceOf(b)
	}
}

// codeStep makes a step of a block, titled by the paragraph right before it or else by what it stands in.
func (w *walker) codeStep(b, around *block) *step {
	title := around
	if w.last != nil && len(strings.Fields(w.last.text)) >= 3 && !w.last.table {
		title = w.last
		w.pending = w.pending[:len(w.pending)-1]
	}
	st := w.begin(title, around, b.from+1)
	w.p.run(st, b)
	return st
}

// begin adds a step. title is the block that names it, around the heading or item that it stands in.
func (w *walker) begin(title, around *block, line int) *step {
	st := &step{line: line, lead: w.pending, comments: w.comments, words: w.warning}
	if len(w.p.steps) == 0 && (w.section == nil || w.section.heading == nil) {
		w.p.summary = append(w.p.summary, w.pending...)
		st.lead = nil
	}
	w.pending, w.comments, w.last, w.warning = nil, nil, nil, ""
	if title != nil {
		st.spans = append(st.spans, title.spans...)
	}
	switch {
	case title != nil:
		st.titled(title, title.kind == paragraph || title == around && title.kind == heading && title.level == 7, w.p)
	default:
		st.title = w.p.title
	}
	st.words += " " + st.title
	w.stage.steps = append(w.stage.steps, st)
	w.p.steps = append(w.p.steps, st)
	w.current = st
	return st
}

// list makes a step of each item.
func (w *walker) list(l *block) {
	among := false
	for _, it := range l.children {
		among = among || w.p.commandOf(it, false) != ""
	}
	for _, it := range l.children {
		w.item(it, among)
	}
	w.last = nil
}

// item makes a step of an item, with steps behind it for what more it holds.
func (w *walker) item(it *block, among bool) {
	st := w.begin(titleOf(it), nil, it.from+1)
	if len(it.children) == 0 || it.children[0].kind != paragraph {
		st.title = orElse(st.title, w.heading())
	}
	if command := w.p.commandOf(it, among); command != "" {
		w.p.runLine(st, command, it.from+1)
	}
	st.words += " " + firstText(it)
	inner := &walker{p: w.p, stage: w.stage, current: st, section: w.section}
	for i, b := range it.children {
		if i == 0 && b.kind == paragraph {
			continue
		}
		inner.within(b, it)
	}
	inner.flush()
	w.current = inner.current
}

func titleOf(it *block) *block {
	if len(it.children) > 0 && it.children[0].kind == paragraph {
		return it.children[0]
	}
	return nil
}

func (w *walker) heading() string {
	if w.section == nil || w.section.heading == nil {
		return w.p.title
	}
	return w.section.heading.text
}

// within gives a block of an item to its step, or makes another step of it.
func (w *walker) within(b, it *block) {
	switch {
	case b.kind == comment:
		w.current.comments = append(w.current.comments, w.p.sourceOf(b))
	case b.kind == list && w.p.isStepList(b, true):
		w.flush()
		w.list(b)
	case b.kind == code && w.p.isRun(b, firstText(it)+" "+w.lastText()) && !w.p.isSetting(b):
		if w.current.command == "" && w.current.line == it.from+1 && !w.current.hasNote("not-shell") && !w.current.hasNote("session") {
			w.flush()
			w.p.run(w.current, b)
			w.last = nil
			return
		}
		title := titleOf(it)
		if w.last == nil || len(strings.Fields(w.last.text)) < 3 {
			w.flush()
		}
		w.codeStep(b, title)
	default:
		w.prose(b)
		w.current.spans = append(w.current.spans, b.spans...)
		w.current.words += " " + w.warning
	}
}

func (s *step) hasNote(kind string) bool {
	for _, n := range s.notes {
		if n.Kind == kind {
			return true
		}
	}
	return false
}

// longest is how long a title gets, in characters.
const longest = 80

var textLinks = table.Pattern(`\]\(|\]\[|!\[|<[A-Za-z/]|https?://`)

// titled takes the title from a block. rest says that what the title leaves out is to stand in the instruction.
func (s *step) titled(b *block, rest bool, p *page) {
	text := strings.TrimRight(strings.TrimSpace(b.text), ":.：。 ")
	if text == "" {
		text = strings.TrimSpace(b.text)
	}
	if text == "" {
		text = "Step"
		rest = true
	}
	s.title = shortened(text, longest)
	if rest && (s.title != text || saysMore(b.raw, b.text)) {
		source := b.raw
		if b.kind != paragraph {
			source = p.sourceOf(b)
		}
		s.lead = append(s.lead, source)
	}
}

// saysMore reports whether a source holds more than its text: links, pictures, HTML.
func saysMore(raw, text string) bool {
	return textLinks().MatchString(raw) && !strings.Contains(raw, "`"+raw+"`") && lettersOf(raw) != lettersOf(text)
}

func lettersOf(text string) string { return strings.Join(tokens(text), " ") }

// shortened cuts a text at a word.
func shortened(text string, most int) string {
	characters := []rune(text)
	if len(characters) <= most {
		return text
	}
	head := string(characters[:most-1])
	if at := strings.LastIndex(head, " "); at > len(head)/2 {
		head = head[:at]
	}
	return strings.TrimRight(head, " ,;:.") + "…"
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func withoutKind(remarks []Remark, kind string) []Remark {
	var kept []Remark
	for _, r := range remarks {
		if r.Kind != kind {
			kept = append(kept, r)
		}
	}
	return kept
}
