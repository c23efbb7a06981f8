package secret

// inCommands are values where one kind of command takes a password.
func inCommands() []ownRule {
	const within = `[^\n|;&]*[ \t]`
	return []ownRule{
		{
			kind: "a password or token on a command line", keywords: nameWords, sign: "-", excuses: spoken,
			pattern: compile(`(?i)--?[\w-]*` + name + `[ \t]+["']?` + word + `|\bsshpass[ \t]+-p[ \t]*["']?` + word),
		}, {
			kind: "a pass phrase for openssl", keywords: []string{"pass:"}, excuses: placeholder,
			pattern: compile(`-pass(?:in|out|wd|word)?[ \t]+["']?pass:` + word),
		}, {
			kind: "a password for Java's keytool", keywords: []string{"storepass", "keypass"}, excuses: placeholder,
			pattern: compile(`-(?:src|dest|new)?(?:store|key)pass[ \t]+["']?` + word),
		}, {
			kind: "a password for a registry", keywords: []string{"docker", "podman", "nerdctl", "helm", "crane", "oras"}, sign: "login", excuses: placeholder,
			pattern: compile(`\b(?:docker|podman|nerdctl|helm|crane|oras)[ \t]` + within + `-p[ \t=]*["']?` + word),
		}, {
			kind: "a password for LDAP", keywords: []string{"ldap"}, sign: "-w", excuses: placeholder,
			pattern: compile(`\bldap(?:search|modify|add|delete|whoami|passwd|compare)[ \t](?:` + within + `)?-w[ \t]*["']?` + word),
		}, {
			kind: "a password for Redis", keywords: []string{"redis-cli", "valkey-cli"}, sign: "-", excuses: placeholder,
			pattern: compile(`\b(?:redis|valkey)-cli[ \t](?:` + within + `)?-(?:a|-pass)[ \t]+["']?` + word),
		}, {
			kind: "a password for RabbitMQ", keywords: []string{"rabbitmqctl"}, excuses: placeholder,
			pattern: compile(`\brabbitmqctl[ \t](?:` + within + `)?(?:change_password|add_user|authenticate_user)[ \t]+\S+[ \t]+["']?` + word),
		}, {
			kind: "a password for a share", keywords: []string{"smbclient", "rpcclient", "net use"}, excuses: placeholder,
			pattern: compile(`\b(?:smb|rpc)client[ \t](?:` + within + `)?-U[ \t]*["']?[^\s%"']+%` + word + `|(?i:\bnet use[ \t]` + within + `/user:\S+[ \t]+)` + word),
		}, {
			kind: "a password for MySQL", keywords: []string{"mysql", "mariadb"}, sign: "-p", excuses: unmixed,
			pattern: compile(`\b(?:mysql|mariadb)[\w-]*[ \t](?:` + within + `)?-p["']?` + word),
		}, {
			kind: "a secret for the AWS command line", keywords: []string{"aws configure set"}, excuses: placeholder,
			pattern: compile(`\baws configure set[ \t]+\S*(?:secret_access_key|session_token)[ \t]+["']?` + word),
		}, {
			kind: "a password that is piped", keywords: []string{"sudo", "chpasswd"}, sign: "echo", excuses: unmixed,
			pattern: compile(`\becho[ \t]+["']?` + word + `["']?[ \t]*\|[ \t]*sudo[ \t]+-S|\becho[ \t]+["']?[\w.-]+:` + word + `["']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd`),
		}, {
			kind: "a password in SQL", keywords: []string{"password", "identified"}, sign: "'", excuses: placeholder,
			pattern: compile(`(?i)\b(?:password|identified[ \t]+by)[ \t]+'([^'\s]+)'`),
		},
	}
}

// inFiles are values where one kind of file keeps a password.
func inFiles() []ownRule {
	return []ownRule{
		{
			kind: "a line of .pgpass", keywords: []string{":543", ":6432", ":*:"}, excuses: placeholder,
			pattern: compile(`(?m)(?:^|[\s"'])[^:\s"']+:(?:543\d|6432|\*):[^:\s]+:[^:\s]+:([^:\s"']+)(?:[\s"']|$)`),
		}, {
			kind: "an entry of .netrc", keywords: []string{"machine", "default"}, excuses: placeholder, spread: true,
			pattern: compile(`\b(?:machine\s+\S+|default)\s+login\s+\S+\s+password\s+(\S+)`),
		}, {
			kind: "a password for Redis", keywords: []string{"requirepass", "masterauth"}, excuses: placeholder,
			pattern: compile(`(?im)\b(?:requirepass|masterauth)[ \t]+["']?` + word + `["']?[ \t]*\r?$`),
		}, {
			kind: "a password for a registry", keywords: []string{"auth"}, excuses: noPair,
			pattern: compile(`"auth"[ \t]*:[ \t]*"([0-9A-Za-z+/]{8,}={0,2})"|_auth[ \t]*=[ \t]*"?([0-9A-Za-z+/]{8,}={0,2})`),
		}, {
			kind: "a key for WireGuard", keywords: []string{"presharedkey"}, sign: "=", excuses: placeholder,
			pattern: compile(`(?i)\bpresharedkey[ \t]*=[ \t]*([0-9A-Za-z+/]{43}=)`),
		}, {
			kind: "an unseal key of Vault", keywords: []string{"unseal", "recovery key", "entsiegel", "Entsiegel", "déverrouill", "распечат", "解封"}, excuses: unmixed,
			pattern: compile(`(?i)(?:\bunseal|\brecovery key|entsiegel|déverrouill|распечат|解封)[^\n]{0,40}?[ \t:：]+([0-9A-Za-z+/]{43,}=?)`),
		}, {
			kind: "a secret id of Vault", keywords: []string{"secret_id", "secret id"}, excuses: unmixed,
			pattern: compile(`(?i)\bsecret[_ ]id["']?[ \t]*[:= \t][ \t]*["']?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`),
		},
	}
}
