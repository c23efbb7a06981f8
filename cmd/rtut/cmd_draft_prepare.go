package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rtut/pack/draft"
)

// draftPrepareOptions say what somebody who writes a plan needs to know.
type draftPrepareOptions struct {
	draftOptions
	draft      string // the argument; "" for none
	operations []string
}

func newDraftPrepareCmd(a *app) *cobra.Command {
	o := &draftPrepareOptions{draftOptions: draftOptions{app: a}}
	cmd := &cobra.Command{
		Use:   "prepare [draft]",
		Short: "Say how a plan is written, and what operations take and give",
		Long: "Say how a plan is written, and what operations take and give: with --json the authoring reference, and a JSON Schema\n" +
			"of the inputs and of the results of up to 16 operations. It grants nothing and runs nothing.",
		Example: "  rtut draft prepare --operation postgres/row-count@1 --json",
		Args:    between(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.draft = strings.Join(args, "")
			return draftPrepare(o)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringArrayVar(&o.operations, "operation", nil, "an operation, as `tool/operation@version`; can be given again")
	return cmd
}

func draftPrepare(o *draftPrepareOptions) error {
	refs, err := operationRefs(o.operations)
	if err != nil {
		return err
	}
	place, err := o.place()
	if err != nil {
		return err
	}
	var present *draft.Draft
	if o.draft != "" {
		if present, err = place.load(o.draft); err != nil {
			return err
		}
	}
	language, err := place.language()
	if err != nil {
		return o.app.answerInvalid(err)
	}
	prepared, err := language.Prepare(present, refs)
	if err != nil {
		return err
	}
	if o.app.json {
		return o.app.document(prepared)
	}
	var out text
	preparedLines(&out, language.Catalog, refs)
	return o.app.print(&out)
}

// preparedLines say for a person what operations take and give.
func preparedLines(out *text, c *draft.Catalog, refs []draft.Ref) {
	for _, o := range c.Operations {
		if !slices.Contains(refs, o.Ref) {
			continue
		}
		out.linef("%s: %s (%s)", o.Ref, line(o.Title), o.Effect)
		for _, in := range o.Inputs {
			needed := ""
			if in.Optional {
				needed = ", optional"
			}
			out.linef("  takes %s: %s%s", in.ID, line(in.Spec.Describe()), needed)
		}
		if o.Payload != nil {
			out.linef("  takes payload: %s, at most %d bytes", line(o.Payload.Title), o.Payload.MaxBytes)
		}
		for _, d := range o.Data {
			out.linef("  gives /%s: %s", d.ID, line(d.Spec.Describe()))
		}
		if o.Text != "" {
			out.linef("  gives text: %s", line(o.Text))
		}
	}
	out.linef("the authoring reference is a JSON document: add --json. The JSON Schema of a plan: rtut draft schema")
}

// operationRefs reads the names of operations.
func operationRefs(args []string) ([]draft.Ref, error) {
	refs := []draft.Ref{}
	for _, arg := range args {
		ref, err := operationRef(arg)
		if err != nil {
			return nil, err
		}
		refs = append(refs, ref)
	}
	return refs, nil
}

func operationRef(arg string) (draft.Ref, error) {
	name, version, _ := strings.Cut(arg, "@")
	tool, operation, _ := strings.Cut(name, "/")
	n, err := strconv.ParseInt(version, 10, 64)
	if tool == "" || operation == "" || err != nil || n < 1 {
		return draft.Ref{}, misuse("bad_flag", "--operation must be tool/operation@version, such as postgres/row-count@1; see rtut draft catalog")
	}
	return draft.Ref{ToolName: tool, OperationID: operation, ContractVersion: n}, nil
}

// agentRef reads the name of a saved agent.
func agentRef(arg string) (id string, revision int64, err error) {
	id, written, _ := strings.Cut(arg, "@")
	revision, err = strconv.ParseInt(written, 10, 64)
	if id == "" || err != nil || revision < 1 {
		return "", 0, misuse("bad_flag", "--agent must be id@revision, such as judge@3; see rtut draft catalog")
	}
	return id, revision, nil
}
