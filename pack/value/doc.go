// Package value is what the values of a pack are, and what texts and expressions make of them.
//
// A Spec says which values there may be; a Value has passed one. A Scope gives the type of every name, and Values the value of
// each at one time. A Text is a string with placeholders, an Expr a condition over names; both are checked against a Scope as
// they are read, and say what is wrong as Faults, by the place in the text.
package value
