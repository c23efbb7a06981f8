package secret

// onDevices are lines of the configuration of switches, routers, firewalls and access points.
func onDevices() []ownRule {
	const value = `(?:"([^"\n]+)"|([^\s"';]+))`
	return []ownRule{
		{
			kind: "a password of a device", keywords: []string{"enable", "username", "user "}, excuses: notWord,
			pattern: compile(`(?i)\benable[ \t]+(?:algorithm-type[ \t]+\S+[ \t]+)?(?:password|secret)[ \t]+(?:level[ \t]+\d+[ \t]+)?(?:\d[ \t]+)?` + value +
				`|\busername[ \t]+\S+[ \t]+(?:privilege[ \t]+\d+[ \t]+)?(?:password|secret)[ \t]+(?:\d[ \t]+)?` + value),
		}, {
			kind: "a password of a device", keywords: []string{"password 7", "password 0", "password 5", "secret 5", "secret 7", "secret 8", "secret 9", "key 7", "key 0", "md5 7"}, excuses: option,
			pattern: compile(`(?i)\b(?:password|secret|key|md5)[ \t]+[05789][ \t]+(\S{6,})`),
		}, {
			kind: "an SNMP community or pass phrase", keywords: []string{"snmp", "community", "createuser"}, excuses: community,
			pattern: compile(`(?i)\bsnmp-server[ \t]+community[ \t]+` + value + `|\bset[ \t]+snmp[ \t]+community[ \t]+` + value + `|\br[ow]community6?[ \t]+` + value +
				`|\bcreateUser[ \t]+\S+[ \t]+\w+[ \t]+` + value + `|\b(?:auth|priv)[ \t]+(?:md5|sha\d*|des|3des|aes)[ \t]+(?:\d+[ \t]+)?([^\s"';]{6,})`),
		}, {
			kind: "a shared key of a device", keywords: []string{"isakmp", "radius", "tacacs", "authentication", "digest-key", "chap", "key-string", "pre-shared-key", "psk", "auth_pass", "wpa"}, excuses: notWord,
			pattern: compile(`(?i)\bisakmp[ \t]+key[ \t]+(?:\d[ \t]+)?` + value + `|\b(?:radius|tacacs)(?:-server)?[ \t][^\n]*?\bkey[ \t]+(?:\d[ \t]+)?` + value +
				`|\bauthentication-key[ \t]+(?:\d+[ \t]+md5[ \t]+)?` + value + `|\bkey-string[ \t]+(?:\d[ \t]+)?` + value + `|\bpre-shared-key[ \t=]+(?:ascii-text[ \t]+|local[ \t]+|remote[ \t]+)?(?:\d[ \t]+)?` + value +
				`|\bmessage-digest-key[ \t]+\d+[ \t]+md5[ \t]+(?:\d[ \t]+)?` + value + `|\bstandby[ \t]+\d+[ \t]+authentication[ \t]+(?:md5[ \t]+key-string[ \t]+)?` + value + `|\bp(?:pp[ \t]+chap|ap[ \t]+sent-username)[ \t][^\n]*password[ \t]+(?:\d[ \t]+)?` + value +
				`|\bauth_pass[ \t]+` + value + `|\bwpa-psk[ \t]+(?:ascii|hex)[ \t]+(?:\d[ \t]+)?` + value),
		}, {
			kind: "a shared key of a network", keywords: []string{"psk"}, excuses: placeholder,
			pattern: compile(`(?i)\b(?:wpa_)?psk[ \t]*=[ \t]*(?:"([^"\n]+)"|([^\s"']{8,}))|[ \t:]PSK[ \t]+"([^"\n]+)"`),
		}, {
			kind: "a password of a device", keywords: []string{"cipher", "simple", "plaintext"}, excuses: notWord,
			pattern: compile(`(?i)\b(?:password|key|community|authentication-mode)[ \t]+(?:\w+[ \t]+){0,2}(?:cipher|simple|plaintext|irreversible-cipher)[ \t]+` + value + `|\bplaintext-password[ \t]+` + value),
		}, {
			kind: "a password of a device", keywords: []string{"set "}, excuses: option,
			pattern: compile(`\bset[ \t]+(?:password|passwd|psksecret|psk|secret|key)[ \t]+ENC[ \t]+(\S{12,})`),
		},
	}
}
