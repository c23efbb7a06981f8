package secret

// lesserShapes are those of single services, which the published list lacks.
func lesserShapes() []ownRule {
	beginning := func(kind, keyword, pattern string) ownRule {
		return ownRule{kind: kind, keywords: []string{keyword}, pattern: compile(`(?:\b|_)` + pattern)}
	}
	return []ownRule{
		beginning("a Google client secret", "gocspx-", `GOCSPX-[\w-]{20,}`),
		beginning("a Google access token", "ya29.", `ya29\.[\w-]{20,}`),
		beginning("a Stripe webhook secret", "whsec_", `whsec_[0-9A-Za-z+/]{20,}`),
		beginning("a Docker token", "dckr_", `dckr_[op]at_[\w-]{20,}`),
		beginning("a Tailscale key", "tskey-", `tskey-[a-z]+-[\w-]{10,}`),
		beginning("a Figma token", "figd_", `figd_[\w-]{30,}`),
		beginning("a Square secret", "sq0", `sq0(?:csp|atp)-[\w-]{22,}`),
		beginning("a New Relic key", "nrak-", `NRAK-[0-9A-Z]{20,}`),
		beginning("a Bitbucket app password", "atbb", `ATBB[0-9A-Za-z]{24,}`),
		beginning("a Facebook token", "eaa", `EAA[A-Z][0-9A-Za-z]{40,}`),
		beginning("a Notion token", "secret_", `secret_[0-9A-Za-z]{43}`),
		beginning("a Mailchimp key", "-us", `[0-9a-f]{32}-us\d{1,2}(?:\b|_)`),
		beginning("a Mailgun key", "key-", `key-[0-9a-f]{32}(?:\b|_)`),
		beginning("a Firebase key", "apa91b", `[\w-]{8,}:APA91b[\w-]{80,}`),
		beginning("an Okta token", "ssws", `SSWS[ \t]+00[\w-]{38,}`),
		beginning("a Telegram token", ":aa", `(?:bot)?\d{8,10}:AA[\w-]{32,}`),
		beginning("a Discord webhook", "discord", `discord(?:app)?\.com/api/webhooks/\d+/[\w-]{40,}`),
		beginning("a Discord token", "discord", `[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}`),
		{kind: "a signed address", keywords: []string{"sig=", "signature="}, pattern: compile(`[?&]sig=[0-9A-Za-z%+/]{20,}|X-Amz-Signature=[0-9a-f]{64}`)},
		{kind: "a password hash", keywords: []string{"sha}", "sha256}", "sha512}"}, pattern: compile(`\{S?SHA(?:256|512)?\}[0-9A-Za-z+/]{20,}`)},
	}
}
