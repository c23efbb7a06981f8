package main

import (
	"errors"
	"regexp"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rtut/pack/value"
)

// flagError names the flag that is wrong, and where the right ones are. It repeats no value: that may be a secret.
func flagError(cmd *cobra.Command, err error) error {
	return misuse("bad_flag", "%s; see %s --help", flagFault(cmd, err), cmd.CommandPath())
}

func flagFault(cmd *cobra.Command, err error) string {
	var (
		invalid *pflag.InvalidValueError
		unknown *pflag.NotExistError
		lacking *pflag.ValueRequiredError
	)
	switch {
	case errors.As(err, &invalid):
		return "--" + invalid.GetFlag().Name + " takes " + flagTakes(invalid.GetFlag()) + ", and was given something else"
	case errors.As(err, &lacking):
		return "--" + lacking.GetFlag().Name + " needs a value"
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	}
	return "an argument starts with - but is not a flag. Write -- before a text that starts with -"
}

// flagTakes says what a flag takes.
func flagTakes(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "duration":
		return "a duration such as 90s"
	case "int":
		return "a whole number"
	}
	return "a value of type " + f.Value.Type()
}

// flagName is what a flag may be called. Whatever else is taken for one may be a value.
var flagName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`) })

func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) string {
	name := unknown.GetSpecifiedName()
	switch {
	case !flagName().MatchString(name):
		return "unknown flag. Write -- before a text that starts with -"
	case unknown.GetSpecifiedShortnames() != "":
		return "unknown flag -" + name
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := value.Nearest(name, names); near != "" {
		return "unknown flag --" + name + ", did you mean --" + near + "?"
	}
	return "unknown flag --" + name
}
