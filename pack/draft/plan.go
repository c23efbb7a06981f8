package draft

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Guard says which kind of secret a text looks like, and whether it looks like one. A nil Guard finds none.
type Guard func(text string) (kind string, found bool)

// plan is a plan whose commands have been checked, each by itself.
type plan struct {
	digest   string // SHA-256 of its bytes
	recipe   bool
	commands []command
	aliases  map[string]bool // all that the plan gives
	saved    jsonValue       // the origin of the saved agent that is added; null for a plan
}

// command is one change, with the places that its faults are named by. What a recipe says is named by the recipe.
type command struct {
	place  *place    // of the command
	fields *place    // of the fields of its mutation
	node   *place    // of the fields of the node that it adds, or of its patch
	alias  string    // "" for none
	kind   string    // of the mutation
	body   jsonValue // the mutation
}

// read checks a plan as far as that is possible without a draft.
func read(data []byte, guard Guard, recipeHere bool) (*plan, *Refusal) {
	if raw := limitRaw.bound(); int64(len(data)) > raw.max {
		return nil, at("").refuse(TooLarge, raw.outside(int64(len(data))))
	}
	document, refusal := readJSON(data)
	if refusal != nil {
		return nil, refusal
	}
	_, isRecipe := document.get("steps")
	top := at("")
	if isRecipe {
		top = at("recipe")
	}
	if size := int64(compact(data)); size > limitBytes.bound().max {
		return nil, top.refuse(TooLarge, limitBytes.bound().outside(size))
	}
	if refusal := guard.look(document, top); refusal != nil {
		return nil, refusal
	}
	if isRecipe && !recipeHere {
		return nil, top.refuse(RecipeNotHere, "a recipe, which makes a new draft. commands were expected")
	}
	p := &plan{digest: Digest(data), recipe: isRecipe, aliases: map[string]bool{}}
	if isRecipe {
		return p, p.readRecipe(document)
	}
	return p, p.readBatch(document)
}

// Digest is the SHA-256 of a document, in hexadecimal.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// look refuses a plan in which a text or a key looks like a secret.
func (g Guard) look(v jsonValue, p *place) *Refusal {
	if g == nil {
		return nil
	}
	if kind, found := g(v.text); found && v.kind == text {
		return p.refuse(Secret, fmt.Sprintf(
			"this text looks like a secret (%s). the name of a file or variable that holds it was expected", kind))
	}
	for i, item := range v.items {
		if refusal := g.look(item, p.item(i)); refusal != nil {
			return refusal
		}
	}
	for _, m := range v.members {
		if kind, found := g(m.key); found {
			return p.refuse(Secret, fmt.Sprintf("a key here looks like a secret (%s). another key was expected", kind))
		}
		if refusal := g.look(m.value, p.key(m.key)); refusal != nil {
			return refusal
		}
	}
	return nil
}

// addAlias notes an alias of the plan, or says why it can't be one.
func (p *plan) addAlias(given jsonValue, where *place) (string, *Refusal) {
	if refusal := alias.check(given, where, AliasInvalid); refusal != nil {
		return "", refusal
	}
	switch {
	case given.text == rootID:
		return "", where.refuse(AliasInvalid, "`root` is the sequence that every draft has. another alias was expected")
	case p.aliases[given.text]:
		return "", where.refuse(AliasDuplicate, quoted(given.text)+" is an alias of this plan already. another one was expected")
	}
	p.aliases[given.text] = true
	return given.text, nil
}

// checkVersion judges the version, whose absence is a fault of it too.
func checkVersion(document jsonValue, p *place) *Refusal {
	version, there := document.get("version")
	if !there {
		return p.key("version").refuse(VersionInvalid, "`version` is missing. 1 was expected")
	}
	s := layouts["batch"].field("version").shape
	return s.check(version, p.key("version"), VersionInvalid)
}
