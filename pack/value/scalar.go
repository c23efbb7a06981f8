package value

import (
	"errors"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// errScalar says that a text is not of the type; Spec puts into words what would be.
var errScalar = errors.New("not of this type")

// maxDigits bounds whole numbers, whose arithmetic would else take for ever.
const maxDigits = 1000

var (
	wholePattern      = CompileLater(`^[+-]?[0-9]+$`)
	numberPattern     = CompileLater(`^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	identifierPattern = CompileLater(`^[A-Za-z_][A-Za-z0-9_]*$`)
	labelPattern      = CompileLater(`^[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$`)
	zonePattern       = CompileLater(`^[A-Za-z0-9_.-]*$`)
)

// parseScalar returns the canonical value of text.
func parseScalar(kind Type, text string) (Value, error) {
	if kind == String || kind == Choice {
		return StringValue(text), nil
	}
	text = strings.TrimSpace(text)
	switch kind {
	case Int, Port:
		return parseWhole(text)
	case Number:
		return parseNumber(text)
	case Bool:
		return parseBool(text)
	case IP:
		return parseIP(text)
	case Timestamp:
		t, err := parseTimestamp(text)
		return StringValue(formatTimestamp(t)), err
	case Duration:
		_, err := time.ParseDuration(text)
		return StringValue(strings.NewReplacer("µ", "u", "μ", "u").Replace(text)), err
	}
	if !isOfType(kind, text) {
		return Value{}, errScalar
	}
	return StringValue(text), nil
}

// isOfType judges the types that are stored as they are typed.
func isOfType(kind Type, text string) bool {
	switch kind {
	case Date:
		_, err := time.Parse(time.DateOnly, text)
		return err == nil
	case Hostname:
		return isHostname(text)
	case URL:
		return isURL(text)
	case Path:
		return text != "" && text[0] != '-'
	case Identifier:
		return identifierPattern().MatchString(text)
	}
	return false
}

func parseWhole(text string) (Value, error) {
	if !wholePattern().MatchString(text) || len(text) > maxDigits {
		return Value{}, errScalar
	}
	whole, _ := new(big.Int).SetString(text, 10)
	return Value{json: whole.String()}, nil
}

// parseNumber keeps every digit of a number without an exponent; one with an exponent is a float64.
func parseNumber(text string) (Value, error) {
	float, err := strconv.ParseFloat(text, 64)
	if err != nil || !numberPattern().MatchString(text) || len(text) > maxDigits {
		return Value{}, errScalar
	}
	if strings.ContainsAny(text, "eE") {
		return Value{json: formatFloat(float)}, nil
	}
	whole, fraction, _ := strings.Cut(strings.TrimLeft(text, "+-"), ".")
	whole, fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if text[0] == '-' && whole != "0" {
		whole = "-" + whole
	}
	return Value{json: whole}, nil
}

func formatFloat(float float64) string {
	if float == 0 {
		return "0"
	}
	if abs := math.Abs(float); abs < 1e-6 || abs >= 1e21 {
		return strconv.FormatFloat(float, 'e', -1, 64)
	}
	return strconv.FormatFloat(float, 'f', -1, 64)
}

func parseBool(text string) (Value, error) {
	switch strings.ToLower(text) {
	case "true", "t", "yes", "y", "on":
		return Value{json: "true"}, nil
	case "false", "f", "no", "n", "off":
		return Value{json: "false"}, nil
	}
	return Value{}, errScalar
}

func parseIP(text string) (Value, error) {
	addr, err := netip.ParseAddr(text)
	if err != nil || !zonePattern().MatchString(addr.Zone()) {
		return Value{}, errScalar
	}
	return StringValue(addr.String()), nil
}

// isHostname goes by RFC 1123, and admits underscores, which containers and Windows have in names.
func isHostname(text string) bool {
	if len(text) > 253 {
		return false
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(text, "."), ".") {
		if !labelPattern().MatchString(label) {
			return false
		}
	}
	return true
}

func isURL(text string) bool {
	parsed, err := url.Parse(text)
	if err != nil || strings.ContainsAny(text, " \t") {
		return false
	}
	return parsed.Scheme != "" && (parsed.Host != "" || strings.HasPrefix(parsed.Path, "/"))
}
