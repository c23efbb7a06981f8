package secret

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// TestSecretIsFound lists texts that give a secret away. VALUE stands for a random password, ONE:TWO joins to ONETWO, so
// that this file itself gives nothing away.
func TestSecretIsFound(t *testing.T) {
	for _, text := range []string{
		"pass¦word=VALUE", "PASS¦WORD = VALUE", "pass¦wd:VALUE", "passwd: VALUE", "Password: VALUE", "pass¦word=hunter2", "PASS¦WORD : VALUE", "the pass¦word is VALUE now", "API ¦key = VALUE", "api ¦key: VALUE",
		"s¦k-proj-VALUEVALUE",
		`pass¦word="VALUE"`, `pass¦word='VALUE with words'`, "PGPASS¦WORD=VALUE psql -h db", "export API_TO¦KEN=VALUE",
		"to¦ken=VALUE", "sec¦ret=VALUE", "api_¦key=VALUE", "api-¦key: VALUE", "apiKey:¦VALUE", "client_sec¦ret := VALUE",
		"aws_secret_access_¦key = VALUE", "AccountName=x;Account¦Key=VALUE==;", "Server=db;Uid=x;P¦wd=VALUE;", "MYSQL_¦PWD=VALUE mysql",
		`{"user":"x","pass¦word":"VALUE"}`, `{"pass¦word": "hunter"}`, "  pass¦word: VALUE  # the old one", "X-Vault-To¦ken: VALUE",
		"host=db user=x pass¦word=VALUE dbname=y", "https://h/?user=x&pass¦word=VALUE&ssl=true", "jdbc:postgresql://h/d?pass¦word=VALUE",
		"postgres:/¦/app:VALUE@db/app", "https:/¦/user:pass¦word@example.com", "redis:/¦/:VALUE@cache:6379", "amqp:/¦/a:p%40VALUE@q/v",
		"Author¦ization: Bearer VALUE", "Author¦ization: Basic dXNlcjpWQUxVRQ==", `curl -H "author¦ization: bearer VALUE" https://h`,
		"Bea¦rer VALUEVALUE", "mysql --pass¦word VALUE", "tool --api-to¦ken VALUE run", "ssh¦pass -p VALUE ssh h", "curl -u bob:VALUE https://h",
		"openssl rsa -pass¦in pass:VALUE", "ALTER ROLE app PASS¦WORD 'VALUE';", "CREATE USER a IDENT¦IFIED BY 'VALUE'",
		"db:543¦2:app:app:VALUE", "mach¦ine h login u password VALUE", "require¦pass VALUE", "AK¦IAIOSFODNN7EXAMPLE",
		"-----BEGIN RSA PRI¦VATE KEY-----", "-----BEGIN PGP PRI¦VATE KEY BLOCK-----", "PuTTY-User-¦Key-File-2: ssh-rsa",
		"root:$¦6$saltsalt$VALUEVALUEVALUEVALUEVALUE:19000:0:", "AGE-SEC¦RET-KEY-1QQQQ",
		"SCRAM-SHA-256$¦4096:c2FsdA==$aGFzaA==:aGFzaA==", "heroku_api_¦key: 12345678-9abc-def0-1234-56789abcdef0",
	} {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "¦", ""), "VALUE", sample(seeded(), alnum, 14))
		if _, found := Look(text); !found {
			t.Errorf("nothing found in %q", text)
		}
	}
}

func TestShapeIsFoundByItsLooks(t *testing.T) {
	for _, s := range shapesToFind {
		if _, found := Look(s.sample(seeded())); !found {
			t.Errorf("%s is not found", s.name)
		}
	}
}

func TestKindIsSaidInWords(t *testing.T) {
	random := seeded()
	for _, c := range []struct{ text, want string }{
		{"AK" + "IA" + sample(random, upper, 16), "an AWS access key id"},
		{"gh" + "p_" + sample(random, alnum, 36), "a GitHub token"},
		{"-----BEGIN " + "PRIVATE KEY-----", "a private key"},
		{"pass" + "word=" + sample(random, alnum, 9), "a password or token that is set"},
		{"https:/" + "/x:" + sample(random, alnum, 9) + "@h", "a password in a URL"},
		{"SG." + sample(random, alnum, 66), "a sendgrid API token"},
		{"do" + "p_v1_" + sample(random, hexits, 64), "a digitalocean PAT"},
	} {
		if kind, _ := Look(c.text); kind != c.want {
			t.Errorf("Look(%q) says %q, want %q", c.text, kind, c.want)
		}
	}
}

// disguises are ways in which a secret comes to be written without anyone meaning to hide it.
var disguises = map[string]func(string) string{
	"base64":              encode,
	"base64, off by one":  func(s string) string { return encode(" " + s) },
	"base64, off by two":  func(s string) string { return encode("x " + s) },
	"base64 after a word": func(s string) string { return "b64" + encode(s) },
	"base64 in lines":     func(s string) string { return broken(encode("user and more: "+s), 16) },
	"base64 of base64":    func(s string) string { return encode(encode(s)) },
	"URL-encoded":         url.QueryEscape,
	"every byte %XX":      func(s string) string { return fmt.Sprintf("%%%X", s[:1]) + percent(s[1:]) },
	"JSON":                func(s string) string { return strconv.Quote(`{"x": "` + s + `"}`) },
	"JSON, every \\u":     func(s string) string { return eachByte(s, `\u%04x`) },
	"shell, \\ each":      func(s string) string { return eachByte(s, `\%c`) },
	"shell, $'\\x'":       func(s string) string { return "$'" + eachByte(s, `\x%02x`) + "'" },
	"empty quotes":        func(s string) string { return s[:3] + `""` + s[3:] },
	"two lines":           func(s string) string { return s[:len(s)/2] + "\n" + s[len(s)/2:] },
	"indented lines":      func(s string) string { return "key  " + s[:len(s)-7] + "\n     " + s[len(s)-7:] + "\nend of it" },
	"lines continued":     func(s string) string { return s[:9] + "\\\n" + s[9:] },
	"a line into a space": func(s string) string { return "it is " + s[:len(s)/2] + " " + s[len(s)/2:] + " now" },
	"continued, a space":  func(s string) string { return s[:len(s)/2] + `\ ` + s[len(s)/2:] },
	"zero-width space":    func(s string) string { return s[:3] + "\u200b" + s[3:] },
	"colours":             func(s string) string { return s[:3] + "\x1b[31m" + s[3:] + "\x1b[0m" },
	"NUL":                 func(s string) string { return s[:3] + "\x00" + s[3:] },
}

func percent(s string) string { return eachByte(s, "%%%02x") }

func eachByte(s, format string) string {
	var out strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&out, format, s[i])
	}
	return out.String()
}

func broken(s string, width int) string {
	var out strings.Builder
	for ; len(s) > width; s = s[width:] {
		out.WriteString(s[:width] + "\n")
	}
	return out.String() + s
}

func TestSecretIsFoundInDisguise(t *testing.T) {
	for name, disguise := range disguises {
		for _, s := range shapesToFind {
			plain := strings.TrimSuffix(s.sample(seeded()), "\n")
			if _, found := Look(disguise(plain)); !found {
				t.Errorf("%s is not found as %s: %q", s.name, name, disguise(plain))
			}
		}
	}
}
