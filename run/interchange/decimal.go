package interchange

import (
	"cmp"
	"math/big"
	"strings"
)

// decimal is what a JSON number means, however long its literal: digits times ten to the power of exponent. It is never
// written out, so that 1e999999999 costs nothing.
type decimal struct {
	negative bool
	digits   string // without zeros in front and behind; "" is 0
	exponent *big.Int
}

// maxExponent is how many digits of an exponent are looked at.
const maxExponent = 100

// decimalOf reads the literal of a JSON number.
func decimalOf(literal string) decimal {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(literal), "e")
	mantissa, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d := decimal{negative: negative, exponent: new(big.Int)}
	if len(exponent) > maxExponent {
		exponent = exponent[:maxExponent] // which no number that means anything comes near
	}
	d.exponent.SetString(cmp.Or(strings.TrimPrefix(exponent, "+"), "0"), 10)
	digits := whole + fraction
	d.digits = strings.TrimRight(digits, "0")
	d.exponent.Add(d.exponent, big.NewInt(int64(len(digits)-len(d.digits)-len(fraction))))
	if d.digits = strings.TrimLeft(d.digits, "0"); d.digits == "" {
		return decimal{exponent: new(big.Int)}
	}
	return d
}

// String is the same for equal numbers alone.
func (d decimal) String() string {
	sign := ""
	if d.negative {
		sign = "-"
	}
	return sign + d.digits + "e" + d.exponent.String()
}

// isWhole reports whether d is an integer.
func (d decimal) isWhole() bool { return d.exponent.Sign() >= 0 }

// compareWhole orders two numbers of at least 0.
func compareWhole(a, b decimal) int {
	if a.digits == "" || b.digits == "" {
		return cmp.Compare(len(a.digits), len(b.digits))
	}
	return cmp.Or(a.length().Cmp(b.length()), cmp.Compare(a.digits, b.digits))
}

// length is how many digits stand before the point.
func (d decimal) length() *big.Int {
	return new(big.Int).Add(d.exponent, big.NewInt(int64(len(d.digits))))
}
