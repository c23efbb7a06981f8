package secret

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

// TestOrdinaryTextPasses lists what operators record that must not be refused.
func TestOrdinaryTextPasses(t *testing.T) {
	for _, text := range []string{
		"", " ", "ok", "CHG0012345", "ABC-123", "token: ABC-123", "change CHG0012345, secret: CHG0012345",
		"123e4567-e89b-12d3-a456-426614174000", "request id: 123e4567-e89b-12d3-a456-426614174000",
		"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "d41d8cd98f00b204e9800998ecf8427e",
		"commit c244f18a9d0e6a7b2f3c4d5e6f708192a3b4c5d6 (HEAD -> main)", "MD5 (x.tgz) = d41d8cd98f00b204e9800998ecf8427e",
		"arn:aws:iam::123456789012:role/deploy", "arn:aws:secretsmanager:eu-west-1:123456789012:secret:db/app-AbCdEf",
		"/usr/share/keyrings/postgresql-archive-keyring.gpg", "C:\\new\\users\\token\\x", "file:///etc/ssl/private/server.key",
		"password: ENC[AES256_GCM,data:dhItAB0jd88a9ShC,iv:ifF5oA5iNKHWl/0o8dY=,type:str]", "secret=tls-db3", `secret: "tls-db3-2026"`, `password: "see vault"`,
		"key id 47117c7a-d76e-4cbb-b2fe-61ef55df8fa2 in KMS", "gpg: using RSA key 0123456789ABCDEF0123456789ABCDEF01234567", "cache key " + strings.Repeat("0a", 32) + " evicted",
		"pass: 12, fail: 0", "pass=3 fail=0", "PASS: TestLook", "login ana / ok", "credentials: see vault", `"auth": "required"`, "docker login -u ci --password-stdin h", "redis-cli -h h ping",
		"ldapsearch -x -b dc=x", "mysql -u root -p app", "echo done | sudo tee x", "root:*:19000:0:99999:7:::", "10 * * * * root x", "Cookie: consent=yes", "sig=ok", "secret_id is in vault",
		"password for app: in vault", "the password for db3 is in the vault", "\\1\\2", "55 8b ec 83 e4 f8 83 ec 10 53 56 57 8b 7d 08", "> ok\n> it is so",
		"SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU root@db-1 (ED25519)",
		"serial=4A3B2C1D0E0F1A2B3C4D5E6F708192A3B4C5D6E7", "SHA1 Fingerprint=DA:39:A3:EE:5E:6B:4B:0D:32:55:BF:EF:95:60:18:90:AF:D8:07:09",
		"notAfter=Nov 30 02:09:33 2027 GMT", "2026-11-30T02:09:33.123456Z", "db-2.eu-west-1.internal:5432", "https://host:8443/path?x=1@y",
		"git@github.com:org/repo.git", "ssh://git@host:22/repo", "http://[::1]:8080/@x", "a@b.example, c@d.example",
		"rotated the token", "the password: see vault", "Password:", "Password for user postgres:", "Enter passphrase for key '/home/x/.ssh/id_ed25519':",
		"the password is in the vault", "password is expired.", "password is 12 characters long", "RSA Private-Key: (2048 bit, 2 primes)",
		"private key: matches", "access key: rotated on 2026-11-30", "password is: required", "the token is gone", "password: required", "token: expired", "secret: pg-tls-v2", "password: see vault entry db/app", "Password: ********",
		"passwd: password updated successfully", "passwd:         files systemd", "password authentication is required", "password=", "token=''",
		"token=$(vault read -field=token auth/x)", "password={{ x }}", "password=${DB_PASSWORD}", "password=$DB_PASSWORD", "PASSWORD=%PASSWORD%",
		"password=<your password>", "password=[redacted]", "password=REDACTED", "secret=xxxxxxxx", "password=...", "token=your-token-here",
		"PGPASSFILE=/x/y", "password_file=/run/secrets/db", "token=/var/run/secrets/kubernetes.io/serviceaccount/token", "PWD=/home/deploy/app",
		"connect(user=user, password=password)", "self.token = self.token", "password = os.environ[\"DB_PASSWORD\"]", "token := os.Getenv(\"TOKEN\")",
		"api_key=vault:secret/data/app#key", "password=op://team/db/password", "DATABASE_URL=postgres://app:${PW}@db/app", "https://user:***@host/x",
		"password_encryption = scram-sha-256", "password_encryption | scram-sha-256", "pg_is_in_recovery \n-------------------\n t\n(1 row)",
		"host all all 10.0.0.0/8 scram-sha-256", "max_tokens=4096", "secretName: app-tls", "token_ttl=3600", "secret/app-tls created", `secret "app-tls" deleted`,
		"use --password to set it", "use --token with care, --password-stdin reads it", "Authorization: Bearer token", "the Bearer authentication scheme", "log in with password authentication",
		"--- PASS: TestLook (0.00s)\nPASS\nok  \trtut/run\t0.2s", "pass 12 fail 0", "SET PASSWORD FOR app", "ERROR:  password authentication failed for user \"app\"",
		"SSL handshake has read 3104 bytes\nVerification: OK\nSession-ID: 5C0E8A7C\nExtended master secret: no\nMax Early Data: 0",
		"NAME TYPE DATA AGE\napp-token kubernetes.io/service-account-token 3 12d\npg-tls kubernetes.io/tls 2 40d",
		"NAME                    READY   STATUS    RESTARTS   AGE\napi-7d9c6b8f5d-x2x8q    1/1     Running   0          4h2m",
		"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC" + strings.Repeat("7vbqajDhA8pQ", 20) + " deploy@bastion",
		"-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----", prose,
	} {
		if kind, found := Look(text); found {
			t.Errorf("%s found in %q", kind, text)
		}
	}
}

func TestCertificatePasses(t *testing.T) {
	der := make([]byte, 0, 1<<12)
	for i := range 64 {
		block := sha512.Sum512([]byte{byte(i)})
		der = append(der, block[:]...)
	}
	body := broken(base64.StdEncoding.EncodeToString(der), 64)
	pem := "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n"
	if kind, found := Look(pem + hex.EncodeToString(der)); found {
		t.Errorf("%s found in a certificate", kind)
	}
}
