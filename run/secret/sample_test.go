package secret

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"

	"pgregory.net/rapid"
)

const (
	digits = "0123456789"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	alnum  = digits + upper + lower
	hexits = "0123456789abcdef"
	sgmime = alnum + "+/"
)

// shape is a kind of secret whose looks are enough to know it by. The parts are put together when the test runs, so
// that these files hold nothing a scanner of secrets would stop at.
type shape struct {
	name     string
	parts    []string // joined, they are what the secret begins with
	alphabet string
	length   int
	after    string
}

var shapesToFind = []shape{
	{"GitHub personal token", []string{"gh", "p_"}, alnum, 36, ""},
	{"GitHub server token", []string{"gh", "s_"}, alnum, 36, ""},
	{"GitHub fine-grained token", []string{"github", "_pat_"}, alnum, 82, ""},
	{"GitLab token", []string{"gl", "pat-"}, alnum, 20, ""},
	{"Slack bot token", []string{"xo", "xb-"}, alnum, 40, ""},
	{"Slack user token", []string{"xo", "xp-"}, alnum, 40, ""},
	{"Stripe key", []string{"sk", "_live_"}, alnum, 24, ""},
	{"Google key", []string{"AI", "za"}, alnum, 35, ""},
	{"Vault token", []string{"hv", "s."}, alnum, 95, ""},
	{"npm token", []string{"np", "m_"}, alnum, 36, ""},
	{"JSON web token", []string{"ey", "JhbGciOiJIUzI1NiJ9.ey", "J"}, alnum, 40, ".c2lnbmF0dXJlLXNpZ25hdHVyZQ"},
	{"URL with a password", []string{"postgres:", "//app:"}, alnum, 12, "@db.internal:5432/app"},
	{"private key", []string{"-----BEGIN ", "PRIVATE", " KEY-----\n"}, sgmime, 64, "\n"},
	{"encrypted private key", []string{"-----BEGIN ENCRYPTED ", "PRIVATE", " KEY-----\n"}, sgmime, 64, "\n"},
	{"OpenSSH key", []string{"-----BEGIN OPENSSH ", "PRIVATE", " KEY-----\n"}, sgmime, 70, "\n"},
}

// shapesOfServices are known by their looks as well, most of them to the published rules alone.
var shapesOfServices = []shape{
	{"SendGrid key", []string{"S", "G."}, alnum, 22, "." + strings.Repeat("Ab3-x_9", 6) + "z"},
	{"Hugging Face token", []string{"h", "f_"}, upper + lower, 34, ""},
	{"DigitalOcean token", []string{"do", "p_v1_"}, hexits, 64, ""},
	{"Databricks token", []string{"da", "pi"}, hexits, 32, ""},
	{"RubyGems key", []string{"ruby", "gems_"}, hexits, 48, ""},
	{"Pulumi token", []string{"pu", "l-"}, hexits, 40, ""},
	{"Grafana token", []string{"gl", "sa_"}, alnum, 32, "_0a1b2c3d"},
	{"old OpenAI key", []string{"s", "k-"}, alnum, 20, "T3Blbk" + "FJ" + "Qz4Rt6Yu8Io0Pa2Sd3Fg"},
	{"Google client secret", []string{"GOC", "SPX-"}, alnum, 28, ""},
	{"Google access token", []string{"ya", "29."}, alnum, 60, ""},
	{"Stripe webhook secret", []string{"wh", "sec_"}, alnum, 32, ""},
	{"Docker token", []string{"dckr", "_pat_"}, alnum, 27, ""},
	{"Tailscale key", []string{"ts", "key-auth-"}, alnum, 40, ""},
	{"Figma token", []string{"fi", "gd_"}, alnum, 40, ""},
	{"Square secret", []string{"sq0", "csp-"}, alnum, 43, ""},
	{"New Relic key", []string{"NR", "AK-"}, upper, 27, ""},
	{"Bitbucket password", []string{"AT", "BB"}, alnum, 32, ""},
	{"Telegram token", []string{"12345", "6789:", "AA"}, alnum, 33, ""},
	{"Mailgun key", []string{"ke", "y-"}, hexits, 32, ""},
	{"Anthropic key", []string{"sk-", "ant-api03-"}, alnum, 93, "AA"},
}

func (s shape) draw(t *rapid.T) string {
	letters := rapid.SliceOfN(rapid.SampledFrom([]byte(s.alphabet)), s.length, s.length).Draw(t, s.name)
	return strings.Join(s.parts, "") + string(letters) + s.after
}

func (s shape) sample(random *rand.Rand) string {
	return strings.Join(s.parts, "") + sample(random, s.alphabet, s.length) + s.after
}

func sample(random *rand.Rand, alphabet string, length int) string {
	b := make([]byte, length)
	for i := range b {
		b[i] = alphabet[random.IntN(len(alphabet))]
	}
	return string(b)
}

func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func encode(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// prose is what an operator may write or paste around a value.
const prose = `The operator rotated the token at 10:32 and checked that password authentication is required again.
Connection to db-2.internal closed, secret pg-tls-v2 is mounted, all 14 pods are ready.
`
