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
		"db:543¦2:app:app:VALUE", "mach¦ine h login u password VALUE", "require¦pass VALUE",
		"-----BEGIN RSA PRI¦VATE KEY-----", "-----BEGIN PGP PRI¦VATE KEY BLOCK-----", "PuTTY-User-¦Key-File-2: ssh-rsa",
		"root:$¦6$saltsalt$VALUEVALUEVALUEVALUEVALUE:19000:0:", "AGE-SEC¦RET-KEY-1QQQQ",
		"SCRAM-SHA-256$¦4096:c2FsdA==$aGFzaA==:aGFzaA==", "heroku_api_¦key: 12345678-9abc-def0-1234-56789abcdef0",
		"mach¦ine h\n  login u\n  password VALUE", "*:¦*:*:app:VALUE", `{"auths":{"h":{"au¦th":"YW5hOmh1bnRlcjIy"}}}`, "_au¦th=YW5hOmh1bnRlcjIy",
		"ana:{S¦HA}VALUEVALUE=", "Preshared¦Key = " + strings.Repeat("A", 43) + "=", "docker lo¦gin -u ci -p VALUE h", "keytool -store¦pass VALUE -list",
		"ldap¦search -D cn=a -w VALUE -b dc=x", "redis-¦cli -a VALUE ping", "aws config¦ure set aws_secret_access_key VALUE", "rabbitmq¦ctl change_password app VALUE",
		"smb¦client -U ana%VALUE //h/s", "net u¦se z: /user:ana VALUE", "mys¦ql -u root -pVALUE", "echo root:VALUE | chpas¦swd", "echo VALUE | su¦do -S reboot",
		"pass¦word for app: VALUE", "the pass¦word for db3 is VALUE", "p¦w=VALUE", "new p¦w: VALUE", "pa¦ss: VALUE", "Pass¦wort: VALUE", "Kenn¦wort=VALUE", "mot de pas¦se: VALUE",
		"<pass¦word>VALUE</password>", "cred¦entials: ana:VALUE", "lo¦gin ana / VALUE works", "secret ¦key is VALUEVALUEVALUE", "api¦key VALUEVALUEVALUE",
		"unseal ¦key 1: " + strings.Repeat("Ab1", 15), "secret_¦id    52000567-e51c-b037-1428-13c9b5385f79", "Coo¦kie: session=VALUEVALUE",
		"---- BEGIN SSH2 ENCRYPTED PRI¦VATE KEY ----", "https://h/c?sv=1&s¦ig=VALUEVALUE%3D", "https://api.telegram.org/bot123456789:A¦A" + strings.Repeat("x", 33) + "/send",
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
		{"AK" + "IA" + sample(random, upper, 16) + " " + sample(random, alnum, 40), "an AWS secret access key beside its id"},
		{"the password for db3 is " + sample(random, alnum, 12), "a password in a sentence"},
		{"creds: ana/" + sample(random, alnum, 12), "a name with its password"},
		{"ipmitool -H bmc1 -U root -P " + sample(random, alnum, 12), "a password on a command line"},
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
	"base64":               encode,
	"base64, off by one":   func(s string) string { return encode(" " + s) },
	"base64, off by two":   func(s string) string { return encode("x " + s) },
	"base64 after a word":  func(s string) string { return "b64" + encode(s) },
	"base64 in lines":      func(s string) string { return broken(encode("user and more: "+s), 16) },
	"base64 of base64":     func(s string) string { return encode(encode(s)) },
	"URL-encoded":          url.QueryEscape,
	"every byte %XX":       func(s string) string { return fmt.Sprintf("%%%X", s[:1]) + percent(s[1:]) },
	"JSON":                 func(s string) string { return strconv.Quote(`{"x": "` + s + `"}`) },
	"JSON, every \\u":      func(s string) string { return eachByte(s, `\u%04x`) },
	"shell, \\ each":       func(s string) string { return eachByte(s, `\%c`) },
	"shell, $'\\x'":        func(s string) string { return "$'" + eachByte(s, `\x%02x`) + "'" },
	"empty quotes":         func(s string) string { return s[:3] + `""` + s[3:] },
	"two lines":            func(s string) string { return s[:len(s)/2] + "\n" + s[len(s)/2:] },
	"indented lines":       func(s string) string { return "key  " + s[:len(s)-7] + "\n     " + s[len(s)-7:] + "\nend of it" },
	"lines continued":      func(s string) string { return s[:9] + "\\\n" + s[9:] },
	"a line into a space":  func(s string) string { return "it is " + s[:len(s)/2] + " " + s[len(s)/2:] + " now" },
	"continued, a space":   func(s string) string { return s[:len(s)/2] + `\ ` + s[len(s)/2:] },
	"base64 after letters": func(s string) string { return encode("xy" + s) },
	"shell, $'\\101'":      func(s string) string { return "$'" + eachByte(s, `\%03o`) + "'" },
	"code, every \\u{}":    func(s string) string { return eachByte(s, `\u{%x}`) },
	"HTML, every &#65;":    func(s string) string { return eachByte(s, "&#%d;") },
	"hexadecimal":          func(s string) string { return eachByte(s, "%02x") },
	"hexadecimal, spaced":  func(s string) string { return eachByte(s, "%02X ") },
	"two kinds of quotes":  func(s string) string { return `"` + s[:6] + `"'` + s[6:] + "'" },
	"two literals":         func(s string) string { return `"` + s[:6] + `" + "` + s[6:] + `"` },
	"lines of a mail":      func(s string) string { return "> " + s[:len(s)/2] + "\n> " + s[len(s)/2:] },
	"lines of a comment":   func(s string) string { return "# it is " + s[:len(s)/2] + "\n# " + s[len(s)/2:] + " now" },
	"lines of a diff":      func(s string) string { return "+" + s[:len(s)/2] + "\n+" + s[len(s)/2:] },
	"zero-width space":     func(s string) string { return s[:3] + "\u200b" + s[3:] },
	"colours":              func(s string) string { return s[:3] + "\x1b[31m" + s[3:] + "\x1b[0m" },
	"NUL":                  func(s string) string { return s[:3] + "\x00" + s[3:] },
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

// What stands around a token in a sentence, in code and in markup must not hide it.
func TestSecretIsFoundWhateverStandsAroundIt(t *testing.T) {
	for _, around := range []string{
		"the key is %s.", "I used %s, then left", "(%s)", "[%s]", "{%s}", "<%s>", "%s: revoked", "is it %s?", "not %s!", "|%s|", "?k=%s&x=1", "**%s**", "_%s_",
		"%s/path", "/x/%s", "%s – old", "%s—old", "“%s”", "%s’s", "%s@host", "%s%%", "<k>%s</k>", "a,%s,b", "~~%s~~", "%s\u00a0now",
	} {
		for _, s := range append(shapesToFind, shapesOfServices...) {
			text := fmt.Sprintf(around, strings.TrimSpace(s.sample(seeded())))
			if _, found := Look(text); !found {
				t.Errorf("%s is not found in %q", s.name, text)
			}
		}
	}
}

// The id of a key of AWS names the key and is no secret; both together let in.
func TestKeyOfAWSIsRefusedBesideItsID(t *testing.T) {
	random := seeded()
	for _, begins := range []string{"AK" + "IA", "AS" + "IA"} {
		id, key := begins+sample(random, upper+"234567", 16), sample(random, alnum+"+/", 40)
		for _, text := range []string{id, "key " + id + " of ci is inactive", id + " commit " + sample(random, hexits, 40), id + " " + sample(random, alnum, 39), encode(id), key} {
			if kind, found := Look(text); found {
				t.Errorf("%s found in %q", kind, text)
			}
		}
		for _, text := range []string{id + " " + key, id + "\nand\n" + key, key + "," + id, id + " " + encode(" "+key), encode(id) + "\n" + key, "`" + id + "`/`" + key + "`"} {
			if _, found := Look(text); !found {
				t.Errorf("nothing found in %q", text)
			}
		}
		if _, found := Together(id, "x", key); !found {
			t.Errorf("nothing found in %q together with %q", id, key)
		}
		if _, found := Together(id, "x", id); found {
			t.Errorf("something found in %q twice", id)
		}
	}
}
