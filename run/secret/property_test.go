package secret

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// english draws sentences of ordinary words, the words of this trade among them.
func english(t *rapid.T, label string) string {
	words := strings.Fields(prose + `we will restart the primary after it has caught up and then ask for a new
		password when every session of the user is closed because that is what the plan of this week says token secret key`)
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 40).Draw(t, label), " ")
}

func TestSecretIsFoundWhereverItStands(t *testing.T) {
	for _, s := range shapesToFind {
		t.Run(s.name, rapid.MakeCheck(func(t *rapid.T) {
			space := rapid.SampledFrom([]string{" ", "\n", "\t", ": ", "=", `"`, "'", "(", ","})
			text := english(t, "before") + space.Draw(t, "left") + s.draw(t) + space.Draw(t, "right") + english(t, "after")
			if _, found := Look(text); !found {
				t.Fatalf("nothing found in %q", text)
			}
		}))
	}
}

func TestPasswordIsFoundWhateverItsName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"pass" + "word", "pass" + "wd", "to" + "ken", "sec" + "ret", "api_" + "key"}).Draw(t, "name")
		prefix := rapid.SampledFrom([]string{"", "DB_", "my-", "x.", "export PG"}).Draw(t, "prefix")
		value := rapid.StringMatching(`[a-z]{2}[0-9][A-Za-z0-9#+*]{5,20}[A-Z0-9]`).Draw(t, "value")
		for _, format := range []string{"%s%s=%s", "%s%s = %q", "%s%s: %s", "%s%s: '%s'"} {
			text := fmt.Sprintf(format, prefix, name, value)
			if _, found := Look(english(t, "before") + "\n" + text + "\n" + english(t, "after")); !found {
				t.Fatalf("nothing found in %q", text)
			}
		}
	})
}

func TestRandomIdentifiersPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sum := rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "bytes")
		u := hex.EncodeToString(sum[:16])
		uuid := strings.Join([]string{u[:8], u[8:12], u[12:16], u[16:20], u[20:]}, "-")
		text := rapid.SampledFrom([]string{
			uuid, strings.ToUpper(uuid), u, hex.EncodeToString(sum[:20]), hex.EncodeToString(sum[:32]), hex.EncodeToString(sum),
			"sha256:" + hex.EncodeToString(sum[:32]), "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:32]),
			strings.ToUpper(strings.TrimSuffix(eachByte(string(sum[:20]), "%02x:"), ":")),
		}).Draw(t, "form")
		if kind, found := Look(english(t, "before") + "\n" + text + " " + english(t, "after")); found {
			t.Fatalf("%s found in %q", kind, text)
		}
	})
}

func TestBase64OfProsePasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := english(t, "text")
		if kind, found := Look(broken(encode(text), rapid.IntRange(20, 76).Draw(t, "width"))); found {
			t.Fatalf("%s found in the base64 of %q", kind, text)
		}
	})
}

func TestKindTellsNothingOfTheSecret(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringMatching(`[0-9]{3}[A-Z]{3}[a-z]{3}[0-9]{3}`).Draw(t, "value")
		kind, found := Look("pass" + "word=" + value)
		if !found || strings.Contains(kind, value) {
			t.Fatalf("Look says %q, %v", kind, found)
		}
	})
}
