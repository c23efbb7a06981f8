package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"rtut/pack/value"
	"rtut/run"
	"rtut/run/record"
	"rtut/run/report/page"
)

//go:embed html
var htmlFiles embed.FS

// runPage is the document of a run, made when one is first wanted.
var runPage = sync.OnceValue(func() *page.Page {
	return page.New(template.FuncMap{
		"anchor": anchor, "counted": counted, "how": how, "join": joined, "moment": stamp, "sign": signOf, "source": sourceInWords, "proof": proofInWords,
		"spent": spentOn, "value": value.Value.Text, "web": webAddress,
	}, htmlFile("report.html")+htmlFile("items.html")+htmlFile("data.html"), htmlFile("report.css"))
})

// htmlFile is a file that is built in, so it is there.
func htmlFile(name string) string {
	data, err := fs.ReadFile(htmlFiles, "html/"+name)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// WriteHTML writes a report as one HTML file, which needs nothing else and runs nothing. The error is w's.
func WriteHTML(w io.Writer, r Report) error {
	return runPage().Render(w, r.Pack.Title+": "+verdictOf(r).Word, htmlReport{r, newChart(r), draw(r), verdictOf(r)})
}

// htmlReport is what the page is made of.
type htmlReport struct {
	Report  Report
	Chart   chart
	Flow    *drawing
	Verdict verdict
}

// htmlItem is what the section of an item is made of.
type htmlItem struct {
	Item Item
	from record.Time
}

// About returns what the section of an item is made of.
func (h htmlReport) About(it Item) htmlItem { return htmlItem{it, h.Report.Timeline.From} }

// Clock writes a moment by the clock alone if it is of the day on which the run began.
func (h htmlReport) Clock(at any) string { return within(h.Report.Timeline.From, timeOf(at)) }

// Clock is that of htmlReport.
func (h htmlItem) Clock(at any) string { return within(h.from, timeOf(at)) }

// Remarks reports whether there is anything that people said or changed on the way.
func (h htmlReport) Remarks() bool {
	r := h.Report
	return len(r.Notes)+len(r.Handovers)+len(r.ModeChanges)+len(r.PackChanges)+len(r.Feedback) > 0
}

// stamp writes a moment with its day.
func stamp(at any) string { return moment(timeOf(at)) }

// timeOf takes a moment, or a pointer to one, as templates have them.
func timeOf(at any) record.Time {
	if p, isPointer := at.(*record.Time); isPointer {
		return *p
	}
	return at.(record.Time)
}

// spentOn takes seconds, or a pointer to them.
func spentOn(s any) string {
	if p, isPointer := s.(*float64); isPointer {
		return spent(*p)
	}
	return spent(s.(float64))
}

// signOf is the sign of a state; what is new in the pack has none.
func signOf(state any) string {
	if s := fmt.Sprint(state); s != "" {
		return run.Sign(s, false)
	}
	return ""
}

func joined(list []string) string { return strings.Join(list, ", ") }

func proofInWords(p record.Proof) string { return record.Standing(p).Words() }

func sourceInWords(s Source) string { return sourceWords[s] }

var slug = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// anchor is where an item is found on the page: a link can name it. An id that no pack can have has a place by its bytes.
func anchor(id string) string {
	if slug.MatchString(id) {
		return "item-" + id
	}
	return fmt.Sprintf("other-%x", id)
}

// how says in words how something was judged, and the result of it.
func how(v Verification) string {
	words := []string{string(v.Kind)}
	if v.Source == record.FromPaste {
		words[0] += ", pasted output"
	}
	if v.ExitCode != nil {
		words = append(words, fmt.Sprintf("exit code %d", *v.ExitCode))
	}
	if v.OutputBytes != nil {
		words = append(words, counted(int(*v.OutputBytes), "byte"))
	}
	if v.Seconds != nil {
		words = append(words, spent(*v.Seconds))
	}
	if v.Attempts > 1 {
		words = append(words, counted(v.Attempts, "attempt"))
	}
	for _, e := range v.Extracted {
		words = append(words, e.Datapoint+" = "+e.Value.Text())
	}
	if v.Error != "" {
		words = append(words, v.Error)
	}
	if v.Passed && v.Proof != "" && (v.Proof != record.Ran || record.Judged(v.Kind)) {
		words = append(words, record.ProofWords(v.Kind, v.Proof))
	}
	return strings.Join(words, ", ")
}
