package command

import (
	"errors"
	"strings"
)

// Quote returns text as one word of a POSIX shell, in single quotes, whatever it holds. NUL can't be in a word.
func Quote(text string) (string, error) {
	if strings.ContainsRune(text, 0) {
		return "", errors.New("expected text without NUL characters")
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'", nil
}
