package main

import (
	"bytes"

	"github.com/spf13/cobra"
)

func newCompletionCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish",
		Short:     "Write the completion script for a shell",
		Example:   "  source <(rtut completion bash)\n  rtut completion fish > ~/.config/fish/completions/rtut.fish",
		ValidArgs: []string{"bash", "zsh", "fish"},
		Args:      between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return showCompletion(a, cmd.Root(), args[0])
		},
	}
}

func showCompletion(a *app, root *cobra.Command, shell string) error {
	var out bytes.Buffer
	var err error
	switch shell {
	case "bash":
		err = root.GenBashCompletionV2(&out, true)
	case "zsh":
		err = root.GenZshCompletion(&out)
	case "fish":
		err = root.GenFishCompletion(&out, true)
	default:
		err = misuse("bad_arguments", "there is completion for bash, zsh and fish, not for %q", shell)
	}
	if err != nil {
		return err
	}
	return a.write(out.Bytes())
}
