package secret

import "testing"

// docs/security.md says of these that they are recorded: whoever reads it must not count on more than there is.
func TestWhatIsSaidNotToBeKnownIsNotKnown(t *testing.T) {
	for _, text := range []string{
		"horse battery staple", "mysql -pfoo", "password hunter2", "password: hunter", "Cookie: session=abcdef",
		"wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYzEXAMPLEKEX",
		encode(encode(encode("pass" + "word=hunter2 and more"))),
		"gh" + "p_" + "a8K q2Zr7W m4Xv9L t3Nb6Y c1Hd5J f0Gs8P eUo",
	} {
		if kind, found := Look(text); found {
			t.Errorf("%q is known as %s", text, kind)
		}
	}
}

// docs/security.md says of these that they can't be told from their twins.
func TestWhatIsSaidToHaveATwinHasOne(t *testing.T) {
	for secret, twin := range map[string]string{
		"the passphrase is maple lantern seven quay":  "the passphrase is kept in the safe",
		"passwd of the ilo = RBKPEIRY":                "passwd of the ilo = unchanged",
		"asked for the password, I typed red77":       "asked for the password, I called ben42",
		"what is the root password?\nRed77horse":      "what is the root password?\nSee Server2019",
		"my shard is 34e1326c721915dfd9402a59ce5973e": "my commit is 34e1326c721915dfd9402a59ce5973e",
		"login with ana / winter26":                   "login with ana / web26",
	} {
		for _, text := range []string{secret, twin} {
			if kind, found := Look(text); found {
				t.Errorf("%q is known as %s", text, kind)
			}
		}
	}
}
