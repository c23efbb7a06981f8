package secret

import "strings"

// argument is a value on a command line, in quotes or not.
const argument = `(?:\\?"([^"\n]+?)\\?"|'([^'\n]+)'|([^\s"'` + "`" + `|&;<>]+))`

// ofPrograms are values that programs take as a password behind a flag of one letter, or without a flag.
func ofPrograms() []ownRule {
	const within = `[^\n|;&]*?[ \t]`
	return []ownRule{
		{
			kind: "a password on a command line", sign: "-p", excuses: option,
			keywords: []string{"ipmitool", "ipmi", "racadm", "esxcli", "psexec", "mongo", "sqlcmd", "bcp", "mosquitto_", "zip", "winrm", "plink", "pscp", "vmrun", "isql", "osql", "cqlsh", "nodetool", "kadmin", "veracrypt", "truecrypt", "rdesktop", "twine", "certutil"},
			pattern: compile(`\b(?:ipmitool|ipmi-\w+|ipmipower|racadm|esxcli|[Pp]s[Ee]xec(?:64)?|mongo\w*|sqlcmd|bcp|mosquitto_\w+|evil-winrm|plink|pscp|vmrun|[io]sql|cqlsh|nodetool|kadmin|veracrypt|truecrypt|rdesktop|twine|certutil)(?:\.exe)?[ \t](?:` + within + `)?-(?:[pP]|pw)(?:[ \t]+|=)` + argument +
				`|\b(?:un)?zip[ \t](?:` + within + `)?-P[ \t]*` + argument),
		}, {
			kind: "a password on a command line", sign: "-p", excuses: notOdd, keywords: []string{"mongo", "sshpass", "winrs"},
			pattern: compile(`\b(?:mongo\w*|winrs)[ \t](?:` + within + `)?-p:?` + argument),
		}, {
			kind: "a password for LDAP", sign: "-", excuses: option, keywords: []string{"ldappasswd", "slappasswd", "dsconf", "dsidm", "ipa-"},
			pattern: compile(`\b(?:ldap|slap)passwd[ \t](?:` + within + `)?-s[ \t]*` + argument + `|\b(?:dsconf|dsidm|ipa-\w+(?:-\w+)*)[ \t](?:` + within + `)?-w[ \t]*` + argument),
		}, {
			kind: "a password for a file server", sign: "-u", excuses: option, keywords: []string{"lftp", "net ads", "smbget", "winexe", "smbcacls"},
			pattern: compile(`\blftp[ \t](?:` + within + `)?-u[ \t]+[^\s,]+,` + argument + `|\b(?:net ads|smbget|winexe|smbcacls)[ \t](?:` + within + `)?-U[ \t]*["']?[^\s%"']+%` + argument),
		}, {
			kind: "a password for a registry", sign: ":", excuses: option, keywords: []string{"creds"},
			pattern: compile(`--(?:src-|dest-)?creds[ =]+["']?[^\s:"']+:([^\s"']+)`),
		}, {
			kind: "a token for a registry", excuses: unmixed, keywords: []string{"_authtoken", "npmauthtoken", "poetry"},
			pattern: compile(`(?i)_?authtoken[ \t"'=:]+([\w.-]{20,})|\bpoetry[ \t]+config[ \t]+\S+[ \t]+([\w.-]{20,})`),
		}, {
			kind: "a password to be hashed", excuses: option, keywords: []string{"openssl passwd", "mkpasswd"},
			pattern: compile(`\bopenssl[ \t]+passwd[ \t]+(?:-(?:salt[ \t]+\S+|\w+)[ \t]+)*` + argument),
		}, {
			kind: "a password of an archive", sign: "p", excuses: notOdd, keywords: []string{"7z", "rar"},
			pattern: compile(`\b(?:7z\w?|rar|unrar)(?:\.exe)?[ \t](?:` + within + `)?-h?p` + argument),
		}, {
			kind: "a password for a host's management", keywords: []string{"ipmitool", "racadm"}, excuses: option,
			pattern: compile(`\bipmitool[ \t]` + within + `set[ \t]+password[ \t]+\d+[ \t]+` + argument + `|\bracadm[ \t]` + within + `[Pp]assword[ \t]+` + argument),
		}, {
			kind: "an SNMP community or pass phrase", keywords: []string{"snmp"}, sign: "-", excuses: community,
			pattern: compile(`\bsnmp\w+[ \t](?:` + within + `)?-(?:c|A|X)[ \t]*` + argument),
		}, {
			kind: "a pass phrase for openssl", keywords: []string{"openssl"}, sign: "-k", excuses: option,
			pattern: compile(`\bopenssl[ \t]+(?:enc|aes|des|cms|smime)\S*[ \t](?:` + within + `)?-[kK][ \t]+` + argument),
		}, {
			kind: "a pass phrase for a key", keywords: []string{"ssh-keygen"}, excuses: option,
			pattern: compile(`\bssh-keygen[ \t](?:` + within + `)?-[NP][ \t]*` + argument),
		}, {
			kind: "a password for a web server", keywords: []string{"htpasswd"}, sign: "b", excuses: option,
			pattern: compile(`\bhtpasswd[ \t](?:` + within + `)?-\w*b\w*[ \t]+(?:-\w+[ \t]+)*(?:[^\s"'-]*[/.]\S*[ \t]+)?[\w.@-]+[ \t]+` + argument),
		}, {
			kind: "a password for a disk", keywords: []string{"--security-"}, excuses: option,
			pattern: compile(`--security-(?:unlock|set-pass|disable|erase|erase-enhanced)[ \t]+` + argument),
		}, {
			kind: "a password on a command line", keywords: []string{"set_password"}, excuses: option,
			pattern: compile(`\bset_password[ \t]+(?:vnc|spice)[ \t]+` + argument),
		}, {
			kind: "a password for a request", keywords: []string{"curl", "http", "wget"}, sign: ":", excuses: option,
			pattern: compile(`\bcurl[ \t](?:` + within + `)?(?:-[uU]|--(?:proxy-)?user)[ =]*["']?[^\s:"'/]+:([^\s"']+)|\b(?:http|https|xh)[ \t](?:` + within + `)?(?:-a|--auth)[ =]*["']?[^\s:"'/]+:([^\s"']+)`),
		}, {
			kind: "a session cookie", keywords: []string{"curl", "wget", "http"}, sign: "=", excuses: unmixed,
			pattern: compile(`(?:-b|--cookie)[ =]*["']?[\w.-]+=([\w.%+/~-]{16,})`),
		}, {
			kind: "a token for a registry", keywords: []string{"cargo login", "nuget", "dotnet"}, excuses: unmixed,
			pattern: compile(`\bcargo[ \t]+login[ \t]+([\w-]{20,})|\b(?:dotnet[ \t]+)?nuget[ \t](?:` + within + `)?(?:-k|--api-key|-ApiKey)[ \t]+(\S{20,})`),
		}, {
			kind: "a one-time code's seed", keywords: []string{"oathtool"}, excuses: option,
			pattern: compile(`\boathtool[ \t](?:` + within + `)?([A-Za-z2-7]{16,}|[0-9a-f]{20,})\b`),
		}, {
			kind: "an NTLM hash", keywords: []string{"winrm", "crackmap", "nxc", "netexec", "psexec", "wmiexec", "smbexec", "atexec", "secretsdump", "xfreerdp", "pth-"}, sign: "-",
			pattern: compile(`-(?:H|hashes)[ \t]+(?:[0-9a-fA-F]{32}|:)?:?[0-9a-fA-F]{32}\b`),
		},
	}
}

// readers are commands that take a password on their standard input.
const readers = `(?:sudo[ \t]+(?:-\S+[ \t]+)*)?(?:\S*/)?(?:(?:docker|podman|nerdctl|helm|crane|oras|skopeo|buildah)[ \t][^\n]*--password-stdin|passwd[ \t][^\n]*--stdin|chpasswd|smbpasswd|pdbedit|cryptsetup|` +
	`sudo[ \t]+-S|kinit|gpg\w*[ \t][^\n]*--passphrase-fd|ansible-vault|openssl[ \t][^\n]*stdin|gh[ \t]+auth|vault[ \t]+login)`

// piped are values that commands are given on their standard input, or that are written to a file for them.
func piped() []ownRule {
	const printed = `\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)*(?:(?:'%s[^']*'|"%s[^"]*"|%s)[ \t]+)?(?:"([^"]+)"|'([^']+)'|([^\s"'|&;<>]+))[ \t]*`
	return []ownRule{
		{
			kind: "a password that is piped", sign: "|", spread: true, excuses: option, keywords: []string{"--password-stdin", "--stdin", "passwd", "pdbedit", "cryptsetup", "sudo", "kinit", "--passphrase-fd", "ansible-vault", "openssl", "gh auth", "vault login"},
			pattern: compile(printed + `\|[ \t]*` + readers),
		}, {
			kind: "a password that is piped", sign: "<<<", excuses: option, keywords: []string{"passwd", "cryptsetup", "kinit", "--password-stdin", "sudo"},
			pattern: compile(readers + `[^\n]*<<<[ \t]*` + argument),
		}, {
			kind: "a password that is written to a file", sign: ">", excuses: notOdd, keywords: []string{"echo", "printf"},
			pattern: compile(printed + `>{1,2}[ \t]*["']?\S*(?:pass|pw|secret|token|cred|key)\S*`),
		}, {
			kind: "a password that is sent at a prompt", sign: "send", spread: true, excuses: notOdd, keywords: []string{"assword", "passphrase"},
			pattern: compile(`\bsend(?:line)?[ \t(]+(?:--?[ \t]+)?["']([^"'\s]+?)(?:\\[rn]|\s)*["']`),
		},
	}
}

// onWindows are values that commands of Windows take.
func onWindows() []ownRule {
	return []ownRule{
		{
			kind: "a password on a command line", keywords: []string{"/p:", "/pass:", "/password:", "/rp", "/pwd:"}, excuses: property,
			pattern: compile(`(?i)[ \t]/(?:p|pass|password|pwd|rp)(?::|[ \t]+)` + argument),
		}, {
			kind: "a password on a command line", keywords: []string{"net user"}, excuses: notOdd,
			pattern: compile(`(?i)\bnet[ \t]+user[ \t]+\S+[ \t]+` + argument),
		}, {
			kind: "a secure string of PowerShell", keywords: []string{"convertto-securestring"}, excuses: option,
			pattern: compile(`(?i)ConvertTo-SecureString[ \t]+(?:-(?:String|AsPlainText|Force)[ \t]+)*` + argument),
		}, {
			kind: "a credential of PowerShell", keywords: []string{"credential"}, excuses: option,
			pattern: compile(`(?i)(?:Network|PS)Credential\]?(?:::new)?[ \t]*\([ \t]*["'][^"'\n]+["'][ \t]*,[ \t]*(?:"([^"\n]+)"|'([^'\n]+)')`),
		},
	}
}

// placeName is a name in capitals that a manual has where a value goes.
var placeName = compile(`^<?[A-Z_]*(?:PASS|PASSWORD|PASSWD|PW|SECRET|TOKEN|COMMUNITY|KEY)>?$`)

// option is placeholder where another option may stand in the value's place.
func option(matched, value string) bool {
	return strings.HasPrefix(value, "-") || placeName().MatchString(value) || placeholder(matched, value)
}

// property is option, and lets the properties of a build pass: /p:Configuration=Release.
func property(matched, value string) bool {
	return properties().MatchString(value) || option(matched, value)
}

var properties = compile(`^[A-Za-z.]+=\w`)

// notOdd is option where a word is more likely than a password.
func notOdd(matched, value string) bool {
	return option(matched, value) || gradeOf(value) == plain
}

// notWord is option where a word of letters is more likely than a password.
func notWord(matched, value string) bool {
	return option(matched, value) || !digit().MatchString(value) && gradeOf(value) == plain
}

// community is option, and lets the community pass that everybody knows.
func community(matched, value string) bool {
	return value == "public" || value == "SHA" || value == "AES" || option(matched, value)
}
