package secret

// codes are seeds of one-time codes, codes for the case that a device is lost, and license keys.
func codes() []ownRule {
	const seed = `(?:[A-Z2-7]{16,}={0,6}|[a-z2-7]{16,}|(?:[A-Za-z2-7]{4}[ -]){3,}[A-Za-z2-7]{4})`
	const code = `(?:[0-9A-Za-z]{4,12}(?:-[0-9A-Za-z]{4,12})+|\d{4} \d{4}\b|[0-9A-Za-z]{8,16})`
	return []ownRule{
		{
			kind: "a one-time code's seed", excuses: noDigit,
			keywords: []string{"totp", "2fa", "mfa", "otp", "two-factor", "authenticator", "faktor", "двухфактор", "Двухфактор", "двойн", "双因素", "二次验证", "两步验证", "动态口令", "secret", "секрет", "seed"},
			pattern:  compile(`(?i:totp|2fa|mfa|\botp|two-?factor|2-?factor|authenticator|zwei(?:ter|te)? ?-?faktor|faktor|double facteur|doble factor|двухфактор|双因素|二次验证|两步验证|动态口令)[^\n]{0,60}?[^\w+/-](` + seed + `)(?:[^\w+/-]|$)|otpauth://[^\s]*secret=([A-Za-z2-7]{8,})`),
		}, {
			kind: "codes for recovery", spread: true, excuses: noDigit,
			keywords: []string{"recover", "backup code", "backup-code", "scratch code", "emergency", "secours", "récup", "wiederherst", "notfall", "recuper", "respaldo", "восстанов", "резервн", "恢复", "备用", "救援"},
			pattern:  compile(`(?i:recovery[ -](?:codes?|keys?)|(?:backup|scratch|emergency)[ -]codes?|codes?[ -](?:de[ -])?(?:secours|récupération|respaldo|recuperación)|clés? de (?:secours|récupération)|(?:códigos?|claves?) de (?:respaldo|recuperación)|wiederherstellungs(?:codes?|schlüssel)|notfallcodes?|код\p{L}* восстановления|резервн\p{L}+ код\p{L}*|(?:恢复|备用|救援)(?:代码|码|密钥))(?:[^:：\n]{0,30}?(?:[:：]\s*|\n\s*)(?:\d+[.)] *)?(` + code + `)|[^:：\n]{0,30}?[ \t]([0-9A-Za-z]{4,12}(?:-[0-9A-Za-z]{4,12}){2,}))(?:[^\w]|$)`),
		}, {
			kind: "a license key", excuses: noDigit,
			keywords: []string{"licen", "lizenz", "лиценз", "activation", "aktivierung", "product key", "produktschlüssel", "许可", "授权", "/ipk", "clé"},
			pattern: compile(`(?i:(?:licen[sc]e|licencia|activation|product|serial|volume)[ _-]?(?:key|code|signature)|\blicen[sc]e|(?:lizenz|produkt|aktivierungs)(?:schlüssel|key|code)|cl[ée]f? (?:de licence|d['’]activation)|(?:clave|número|código) de (?:licencia|activación)|лицензионн\p{L}+ ключ|ключ (?:лицензии|активации)|(?:许可证?|授权|激活)(?:密钥|码)|/ipk)[^:：=\n]{0,30}?[ \t"']*[:：= \t]\s*["']?` +
				`((?:[0-9A-Z]{4,8}-){2,}[0-9A-Z]{4,8}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Z]{20,}|[0-9A-Za-z+/]{40,}={0,2}|[0-9a-f]{32,})`),
		},
	}
}

// noDigit excuses what is a word after all.
func noDigit(_, value string) bool {
	return !digit().MatchString(value) || !letter().MatchString(value) && len(value) < 8
}
