// Package effect tells from the text of a shell command what the command does: whether it only reads, destroys something, waits for
// something to be typed, or continues until it is stopped. What is known of programs is in reads.txt and harms.txt. A command of which
// something is unknown is never said to only read.
package effect
