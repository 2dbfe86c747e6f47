import { languageOf } from '../parse/languages.ts'
import { hasOtherSuffix } from './source-kind.ts'

/* Which files that are no programs are read, by their names. */

const KEY_SUFFIX =
  /\.(?:pem|crt|cer|cert|der|key|pub|csr|req|p10|crl|p7b|p7c|p7m|p7s|p8|pk8|pkcs8|asc|gpg|pgp|ppk|p12|pfx|jks|jceks|keystore|truststore|ks|ca-bundle)$/i
const DER_SUFFIX =
  /\.(?:der|cer|crt|cert|key|csr|crl|p7b|p7c|p8|pk8|p12|pfx|jks|jceks|keystore|truststore|ks|gpg|pgp)$/i
const KEY_NAME =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|ssh_host_[a-z0-9]+_key|authorized_keys2?|known_hosts2?|cacerts|.*(?:private|public)[_-]?key)$/i
const SETTINGS_SUFFIX =
  /\.(?:conf|cfg|cnf|cf|ini|inc|properties|props|toml|tf|tfvars|hcl|ya?ml|jsonc?|json5|jwks?|xml|config|ovpn|security|env|service|nginx|vhost|htaccess|template|j2|tmpl|tpl|secrets|network|netdev)$/i
const SETTINGS_NAME =
  /^(?:sshd?_config|config|Caddyfile|default|default-ssl|java\.security|\.env|\.htaccess|main\.cf|haproxy|stunnel)$/i

/** Keys and certificates by the usual names. */
export function isKeyFile(name: string): boolean {
  return KEY_SUFFIX.test(name) || KEY_NAME.test(name)
}

/** What may be binary: DER, key stores, OpenPGP. */
export function isDerFile(name: string): boolean {
  return DER_SUFFIX.test(name) || name === 'cacerts'
}

export function isSettingsFile(name: string): boolean {
  return SETTINGS_SUFFIX.test(name) || SETTINGS_NAME.test(name)
}

/** Every file that may hold PEM: keys, settings and programs. */
export function isTextFile(name: string): boolean {
  return isKeyFile(name) || isSettingsFile(name) || languageOf(name) !== undefined || hasOtherSuffix(name)
}
