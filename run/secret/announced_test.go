package secret

import (
	"strings"
	"testing"
)

// announcements are how people say what a password is; ¤ stands for it.
const announcements = `
Passwort wurde auf ¤ zurückgesetzt
neues Passwort ¤ vergeben
PW=¤
Login: admin, Passwort: ¤
das Root-Passwort von db3 lautet nun ¤
Zugang: root/¤
Zugangsdaten admin / ¤
mit Passwort ¤ angemeldet
Initialkennwort: ¤
Standardpasswort ist ¤
Passwort - ¤
Das WLAN-Passwort lautet „¤“
Habe ¤ als Passwort gesetzt
Passwort von ana: ¤
Das Passwort für den Benutzer app auf db3 ist jetzt ¤.
mdp: ¤
le mot de passe root est ¤
mot de passe (¤)
j'ai mis ¤ comme mot de passe
identifiants admin/¤
login admin mdp ¤
nouveau mot de passe ¤
mot de passe changé : ¤
le mot de passe de la base est maintenant ¤
mot de passe « ¤ »
la clave es ¤
contraseña nueva ¤
usuario admin clave ¤
cambié la contraseña a ¤
la pass es ¤
contraseña del usuario app: ¤
la contraseña de root es ahora ¤
puse ¤ como contraseña
пароль ¤
пароль - ¤
пароль=¤
логин admin пароль ¤
новый пароль ¤
пароль от базы: ¤
установил пароль ¤
сменил пароль на ¤
временный пароль ¤ выслан почтой
пароль суперпользователя — ¤
Пароль: ¤
Пароль для root: ¤
пароль "¤"
密码是¤
密码: ¤
密码为¤
密码¤
root密码¤
用户admin，密码¤
口令是¤
新密码：¤
把密码改成¤
密码重置为¤
数据库密码为：¤
密码已改为¤
登录：admin / ¤
密码（¤）
password is "¤"
the password: '¤'
pw=¤
pw ¤ works
the root pw is ¤ now
password set to ¤
Password has been changed to ¤
new root password is: ¤
password -> ¤
password for ana = ¤
PASSWORD IS ¤
db password ¤
admin pass is ¤
Pass: ¤
ssh root@db3 (password ¤)
ssh root@db3, pw ¤
password (temporary): ¤
password [¤]
password was ¤ before
old password ¤ no longer works
the password "¤" was rejected
we use ¤ as the password everywhere
set ¤ as password
password for the app user on db3 and db4 is ¤
creds for db3: app / ¤
credentials are app:¤
username app password ¤
user app with password ¤
user=app password=¤
login app/¤
connect with app/¤
The service account password (¤) must be rotated
creds: admin/¤
pw for root on db3 is ¤
login with ana / ¤
temporary password ¤ was mailed
set pass to ¤
snmpwalk -v2c -c ¤ host
Das Passwort ist ¤
Das Passwort für db3 ist ¤
le mot de passe est ¤
la contraseña es ¤
пароль: ¤
密码：¤
Passwort: ¤
mot de passe : ¤
contraseña: ¤
пароль для db3 - ¤
clave: ¤
口令：¤
the password is ¤
password: ¤
password is now ¤
root's password is ¤
pwd ¤
use password ¤ to log in
I set the root password to ¤
reset the password of svc_app to ¤
user ana password ¤
user: ana password: ¤
login: ana password: ¤
new password: ¤.
(password: ¤)
password = ¤
Passwort lautet ¤
Kennwort: ¤
Das neue Passwort lautet: ¤
Le nouveau mot de passe est : ¤
mot de passe = ¤
La nueva contraseña es: ¤
Новый пароль: ¤
密码为 ¤
用户名 admin 密码 ¤
root密码：¤
pass: ¤
PW: ¤
passphrase: ¤
passphrase is ¤
the key's passphrase is ¤
`

func TestAnnouncedPasswordIsFound(t *testing.T) {
	for _, password := range []string{"Gh7dk29s" + "Lq", "Tr0ub4dor&3", "S0mmer!2025", "x9Kf-22Lm", "Winter2026!"} {
		for form := range strings.SplitSeq(strings.TrimSpace(announcements), "\n") {
			if text := strings.ReplaceAll(form, "¤", password); !finds(text) {
				t.Errorf("nothing found in %q", text)
			}
		}
	}
}

// notes are what is written every day about passwords, keys and who may log in, and tells nobody how.
const notes = `
password for AnaB42 was reset by helpdesk
gave the password to AnaB42 in person
changed the admin password on k8s-wrk-eu1c-650aa0 and db-prod-04
root password rotated on Windows2019 and RHEL9 hosts
password policy moved to NIST800-63B
password hash algorithm is now Argon2id with m=65536,t=3
the password manager is Bitwarden 2024.6.2
KeePass2 database moved to /srv/kp/ops.kdbx
password length is 16, was 12
the new password meets the ISO27001 policy
Password reset for user u123456 done
password of svc_app01 expires 2026-12-31T23:59:59Z
password rotation job backup-49014047-jsrqb completed
the password field id is #loginPass2
pass 3 of 5: wrote 1234567 blocks
all tests pass: 412/412
pass through to PCIe device 0000:3b:00.0
passed PR #4412 to @ben
PW of Monday is fine
login ana from 10.0.0.1 port 50211
login as deploy on web04 with key id_ed25519_prod
logged in with Chrome131 on Windows11
logged in as svc_backup2 / role admin3
log in to https://grafana.corp/d/Bo3G7U181
sign in with Okta / YubiKey5C worked
credentials for svc_app1 / svc_app2 rotated
credentials: see vault/kv/ops
creds rotated for db3/db4
credentials: kv/prod-db3
root / admin3 access revoked
token for CI job 94401976962 expired
token bucket size is 4096
the key is 4096 bits
key rotation id 5f3c7e2a9b11 done
API key id AKIAIOSFODNN7EXAMPLE disabled
API key named grafana-prod-2025-06 deleted
secret version 7f3a9c21-4b1d-4c55-9f0b-1f2e3d4c5b6a enabled
KMS key 1234abcd-12ab-34cd-56ef-1234567890ab scheduled for deletion
signing key 0x3AA5C34371567BD2 extended to 2028
ssh key SHA256:lkv5JGaiP7juzuX/ZdPRtPw49l4fXPiG5ST0m7Xjzmw removed
recovery key holder: ana
recovery codes regenerated, envelope 2026-11
backup code version v20250614 deployed
backup code 20250614 deployed on web04
license key file moved to /opt/lic/2026.lic
license server lic01 port 27000 answers
TOTP drift 30s corrected on gw-7
MFA enrolled for 12 users, 3 left
two-factor via SMS disabled
unseal key holders: 3 of 5 present
wifi key changed on AP-635
echo ok > /tmp/token.txt
echo 2026-11-30T10:00:00Z > /run/key.stamp
enable secret rotation on the vault
enable password 2FA for admins
username and password were correct
username ana password expired
set snmp community to the new value
snmpwalk -v2c -c public sw-12
send "show version" at the prompt Password:
Das Passwort für svc_app01 läuft am 31.12.2026 ab
Passwort auf db-prod-04 geändert (CHG0474148)
Kennwortrichtlinie BSI-TR-02102 umgesetzt
Zugangsdaten liegen in Tresor T-12/3
Zugangsdaten: siehe KeePass2
le mot de passe de svc_app01 expire le 31/12/2026
mot de passe changé sur db-prod-04 (CHG0474148)
la contraseña de svc_app01 vence el 31/12/2026
se cambió la contraseña a las 14:20 en db3
clave de partición orders_2026q4
пароль для svc_app01 истекает 31.12.2026
пароль сменён на db-prod-04
пароль на wifi сменили 12.11
密码将于 2026-12-31 过期
密码已在 db-prod-04 上更新
账号 svc_app01 / svc_app02 已停用
Key: orders-2026-11-30T10:00:00Z size=41223
cache key v2:cart:9f3kQ2zLmN41xx evicted
idempotency key 7f3a9c21-4b1d-4c55-9f0b-1f2e3d4c5b6a reused
trace key 89c1d3da40fc4e10c3eb3240a57bb38e
object key backups/2026/11/30/base_00000001000004ADD5BB5B1D.tar
session key negotiation: TLS_AES_256_GCM_SHA384
cipher key exchange X25519MLKEM768
access token lifetime PT1H, refresh P30D
access key last used 2026-11-30
join token regenerated on m1.k3s16serverprod16x
kubectl delete secret app-tls-7d9c6b8f5d
password prompt changed in v2.14.3-rc.1+5a7f2284
pwd is /srv/app/releases/20250610081402
PASS_MAX_DAYS is 90 now
the pass is in KeePass entry DB3-Root-2026
password: unchanged since 2026-01
password = changed by Puppet run 8f2c1d9
kinit for svc_app01@CORP.EXAMPLE failed
AUTH failed for user ana on mail01
auth=SCRAM-SHA-256 user=app
key=9f3kQ2zL page=2
helm get values app --revision 14
zip -p archive2025.zip list.txt
unzip -p orders2025.zip orders.csv | head
unzip -P
mongo --port 27017 -p
rar a -p backup.rar
7z a -pass.7z
curl -u ana https://host/x
curl -b cookies.txt https://host
-H 5f3c7e2a9b115f3c7e2a9b115f3c7e2a
SAMLResponse was 302 bytes
https://app/oauth?response_type=code&code=login
ana::1 is the loopback alias
mi-lan-01 is up; MIG profile 1g.5gb on GPU 3
lQ test pattern lQxxB
encrypt = "none"
member password=*** host=db3
value: "true", name: password_enabled
define('WP_DEBUG', true);
name=key value=plain
net user ana /active:no
net user /domain
runas /user:CORP\ana cmd
schtasks /rp run daily
psexec \\web04 -p
robocopy a b /p:2
msbuild app.sln /p:Configuration=Release /p:Platform=x64
pass: web04, web05
radius server key rotated
pre-shared-key rotated on vpn2
authentication-key 1 in use
wpa-psk mode changed to WPA3
rocommunity public
priv aes 128 rejected
auth sha mismatch for user1234
Login: ana / Role: DBA2
u: ana, p: 95% done
user: ana pw: expired
Set-Cookie: lang=de; session=closed
session=2026-11-30T10:00
sid=1778898515.82226 in splunk
remember_me=true
/verify/step-3?code=2026-11-30-1
join https://meet.corp/join?key=team-standup
https://host/login?next=%2Fdashboard%2F12345678901234567890
`

func TestEverydayNotesPass(t *testing.T) {
	for note := range strings.SplitSeq(strings.TrimSpace(notes), "\n") {
		if kind, found := Look(note); found {
			t.Errorf("%s found in %q", kind, note)
		}
	}
}
