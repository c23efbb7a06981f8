package draft

import (
	"fmt"
	"strings"
)

// maxID is the length of the longest id of a node, in characters.
const maxID = 40

// newID makes the id of a new node of its alias, or of its title: small letters, digits and single dashes, a letter first. For a
// group its branches and the stage behind it get ids too, which have to be free as well.
func (w *work) newID(alias, title string, branches int) string {
	base := slug(alias)
	if alias == "" {
		base = slug(title)
	}
	if base == "" {
		base = "step"
	}
	id := strings.TrimRight(base[:min(len(base), maxID)], "-")
	for n := 2; !w.free(id, branches); n++ {
		suffix := fmt.Sprintf("-%d", n)
		id = strings.TrimRight(base[:min(len(base), maxID-len(suffix))], "-") + suffix
	}
	w.take(id, branches)
	return id
}

// slug keeps letters and digits, in small letters, with one dash for whatever stands between them.
func slug(name string) string {
	var out strings.Builder
	for _, r := range name {
		switch {
		case 'A' <= r && r <= 'Z':
			out.WriteRune(r - 'A' + 'a')
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9' && out.Len() > 0:
			out.WriteRune(r)
		case out.Len() > 0 && !strings.HasSuffix(out.String(), "-"):
			out.WriteByte('-')
		}
	}
	return strings.TrimRight(out.String(), "-")
}

// claims lists the ids that a node takes: its own, and of a group those of its branches and of the stage behind it.
func claims(id string, branches int) []string {
	ids := []string{id}
	for n := 1; n <= branches; n++ {
		ids = append(ids, branchID(id, n))
	}
	if branches > 0 {
		ids = append(ids, "after-"+id)
	}
	return ids
}

func branchID(group string, n int) string { return fmt.Sprintf("%s-branch%d", group, n) }

func (w *work) free(id string, branches int) bool {
	for _, claimed := range claims(id, branches) {
		if w.taken[claimed] {
			return false
		}
	}
	return true
}

func (w *work) take(id string, branches int) {
	for _, claimed := range claims(id, branches) {
		w.taken[claimed] = true
	}
}

// takenIDs are all ids that there are in a draft, or ever were.
func (d *Draft) takenIDs() map[string]bool {
	taken := map[string]bool{rootID: true}
	d.root.each(0, func(n *node, _ *sequence, _ int, _ int64) {
		for _, claimed := range claims(n.id, len(n.branches)) {
			taken[claimed] = true
		}
	})
	for _, id := range d.retired {
		taken[id] = true
	}
	return taken
}

// retire notes the ids of a node that goes, with those of all in it.
func (w *work) retire(n *node) {
	w.draft.retired = append(w.draft.retired, claims(n.id, len(n.branches))...)
	for _, b := range n.branches {
		for _, inner := range b.nodes {
			w.retire(inner)
		}
	}
}
