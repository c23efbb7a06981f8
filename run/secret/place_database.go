package secret

import "strings"

// inDatabases are values that databases' commands and languages take.
func inDatabases() []ownRule {
	const login = `[\w$#]+/(?:\\?"([^"\n]+?)\\?"|([^\s/"']+))`
	return []ownRule{
		{
			kind: "a password for Oracle", keywords: []string{"sqlplus", "rman", "expdp", "impdp", "exp ", "imp ", "sqlldr", "userid=", "jdbc:oracle"}, sign: "/", excuses: option,
			pattern: compile(`(?i)\b(?:sqlplus|sql|rman|expdp|impdp|exp|imp|sqlldr|dgmgrl)[ \t]+(?:-\w+[ \t]+)*(?:target[ \t]+)?[\\"']*` + login + `(?:@|[ \t"']|$)|\buserid=[\\"']*` + login + `|jdbc:oracle:\w+:` + login + `@`),
		}, {
			kind: "a password for Oracle", keywords: []string{"target", "catalog", "auxiliary", "connect", "conn "}, sign: "/", excuses: notOdd,
			pattern: compile(`(?i)\b(?:target|catalog|auxiliary|conn(?:ect)?)[ \t]+[\\"']*` + login + `(?:@|[ \t]+as[ \t]+sys)`),
		}, {
			kind: "a password in SQL", keywords: []string{"identified"}, excuses: sqlWord,
			pattern: compile(`(?i)\bidentified(?:[ \t]+(?:with|via)[ \t]+\S+)?[ \t]+(?:by|using)[ \t]+(?:password[ \t(]+)?(?:values[ \t]+)?` + argument),
		}, {
			kind: "a password in SQL", keywords: []string{"password"}, excuses: option,
			pattern: compile(`(?i)\bset[ \t]+password\b[^=\n]*=[ \t]*(?:password[ \t]*\()?'([^'\n]+)'|\bpassword[ \t]*\([ \t]*'([^'\n]+)'|\bmysqladmin[ \t][^\n]*\bpassword[ \t]+` + argument),
		}, {
			kind: "a password for Redis", keywords: []string{"acl setuser"}, excuses: option,
			pattern: compile(`(?i)\bacl[ \t]+setuser[ \t][^\n]*[ \t]["']?>([^\s"']{4,})`),
		}, {
			kind: "a password for Redis", keywords: []string{"auth "}, excuses: notStrong,
			pattern: compile(`\bAUTH[ \t]+(?:[\w.-]+[ \t]+)?` + argument),
		}, {
			kind: "a password for Redis", keywords: []string{"requirepass", "masterauth"}, excuses: notOdd,
			pattern: compile(`(?i)\b(?:requirepass|masterauth)[ \t]+` + argument),
		}, {
			kind: "a password for LDAP", keywords: []string{"bindpw", "rootpw", "authtok", "olcrootpw"}, excuses: option,
			pattern: compile(`(?i)\b(?:bindpw|rootpw|olcrootpw|\w*authtok)[ \t]*[:= \t][ \t]*` + argument),
		},
	}
}

var sqlWords = wordSet(`values globally externally password by as with`)

// sqlWord is option behind IDENTIFIED BY, and lets the words of SQL pass.
func sqlWord(matched, value string) bool {
	quoted := strings.HasSuffix(matched, "'") || strings.HasSuffix(matched, `"`)
	return option(matched, value) || sqlWords[lowerASCII(value)] || !quoted && gradeOf(value) == plain
}

// notStrong is option where a word that is odd is as likely as a password.
func notStrong(matched, value string) bool {
	return option(matched, value) || gradeOf(value) != strong
}
