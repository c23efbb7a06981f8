package draft

import "fmt"

// step is a step of a recipe: a leaf, or a group.
type step struct {
	key      string
	place    *place
	node     jsonValue // of a leaf: with its defaults, without its key
	branches [][]step
}

func (s step) isGroup() bool { return s.branches != nil }

// first returns the leaf that begins a step: of a group the one that begins its first branch.
func (s step) first() step {
	for s.isGroup() {
		s = s.branches[0][0]
	}
	return s
}

// recipe reads the steps of a recipe.
type recipe struct {
	plan   *plan
	leaves int64
}

// readRecipe checks a recipe and compiles it to commands, which are then checked as those of a batch are.
func (p *plan) readRecipe(document jsonValue) *Refusal {
	top := at("recipe")
	if refusal := checkUnknown(layouts["recipe"], document, "", top, RecipeFieldUnknown); refusal != nil {
		return refusal
	}
	if refusal := checkVersion(document, top); refusal != nil {
		return refusal
	}
	r := &recipe{plan: p}
	steps, refusal := r.sequence(document.at("steps"), top.key("steps"), 0)
	if refusal != nil {
		return refusal
	}
	settings, there := document.get("settings")
	if there && settings.kind != object {
		return top.key("settings").refuse(RecipeInvalid, settings.describe()+". an object was expected")
	}
	compiled := int64(len(p.aliases))
	if len(settings.members) > 0 {
		compiled++
		p.compileSettings(settings, top.key("settings"))
	}
	if most := limitCommands.bound(); compiled > most.max {
		return top.key("steps").refuse(RecipeCapacityExceeded, fmt.Sprintf(
			"%d steps, groups and settings together. at most %d were expected; the rest can be applied to the draft afterwards", compiled, most.max))
	}
	p.compile(steps, "$"+rootID, "")
	return p.checkCompiled()
}

// sequence reads the steps of a sequence at a depth.
func (r *recipe) sequence(given jsonValue, where *place, depth int64) ([]step, *Refusal) {
	if !limitDepth.bound().holds(depth) {
		return nil, where.refuse(GraphTooDeep, tooDeep())
	}
	if given.kind != list {
		return nil, where.refuse(RecipeStepsInvalid, given.describe()+". a list of steps was expected")
	}
	if n := int64(len(given.items)); !limitRecipeLeaves.bound().holds(n) {
		return nil, where.refuse(RecipeCapacityExceeded, limitRecipeLeaves.bound().outside(n))
	}
	steps := make([]step, 0, len(given.items))
	for i, item := range given.items {
		s, refusal := r.step(item, where.item(i), depth)
		if refusal != nil {
			return nil, refusal
		}
		steps = append(steps, s)
	}
	return steps, nil
}

func (r *recipe) step(given jsonValue, where *place, depth int64) (step, *Refusal) {
	if given.kind != object {
		return step{}, where.refuse(RecipeInvalid, given.describe()+". a step was expected")
	}
	key, there := given.get("key")
	if !there {
		return step{}, where.key("key").refuse(AliasInvalid, "`key` is missing. "+formatAlias.says+" was expected")
	}
	s := step{place: where}
	var refusal *Refusal
	if s.key, refusal = r.plan.addAlias(key, where.key("key")); refusal != nil {
		return step{}, refusal
	}
	isGroup := given.at("kind").kind == text && given.at("kind").text == "parallel"
	if !isGroup {
		r.leaves++
		if most := limitRecipeLeaves.bound(); !most.holds(r.leaves) {
			return step{}, where.refuse(RecipeCapacityExceeded, most.outside(r.leaves))
		}
	}
	fields, refusal := unions["step"].choose(given, where, StepKindInvalid)
	if refusal != nil {
		return step{}, refusal
	}
	if refusal := checkUnknown(fields, given, "kind", where, RecipeFieldUnknown); refusal != nil {
		return step{}, refusal
	}
	if isGroup {
		branches, there := given.get("branches")
		if !there {
			return step{}, where.key("branches").refuse(ParallelInvalid, "`branches` is missing. a list of branches was expected")
		}
		s.branches, refusal = r.branches(branches, where.key("branches"), depth)
		return s, refusal
	}
	s.node = withPresets(given.without("key"), fields)
	return s, nil
}

func (r *recipe) branches(given jsonValue, where *place, depth int64) ([][]step, *Refusal) {
	if given.kind != list {
		return nil, where.refuse(ParallelInvalid, given.describe()+". a list of branches was expected")
	}
	if n := int64(len(given.items)); !limitBranches.bound().holds(n) {
		return nil, where.refuse(ParallelInvalid, limitBranches.bound().outside(n))
	}
	branches := make([][]step, 0, len(given.items))
	for i, item := range given.items {
		branch, refusal := r.sequence(item, where.item(i), depth+2)
		if refusal != nil {
			return nil, refusal
		}
		if len(branch) == 0 {
			return nil, where.item(i).refuse(ParallelInvalid, "a branch without a step. at least one was expected")
		}
		branches = append(branches, branch)
	}
	return branches, nil
}

// withPresets fills in what a recipe may leave out of a leaf.
func withPresets(node jsonValue, fields layout) jsonValue {
	for _, f := range fields {
		if _, there := node.get(f.key); !there && f.preset != "" {
			node = node.with(f.key, parsed(f.preset))
		}
	}
	return node
}

func tooDeep() string {
	return fmt.Sprintf("groups within groups are too deep here. at most %d within each other were expected", limitDepth.bound().max/2)
}
