// Package boxes draws a graph as boxes and lines of text, from top to bottom.
//
// What waits for nothing is in the first row; everything else is below all that it waits for. A line is left out where others say the same:
// if c waits for b and a, and b waits for a, only the lines from a to b and from b to c are drawn. Lines of different origin that cross are
// drawn with the upright one uninterrupted; lines that meet have the same origin, or the same end.
//
//	rows.go   puts the items into rows
//	order.go  puts each row into an order, and its boxes into columns
//	net.go    groups the lines between two rows, and gives each group a line of text
//	canvas.go holds what is drawn
package boxes
