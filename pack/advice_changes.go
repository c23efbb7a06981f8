package pack

// adviseChanges: a check may be run at any time and often, by auto-confirm too. It had better only look.
func adviseChanges(l *loader) {
	for _, c := range l.commands() {
		if c.role != checkIt {
			continue
		}
		if found, is := c.script.MoreThanReads(); is {
			l.adviseIn(c, found.At, "check-changes", c.shown(found)+" in "+c.who+" is not known to only read. a check is run as often as somebody asks",
				"look in another way, or do it in the `command` of a step")
		}
	}
}
