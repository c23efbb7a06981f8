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
	{"AWS access key", []string{"AK", "IA"}, upper + "234567", 16, ""},
	{"AWS session key", []string{"AS", "IA"}, upper + "234567", 16, ""},
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
