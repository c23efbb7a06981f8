package pagetest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// Spoken is something that a screen reader is told of. The module's own type refuses what newer browsers say besides.
type Spoken struct {
	Ignored    bool       `json:"ignored"`
	Role       word       `json:"role"`
	Name       word       `json:"name"`
	Properties []property `json:"properties"`
}

type word struct {
	Value any `json:"value"`
}

type property struct {
	Name  string `json:"name"`
	Value word   `json:"value"`
}

func (w word) String() string {
	if w.Value == nil {
		return ""
	}
	return fmt.Sprint(w.Value)
}

// Tree is what a screen reader is told of, in order.
func (tab *Tab) Tree() []Spoken {
	tab.T.Helper()
	var answer struct {
		Nodes []Spoken `json:"nodes"`
	}
	tab.Does(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, accessibility.CommandGetFullAXTree, nil, &answer)
	}))
	return slices.DeleteFunc(answer.Nodes, func(n Spoken) bool { return n.Ignored })
}

// named are the roles that a screen reader announces by a name.
var named = []string{"heading", "link", "image", "img", "region", "navigation", "DisclosureTriangle", "columnheader", "rowheader"}

// ReadsAloud expects landmarks, headings in order, heads of tables that say of what they are, and a name for all that is
// announced by one.
func (tab *Tab) ReadsAloud() {
	tab.T.Helper()
	landmarks, level := map[string]int{}, 0
	for _, n := range tab.Tree() {
		role, name := n.Role.String(), n.Name.String()
		landmarks[role]++
		if role == "heading" {
			now := n.level()
			if level == 0 && now != 1 || now > level+1 {
				tab.T.Errorf("heading %q is of level %d, behind one of level %d", name, now, level)
			}
			level = now
		}
		if slices.Contains(named, role) && strings.TrimSpace(name) == "" {
			tab.T.Errorf("a %s has no name", role)
		}
	}
	for _, role := range []string{"banner", "main", "contentinfo"} {
		if landmarks[role] != 1 {
			tab.T.Errorf("%d landmarks %s, not one", landmarks[role], role)
		}
	}
	if n := Eval[int](tab, `[...document.querySelectorAll("th:not([aria-hidden])")].filter(th => !th.scope).length`); n > 0 {
		tab.T.Errorf("%d heads of tables do not say of what", n)
	}
}

func (s Spoken) level() int {
	level := 0
	for _, p := range s.Properties {
		if p.Name == "level" {
			_, _ = fmt.Sscan(p.Value.String(), &level)
		}
	}
	return level
}
