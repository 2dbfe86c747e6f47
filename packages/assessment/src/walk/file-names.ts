import { languageOf } from '../parse/languages.ts'
import { hasOtherSuffix, suffixOf } from './source-kind.ts'

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

/** Copies of keys, and texts, are called so; of others with such names nothing is read. */
const COPY_NAME = /^(?!readme\b).*\.(?:txt|bak|old|orig|backup|save)$/i
const BEGINS_WITH_KEY =
  /^\s{0,40}(?:-----BEGIN [A-Z0-9]|(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3})[ \t]{1,4}AAAA)/

/** Whether a file whose name says nothing may be a key all the same: its start tells. */
export function mayBeUnnamedKey(name: string): boolean {
  return suffixOf(name) === '' || COPY_NAME.test(name)
}

/** Whether a file begins as a key or a certificate does, in PEM or as SSH writes public keys. */
export function beginsWithKey(bytes: Uint8Array): boolean {
  return BEGINS_WITH_KEY.test(
    Buffer.from(bytes.subarray(0, 128))
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, ''),
  )
}

/** Pages are documents as well, and show keys as examples. */
const PAGE = /\.html?$/i

/** Every file that may hold PEM: keys, settings and programs. */
export function isTextFile(name: string): boolean {
  if (isKeyFile(name) || isSettingsFile(name)) return true
  return (languageOf(name) !== undefined && !PAGE.test(name)) || hasOtherSuffix(name)
}
