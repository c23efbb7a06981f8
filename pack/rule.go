package pack

// rule looks at a whole pack and reports what is wrong with it. A rule never stops another one.
type rule func(*loader)

// rules are applied in this order; the order of what they report is that of the file.
var rules = []rule{
	ruleUnique,
	ruleReserved,
	ruleExists,
	ruleLiteral,
	ruleUses,
	ruleKind,
	ruleHeader,
	ruleDir,
	ruleParam,
	ruleConfirm,
	ruleExecute,
	ruleAlternatives,
	ruleProduces,
	ruleAccept,
	ruleWhen,
	ruleDimension,
	ruleGate,
	ruleEmptyStage,
	ruleOwnGate,
	ruleOwnProduct,
	ruleEvidence,
	ruleStageWhen,
	ruleCycle,
	ruleLoop,
}
