package run

import (
	"maps"
	"slices"

	"rtut/pack"
	"rtut/pack/value"
)

// evidence checks the facts that were typed against those that the item declares.
func (t *transition) evidence(item string, facts []pack.Fact, typed map[string]string) (map[string]value.Value, error) {
	given := map[string]value.Value{}
	for _, id := range slices.Sorted(maps.Keys(typed)) {
		i := slices.IndexFunc(facts, func(f pack.Fact) bool { return f.ID == id })
		if i < 0 {
			return nil, refuse(EvidenceInvalid, item, "declares no evidence %q", id).with("It declares %s", factNames(facts))
		}
		if err := guardText("evidence "+id, typed[id]); err != nil {
			return nil, err
		}
		value, err := facts[i].Spec.ParseAt(typed[id], t.now.Time)
		if err != nil {
			return nil, refuse(EvidenceInvalid, item, "evidence %s %s", id, err)
		}
		if value.Text() == "" {
			return nil, refuse(EvidenceInvalid, item, "evidence %s is empty", id)
		}
		given[id] = value
	}
	return given, nil
}

func factNames(facts []pack.Fact) string {
	var ids []string
	for _, f := range facts {
		ids = append(ids, f.ID)
	}
	if len(ids) == 0 {
		return "none"
	}
	return either(ids)
}

// owedFacts returns the ids of the facts that have not been supplied.
func owedFacts(facts []pack.Fact, have map[string]value.Value) []string {
	var owed []string
	for _, f := range facts {
		if have[f.ID].IsZero() {
			owed = append(owed, f.ID)
		}
	}
	return owed
}
