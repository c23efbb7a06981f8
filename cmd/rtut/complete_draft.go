package main

// drafts are the ids of the drafts of the repo.
func (c completion) drafts() []string {
	options := draftOptions{app: c.app}
	place, err := options.place()
	if err != nil {
		return nil
	}
	ids, err := place.store().IDs()
	if err != nil {
		return nil
	}
	return ids
}
