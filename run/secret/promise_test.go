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
