package secret

// bodies are private keys without the frame that names them, known by how their bytes begin, and what was said to be their end.
func bodies() []ownRule {
	return []ownRule{
		{
			kind: "the body of a private key", glued: true, keywords: []string{"mi", "mhcc", "mc4caq", "bgkqhkig9w0bbq0w"},
			pattern: compile(`\bMI[\w+/]{4}IBAAK[BC]|MI[\w+/]{2,6}IBADANBgkqhkiG9w0BAQEFAAS[BC]|\bMHcCAQEEI|\bMIG[kH]AgEAM|\bMIG[k2]AgE[AB]|\bMIHu?[a-z]?AgEAM|\bMC4CAQAwBQYDK2V|BgkqhkiG9w0BBQ0w`),
		}, {
			kind: "the body of an OpenSSH key", glued: true, keywords: []string{"b3blbnnzac1rzxktdje"},
			pattern: compile(`b3BlbnNzaC1rZXktdjE`),
		}, {
			kind: "the body of a private key", keywords: []string{"aaaac3nzac1lzdi1nte5aaaaq"},
			pattern: compile(`AAAAC3NzaC1lZDI1NTE5AAAAQ`),
		}, {
			kind: "the body of a private key of PGP", keywords: []string{"lq", "lf", "li", "xc", "xv"},
			pattern: compile(`(?:^|[^\w+/])(?:lQ[\w+/]{2}B|lFgE|lIYE|xcLYB|xcMGB|xVgE)[\w+/]{40,}`),
		}, {
			kind: "the end of a private key", spread: true, keywords: []string{"private key-----", "private key block-----"},
			pattern: compile(`[\w+/]{16,}={0,2}\s+(?:[\w+/]{2,}={0,2}\s+)?(?:=[\w+/]{4}\s+)?-----END[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----`),
		}, {
			kind: "a private key on paper", spread: true, keywords: []string{"paperkey"},
			pattern: compile(`\d+:(?: [0-9A-F]{2}){8,}`),
		}, {
			kind: "a static key of OpenVPN", keywords: []string{"openvpn static key"},
			pattern: compile(`-----BEGIN OpenVPN Static key V\d-----`),
		}, {
			kind: "a private key of WireGuard", keywords: []string{"private-key", "privatekey", "genkey", "priv.key", "private.key"}, sign: "=",
			pattern: compile(`[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=`),
		},
	}
}

// hashes are password hashes and what stands for a password, beside those in commonShapes.
func hashes() []ownRule {
	return []ownRule{
		{
			kind: "an NTLM hash", keywords: []string{":::", "ntlm", "nt hash", "aad3b435b51404ee"},
			pattern: compile(`(?i)\b[0-9a-f]{32}:[0-9a-f]{32}:|\b(?:ntlm|nt|lm)(?:[ -]?hash)?\b[^\n]{0,40}?\b[0-9a-f]{32}\b|aad3b435b51404ee`),
		}, {
			kind: "a Kerberos key or ticket", keywords: []string{"cts-hmac", "krb5", "dcc2", "arcfour-hmac", "rc4_hmac"},
			pattern: compile(`(?i)(?:cts-hmac-sha\S+?|arcfour-hmac|rc4_hmac)\S*[: \t]+[0-9a-f]{32,}|\$krb5\w+\$|\$DCC2\$`),
		}, {
			kind: "an answer to an NTLM challenge", keywords: []string{"::"},
			pattern: compile(`\b[\w.$-]+::[\w.-]*:[0-9a-fA-F]{16}:[0-9a-fA-F]{32}:[0-9a-fA-F]+|\b[\w.$-]+::[\w.-]*:[0-9a-fA-F]{48}:[0-9a-fA-F]{48}:[0-9a-fA-F]{16}`),
		}, {
			kind: "a password hash", keywords: []string{"pbkdf2", "$$apr1$$", "$$2", "$$6$$", "$$5$$"},
			pattern: compile(`(?i)\bpbkdf2[.:$_-]\w+[.:$]\d+[.:$][\w+/.=-]{16,}|\$\$(?:apr1|1|5|6|y)\$\$[./0-9A-Za-z]{1,40}\$\$?[./0-9A-Za-z]{22,}|\$\$2[abxy]\$\$\d\d\$\$[./0-9A-Za-z]{53}`),
		},
	}
}
