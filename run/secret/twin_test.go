package secret

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// twins are texts that give a secret away, each with one that is like it and harmless. ¤password stands for a password, ¤40 for a key of
// so many characters, ¤hex for a number of 32 digits to the base of 16; ¦ keeps this file itself free of what it is about.
var twins = []struct{ secret, harmless string }{
	{"creds: admin/¤password", "creds: ask ana"},
	{"pw for root on db3 is ¤password", "pw for root on db3 is in the vault"},
	{"login with ana / ¤password", "login with her own account / SSO"},
	{"log in as operator using ¤password", "log in as operator using SSO"},
	{"u: postgres p: ¤password", "u: postgres p: required"},
	{"root / ¤password works on db3", "root / admin3 were asked"},
	{"temporary pass¦word ¤password was mailed", "temporary password was mailed, ticket CHG0474148"},
	{"set pass to ¤password", "set pass to required"},
	{"I set ¤password as the root password", "I set db3 as the source, the password is unchanged"},
	{"its password? ¤password", "Was the password wrong? Caps lock maybe."},
	{"**Password:** `¤password`", "**Password:** `<redacted>`"},
	{"the passphrase is red-horse-battery-sta¦ple", "the passphrase must have five words"},
	{"Das Passwort ist ¤password", "Das Passwort ist zu kurz, Richtlinie BSI-TR-02102 verlangt 14 Zeichen"},
	{"Das Passwort für root auf db3 lautet ¤password", "Das Passwort lautet wie gehabt."},
	{"Passwort wurde auf ¤password zurückgesetzt", "Passwort auf db-prod-04 geändert (CHG0474148)"},
	{"Zugangsdaten: ana/¤password", "Zugangsdaten liegen in Tresor T-12/3"},
	{"le mot de passe est ¤password", "le mot de passe est correct, c'est le certificat"},
	{"mdp bmc = ¤password", "mdp : dans l'enveloppe 12"},
	{"mot de passe changé en ¤password", "mot de passe changé sur db-prod-04 (CHG0474148)"},
	{"Identifiants : ana / ¤password", "Identifiants à demander au responsable"},
	{"la contraseña es ¤password", "la contraseña es la misma de siempre"},
	{"Se cambió la clave del usuario app a ¤password", "se cambió la contraseña a las 14:20 en db3"},
	{"Credenciales: ana/¤password", "clave: preguntar al turno"},
	{"пароль: ¤password", "пароль: см. хранилище"},
	{"Пароль от базы - ¤password", "Пароль root на db3 сменили, лежит в vault"},
	{"сменил пароль на ¤password", "пароль на wifi сменили 12.11"},
	{"mit ana / ¤password anmelden", "mit ana / bo auf db3 anmelden"},
	{"connexion avec ana / ¤password", "connexion avec ana / bo impossible"},
	{"mot de passe – Ete2¦026!", "mot de passe – voir le coffre, ticket OPS-2026!"},
	{"пароль — Лето2¦026!", "пароль — в хранилище, меняли в 2026!"},
	{"пароль сменил на Лето2¦026!", "пароль сменил на прошлой неделе, в 2026!"},
	{"заходить под ana / ¤password", "заходить под своей учёткой / SSO"},
	{"密码：¤password", "密码：见保险库"},
	{"密码是¤password", "密码已在 db-prod-04 上更新"},
	{"已将管理员密码改为 ¤password", "密码将于 2026-12-31 过期"},
	{"账号：ops 口令：¤password", "账号：ops 密码：（当面告知）"},
	{"ipmitool -I lanplus -H bmc1 -U ADMIN -P ¤password power status", "ipmitool -H bmc1 -U ADMIN -E power status"},
	{"snmpwalk -v2c -c ¤password sw1", `snmpwalk -v2c -c "$COMMUNITY" sw1`},
	{"snmpget -v3 -u nms -a SHA -A ¤password -x AES -X ¤password sw1", "snmpget -v3 -u nms -a SHA -A $A -x AES sw1"},
	{"sqlplus system/¤password@PROD", "sqlplus / as sysdba"},
	{"connect sys/¤password as sysdba", "connect sys/web04 to the jump host"},
	{"jdbc:oracle:thin:scott/¤password@db3:1521:orcl", "jdbc:oracle:thin:@db3:1521:orcl"},
	{"ALTER USER scott IDENTIFIED BY ¤password ACCOUNT UNLOCK", "a fault identified by valgrind in the client"},
	{"ALTER USER app WITH PASSWORD '¤password'", "ALTER USER app WITH PASSWORD :'newpw';"},
	{"ConvertTo-SecureString '¤password' -AsPlainText -Force", "$pw = Read-Host -AsSecureString \"Password\""},
	{"xfreerdp /v:ts1 /u:ana /p:¤password", "msbuild app.sln /p:Configuration=Release"},
	{"psexec \\\\web04 -u CORP\\admin -p ¤password cmd", "psexec \\\\web04 -s cmd"},
	{"echo -n ¤password | cryptsetup luksOpen /dev/sdb x", "cryptsetup luksOpen --key-file /etc/luks.key /dev/sdb x"},
	{"echo ¤password | docker login -u ci --password-stdin", "docker login -u ci --password-stdin < /run/secrets/reg"},
	{"chpasswd <<< 'ana:¤password'", "chpasswd < /etc/list"},
	{"echo ¤password > ~/.vault_pass", "echo ok > /tmp/token.txt"},
	{"expect \"assword:\"\nsend \"¤password\\r\"", "expect \"assword:\"\nsend \"exit\\r\""},
	{"htpasswd -b /etc/nginx/.htpasswd ana ¤password", "htpasswd -c /etc/nginx/.htpasswd ana"},
	{"7z x dump.7z -p¤password", "7z x dump.7z -o/tmp"},
	{"SSH¦PASS=¤password ssh¦pass -e ssh db3", "ssh¦pass -e ssh db3"},
	{"curl --proxy-user app:¤password https://h", "curl -u \"$USER:$PASS\" https://h"},
	{"enable password 7 08701E1D5D4C53", "enable password is required on all switches"},
	{"username ana secret 5 ¤password", "username and password were correct"},
	{"snmp-server community ¤password RO", "snmp-server community <removed> RO"},
	{"radius-server host 10.0.0.1 key ¤password", "radius server key rotated"},
	{"crypto isakmp key ¤password address 203.0.113.9", "crypto key generate rsa modulus 4096"},
	{"the guest wifi key is ¤password", "the wifi key is unchanged"},
	{"Authori¦zation: Splunk 95a1ef34-531f-4cc4-93e5-7eb501a5e2db", "request id 95a1ef34-531f-4cc4-93e5-7eb501a5e2db"},
	{"Ocp-Apim-Subscription-¦Key: ¤hex", "Content-Hash: ¤hex"},
	{"SECRET_KEY_¦BASE=¤hex¤hex", "RELEASE_DIGEST=¤hex¤hex"},
	{"APP_¦KEY=base64:¤43=", "CACHE_KEY=¤40"},
	{"[Interface]\nPrivate¦Key = " + strings.Repeat("Ab1", 14) + "E=", "[Peer]\nPublicKey = " + strings.Repeat("Ab1", 14) + "E="},
	{"b3BlbnNzaC1rZXkt¦djEAAAAABG5vbmUAAAAE", "AAAAC3NzaC1lZDI1NTE5AAAAIMg1bNMU6GhcCKLBcK93"},
	{"MIIEpgIBAAK¦CAQEAp4U4CFafT", "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAp4U4CFafT"},
	{strings.Repeat("Ab1/", 16) + "\n-----END RSA PRI¦VATE KEY-----", strings.Repeat("Ab1/", 16) + "\n-----END CERTIFICATE-----"},
	{"-----BEGIN RSA PRI¦VATE KEY-----\n¤64", "-----BEGIN RSA PRIVATE KEY----- is what the file lacks, so nginx refused it"},
	{"https://h/x?X-Goog-Signature=¤hex¤hex", "https://h/x?commit=¤hex"},
	{"POST /acs SAML¦Response=¤80", "SAMLResponse was too long"},
	{"https://app/callback?code=4/0A¤40&state=x", "https://sso/auth?response_type=code&scope=openid"},
	{"https://sso/auth/reset?key=¤40", "https://kb/article?q=reset%20password&lang=en_US"},
	{"K10¤hex¤hex::¦server:¤hex", "v1.28.4+k3s1 installed on all agents"},
	{"kubeadm join m1:6443 --token abc1d2.0123456789ab¦cdef", "kubeadm token list shows two bootstrap tokens"},
	{"Administrator:500:¤hex:¤hex:::", "ana:x:2041:2041:ana:/home/ana:/bin/bash"},
	{"NTLM hash of the account: ¤hex", "md5 of the dump: ¤hex"},
	{"the TOTP seed for root is JBSWY3DPEHPK3PXP", "the TOTP seed for root is in the safe"},
	{"Recovery codes: 503de-d9c13 b703b-377c7", "Recovery codes are in the safe, envelope 7."},
	{"license key ABCD1-EFGH2-IJKL3-MNOP4-QRST5", "license expires 2026-01-31, 40 seats"},
	{"API key of the gateway: ¤40", "API key id AK¦IAIOSFODNN7EXAMPLE disabled"},
	{"La clave de API es ¤40", "La clave primaria de la tabla es id"},
	{"токен бота: ¤40", "токен истёк, вошли заново"},
	{"define('DB_PASS¦WORD', '¤password');", "define('WP_DEBUG', true);"},
	{`{"name":"db.pass¦word","value":"¤password"}`, `{"name":"db.password","valueFrom":{"secretKeyRef":{"name":"db"}}}`},
	{"next_to¦ken_secret=¤password", "nextPageToken: \"¤28\""},
	{"sec¦ret=¤password", "secret=prod/db3"},
	{"client_to¦ken=¤password", `"client_token":"hmac-sha256:¤hex"`},
	{"postgresql:/¦/app:¤password@db3/orders", "postgresql://USER:PASSWORD@HOST:5432/DBNAME"},
	{"AK¦IAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "AK¦IAIOSFODNN7EXAMPLE is the id of the key, commit 2476e001ac4950cf49d18824440d5e8c083f3989"},
}

func TestSecretIsToldFromItsTwin(t *testing.T) {
	random := seeded()
	for _, password := range []string{sample(random, alnum, 14), "Gh7dk29sLq", "S0mmer!2025", "x9Kf-22Lm"} {
		for _, c := range twins {
			if text := filledIn(random, c.secret, password); !finds(text) {
				t.Errorf("nothing found in %q", text)
			}
			text := filledIn(random, c.harmless, password)
			if kind, found := Look(text); found {
				t.Errorf("%s found in %q", kind, text)
			}
		}
	}
}

// filledIn puts values in the places of a text.
func filledIn(random *rand.Rand, text, password string) string {
	return strings.NewReplacer("¦", "", "¤password", password, "¤28", sample(random, alnum, 28), "¤40", sample(random, alnum, 40), "¤43", sample(random, alnum, 43), "¤64", sample(random, alnum, 64),
		"¤80", sample(random, alnum, 80), "¤hex", sample(random, hexits, 32)).Replace(text)
}

func finds(text string) bool {
	_, found := Look(text)
	return found
}
