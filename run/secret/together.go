package secret

import "strings"

var (
	awsKeyIDs    = compile(`(?:^|[^A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}`)
	awsSecretKey = compile(`(?:^|[^A-Za-z0-9/+=_-])([A-Za-z0-9/+]{40})(?:$|[^A-Za-z0-9/+=_-])`)
)

// Together says what texts look like that are harmless alone and are recorded together: the id of a key of AWS, which is no
// secret, and 40 characters that may be the key, which nothing else tells from other words. Kind and found are as of Look.
func Together(texts ...string) (kind string, found bool) {
	var all []form
	for _, text := range texts {
		all = append(all, forms(text)...)
	}
	return together(all)
}

// together looks over all forms at once, for the id and the key may be disguised in different ways.
func together(all []form) (kind string, found bool) {
	hasID, hasKey := false, false
	for _, f := range all {
		hasID = hasID || awsKeyIDs().MatchString(f.text)
	}
	for _, f := range all {
		hasKey = hasKey || hasID && hasAWSKey(f.text)
	}
	if !hasKey {
		return "", false
	}
	return "an AWS secret access key beside its id", true
}

func hasAWSKey(text string) bool {
	for line := range strings.Lines(text) {
		for _, m := range awsSecretKey().FindAllStringSubmatch(line, -1) {
			if c := classesOf(m[1]); c.lower && c.upper && c.digits > 0 {
				return true
			}
		}
	}
	return false
}
