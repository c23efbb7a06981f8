package draft

// readBatch checks a list of commands, each by itself, one after the other.
func (p *plan) readBatch(document jsonValue) *Refusal {
	outside := at("commands")
	if document.kind != object {
		return outside.refuse(BatchInvalid, document.describe()+". an object with `version` and `commands` was expected")
	}
	if refusal := checkUnknown(layouts["batch"], document, "", at(""), FieldUnknown); refusal != nil {
		refusal.Path = outside.String()
		return refusal
	}
	if refusal := checkVersion(document, at("")); refusal != nil {
		return refusal
	}
	commands, there := document.get("commands")
	most := limitCommands.bound()
	switch n := int64(len(commands.items)); {
	case !there:
		return outside.refuse(BatchInvalid, "`commands` is missing. a list of commands was expected, or `steps` for a new draft")
	case commands.kind != list:
		return outside.refuse(BatchInvalid, commands.describe()+". a list of commands was expected")
	case n < most.min:
		return outside.refuse(BatchInvalid, most.outside(n))
	case n > most.max:
		return outside.refuse(TooLarge, most.outside(n))
	}
	for i, given := range commands.items {
		if refusal := p.readCommand(given, outside.item(i)); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (p *plan) readCommand(given jsonValue, where *place) *Refusal {
	if given.kind != object {
		return where.refuse(BatchInvalid, given.describe()+". a command such as {\"mutation\": {\"kind\": ...}} was expected")
	}
	if refusal := checkUnknown(layouts["command"], given, "", where, FieldUnknown); refusal != nil {
		return refusal
	}
	c := command{place: where, fields: where.key("mutation"), body: given.at("mutation")}
	c.kind = c.body.at("kind").text
	if refusal := p.readAlias(given, &c); refusal != nil {
		return refusal
	}
	if _, there := given.get("mutation"); !there {
		return c.fields.refuse(FieldMissing, "`mutation` is missing. a mutation was expected")
	}
	mutation := layouts["command"].field("mutation").shape
	if refusal := mutation.check(c.body, c.fields, FieldInvalid); refusal != nil {
		return refusal
	}
	c.node = c.fields.key("patch")
	if c.kind == "add_node" {
		c.node = c.fields.key("nodeWithoutId")
	}
	if refusal := checkTogether(c); refusal != nil {
		return refusal
	}
	p.commands = append(p.commands, c)
	return nil
}

// readAlias notes the alias of a command, if it has one and makes something that can have one.
func (p *plan) readAlias(given jsonValue, c *command) *Refusal {
	as, there := given.get("as")
	if !there {
		return nil
	}
	name, refusal := p.addAlias(as, c.place.key("as"))
	if refusal != nil {
		return refusal
	}
	_, known := unions["mutation"].layout(c.kind)
	if known && c.kind != "add_node" && c.kind != "wrap_parallel" {
		return c.place.key("as").refuse(AliasInvalid, c.kind+" makes nothing that an alias could name. no alias was expected")
	}
	c.alias = name
	return nil
}
