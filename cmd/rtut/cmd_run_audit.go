package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"rtut/run/record"
	"rtut/run/store"
)

// runAuditOptions say which records are audited, and against what.
type runAuditOptions struct {
	app     *app
	flags   *runFlags
	where   string // a pack, a file or a directory; "" is the working directory
	head    bool
	against string // a hash that was kept elsewhere
	compare bool   // there is one
}

func newRunAuditCmd(a *app, flags *runFlags) *cobra.Command {
	o := &runAuditOptions{app: a, flags: flags}
	cmd := &cobra.Command{
		Use:   "audit [pack|file|root]",
		Short: "Check whether records are complete and unaltered",
		Long: "Check whether records are complete and unaltered: of all runs of a pack, of one file, or of all runs below a\n" +
			"directory.\n" +
			"Exit codes: 0 complete; 10 intact, run not finished; 11 cut, events are missing; 12 altered; 13 unknown schema; 14\n" +
			"incomparable, written by a newer rtut. For several records: the worst; 5 if none is cut or worse and some cannot be\n" +
			"read.\n" +
			"A record that was rewritten as a whole passes, unless --against gives a hash from an earlier time.",
		Example: "  rtut run audit packs/pg-restore-drill\n  rtut run audit --run 20261130T0045 --head\n" +
			"  rtut run audit . --json",
		Args: between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.where, err = a.pathOf(append(args, "")[0]); err != nil {
				return err
			}
			o.compare = cmd.Flags().Changed("against")
			if err = o.validate(args); err != nil {
				return err
			}
			return runAudit(o)
		},
	}
	cmd.Flags().BoolVar(&o.head, "head", false, "print the hash of the last event of one record, to store elsewhere")
	cmd.Flags().StringVar(&o.against, "against", "", "fail unless the record contains the event with this `hash`")
	return cmd
}

// eventHash is how a hash is written.
var eventHash = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// validate takes nothing empty for nothing given: what an empty file or variable is compared with would pass.
func (o *runAuditOptions) validate(args []string) error {
	switch {
	case o.compare && !eventHash.MatchString(o.against):
		return misuse("bad_flag", "--against is a hash as --head prints it: sha256: and 64 digits")
	case len(args) > 0 && o.where == "":
		return misuse("bad_arguments", "what to audit has an empty name; leave it out for all that is here")
	}
	return nil
}

// auditDocument answers `run audit`.
type auditDocument struct {
	Verdict record.Verdict  `json:"verdict"` // the worst
	Records []auditedRecord `json:"records"`
}

type auditedRecord struct {
	Path string `json:"path"`
	record.Finding
}

// auditExits is the exit code of each verdict.
var auditExits = map[record.Verdict]int{
	record.VerdictComplete: exitDone, record.VerdictUnfinished: exitUnfinished, record.VerdictIncomparable: exitIncomparable,
	record.VerdictCut: exitCut, record.VerdictAltered: exitAltered, record.VerdictUnknown: exitUnknownSchema,
}

func runAudit(o *runAuditOptions) error {
	doc := auditDocument{Verdict: record.VerdictComplete, Records: []auditedRecord{}}
	found, unread := o.records()
	if unread != nil && len(found) == 0 {
		return unread
	}
	if len(found) > 1 && (o.head || o.compare) {
		return &usageError{"ambiguous_run", "--head and --against are for one record; choose one with --run:", auditLines(found)}
	}
	for _, r := range found {
		if r.Verdict.Worse(doc.Verdict) {
			doc.Verdict = r.Verdict
		}
		doc.Records = append(doc.Records, r)
	}
	if err := o.answer(doc); err != nil {
		return err
	}
	return worst(doc.Verdict, unread)
}

// worst is how an audit ends: by the worst verdict, and if nothing is wrong with what could be read, by what could not.
func worst(v record.Verdict, unread error) error {
	switch {
	case unread != nil && v.Worse(record.VerdictIncomparable):
		return &besideError{auditExits[v], unread}
	case unread == nil && v != record.VerdictComplete:
		return resultError(auditExits[v])
	}
	return unread
}

// answer prints what was found; with --head the hash, or beside the answer what is wrong with the record.
func (o *runAuditOptions) answer(doc auditDocument) error {
	if o.app.json {
		return o.app.document(doc)
	}
	lines := auditLines(doc.Records)
	if o.head && !doc.Records[0].Intact() {
		o.app.notef("%s", lines[0])
		return nil
	}
	if o.head {
		lines = []string{doc.Records[0].Head.Hash}
	}
	var out text
	for _, l := range lines {
		out.linef("%s", l)
	}
	return o.app.print(&out)
}

// auditLines describes what was found, a line each.
func auditLines(records []auditedRecord) []string {
	var lines []string
	for _, r := range records {
		what := r.Message
		if r.Intact() {
			what = counted(r.Head.Seq, "event")
			if r.Message != "" {
				what += "; " + r.Message
			}
		}
		lines = append(lines, fmt.Sprintf("%-10s  %s  %s", r.Verdict, line(orElse(r.RunID, r.Path)), line(what)))
	}
	return lines
}

// counted is a number of things in words.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// auditFile judges one file, whose name must be the run's if id is not "". The error is for one that can't be read.
func (o *runAuditOptions) auditFile(path, id string, read func(string) ([]byte, error)) (auditedRecord, error) {
	r := auditedRecord{Path: o.app.shown(path)}
	data, err := read(path)
	var damaged *record.DamagedError
	switch {
	case errors.As(err, &damaged):
		r.Finding = record.Finding{Verdict: record.VerdictAltered, Message: damaged.Why}
	case err != nil:
		return r, err
	default:
		r.Finding = record.Audit(data, o.against, store.NewFile(filepath.Dir(path)).Heads(recordNamed(path))...)
	}
	switch {
	case r.RunID == "":
		r.RunID = id
	case id != "" && r.RunID != id && r.Intact():
		r.Finding = record.Finding{RunID: id, Verdict: record.VerdictAltered, Field: "run_id", Message: "its run_id is not its file name"}
	}
	return r, nil
}

// recordNamed is the id that the name of a file gives.
func recordNamed(path string) string { return strings.TrimSuffix(filepath.Base(path), ".json") }

// isRecord reports whether an argument names a record or whatever stands in the place of one: a link to a file, a pipe, a device, and
// among records a directory. Packs, and directories and links to them elsewhere, are looked through for records.
func (a *app) isRecord(arg string) bool {
	path := a.abs(arg)
	if _, err := os.Lstat(path); err != nil || a.isPack(arg) {
		return false
	}
	info, err := os.Stat(path)
	return err != nil || !info.IsDir() || store.IsRecord(path)
}
