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
		beginning("a Replicate token", "r8_", `r8_[0-9A-Za-z]{30,}`),
		beginning("a Groq key", "gsk_", `gsk_[0-9A-Za-z]{40,}`),
		beginning("an xAI key", "xai-", `xai-[0-9A-Za-z]{60,}`),
		beginning("an NVIDIA key", "nvapi-", `nvapi-[\w-]{50,}`),
		beginning("a Pinecone key", "pcsk_", `pcsk_\w{40,}`),
		beginning("a Supabase token", "sbp_", `sbp_[0-9a-f]{40}`),
		beginning("a NuGet key", "oy2", `oy2[a-z0-9]{43}`),
		beginning("a crates.io token", "cio", `cio[0-9A-Za-z]{32}`),
		beginning("a Fly.io token", "fm", `fm[12][ar]?_[\w+/=-]{50,}`),
		beginning("a token to join a cluster", "k10", `K10[0-9a-f]{40,}::\w`),
		beginning("a token to join a cluster", "swmtkn-", `SWMTKN-\d-[0-9a-z]{20,}`),
		beginning("a password for a registry", "eyjhdxrocyi6", `eyJhdXRocyI6[\w+/=]{40,}`),
		beginning("a Matrix token", "syt_", `syt_\w{4,}_\w{12,}`),
		beginning("an ntfy token", "tk_", `tk_[a-z0-9]{29}(?:\b|_)`),
		beginning("a Sentry token", "sntry", `sntry[su]_[\w+/=-]{40,}`),
		beginning("a Honeycomb key", "hcaik_", `hcaik_\w{30,}`),
		beginning("a Netlify token", "nfp_", `nfp_[0-9A-Za-z]{36}`),
		beginning("a Render key", "rnd_", `rnd_[0-9A-Za-z]{28}`),
		beginning("a Juniper password", "$9$", `?\$9\$[\w./-]{8,}`),
		{kind: "a webhook", keywords: []string{"/hooks/", "ifttt"}, pattern: compile(`/hooks/(?:[a-z0-9]{26}\b|\w{16,}/\w{20,})|maker\.ifttt\.com/\S*/key/[\w-]{16,}`)},
		{kind: "a Proxmox token", keywords: []string{"pveapitoken"}, pattern: compile(`PVEAPIToken=[^\s=]+=[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`)},
		{kind: "a password hash", keywords: []string{"md5"}, pattern: compile(`["']md5[0-9a-f]{32}["']`)},
		beginning("an Okta token", "ssws", `SSWS[ \t]+00[\w-]{38,}`),
		beginning("a Telegram token", ":aa", `(?:bot)?\d{8,10}:AA[\w-]{32,}`),
		beginning("a Discord webhook", "discord", `discord(?:app)?\.com/api/webhooks/\d+/[\w-]{40,}`),
		beginning("a Discord token", "discord", `[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}`),
		{kind: "a signed address", keywords: []string{"sig=", "signature="}, pattern: compile(`[?&]sig=[0-9A-Za-z%+/]{20,}|X-Amz-Signature=[0-9a-f]{64}`)},
		{kind: "a password hash", keywords: []string{"sha}", "sha256}", "sha512}"}, pattern: compile(`\{S?SHA(?:256|512)?\}[0-9A-Za-z+/]{20,}`)},
	}
}
