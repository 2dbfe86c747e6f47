import type { Confidence } from '../../model/detection.ts'
import type { Fact } from '../fact.ts'
import { describeCipherList } from './cipher-list.ts'
import {
  readGroups,
  readLikelyCiphers,
  readNames,
  readProposals,
  readSignatures,
  readSizes,
  readSshList,
} from './values.ts'

/** A setting with its name made comparable: small letters, no `-` and `_`; what stands around it with dots between. */
export interface NamedSetting {
  readonly name: string
  readonly full: string
  readonly value: string
  readonly file: string
  /** The value of a setting beside this one. */
  readonly beside: (...names: readonly string[]) => string | undefined
}

export interface SettingRule {
  readonly id: string
  readonly library: string
  readonly name: RegExp
  /** What must stand around it. */
  readonly within?: RegExp
  /** The file's name, small letters. */
  readonly file?: RegExp
  readonly confidence?: Confidence
  readonly read: (setting: NamedSetting) => readonly Fact[]
}

const ciphers = ({ value }: NamedSetting): readonly Fact[] => describeCipherList(value)
const groups = ({ value }: NamedSetting): readonly Fact[] => readGroups(value)
const SSH_FILE = /ssh/

/** Lists of what must not be used, and settings that only say what counts as weak. */
export const EXCLUDING =
  /disabl|exclud|forbid|forbidden|denied|deny|blacklist|blocklist|legacy|unsupported|weak|reject|prohibit|insecure/

/** What settings of known programs mean. The first rule that fits a setting reads it. */
export const SETTING_RULES: readonly SettingRule[] = [
  // ssh_config(5), sshd_config(5)
  {
    id: 'ssh/ciphers',
    library: 'OpenSSH',
    name: /^ciphers$/,
    file: SSH_FILE,
    read: ({ value }) => readSshList(value, 'Encryption'),
  },
  {
    id: 'ssh/kex',
    library: 'OpenSSH',
    name: /^(?:gssapi)?kexalgorithms$/,
    read: ({ value }) => readSshList(value, 'KeyAgreement'),
  },
  {
    id: 'ssh/signatures',
    library: 'OpenSSH',
    name: /^(?:hostkeyalgorithms|hostbasedaccepted(?:algorithms|keytypes)|hostbasedkeytypes|pubkeyaccepted(?:algorithms|keytypes)|casignaturealgorithms)$/,
    read: ({ value }) => readSshList(value, 'Signature'),
  },
  { id: 'ssh/macs', library: 'OpenSSH', name: /^macs$/, read: ({ value }) => readSshList(value, 'Mac') },
  { id: 'ssh/host-key', library: 'OpenSSH', name: /^hostkey$/, file: SSH_FILE, confidence: 'Medium', read: hostKey },
  // Web servers, proxies, mail, data bases
  {
    id: 'tls/nginx',
    library: 'nginx',
    name: /^(?:proxy|grpc|uwsgi|mail)?sslciphers$/,
    file: /nginx|\.conf$|^default/,
    read: ciphers,
  },
  { id: 'tls/httpd', library: 'Apache httpd', name: /^ssl(?:proxy)?ciphersuite$/, read: ciphers },
  { id: 'tls/haproxy', library: 'HAProxy', name: /^ssldefault(?:bind|server)cipher(?:s|suites)$/, read: ciphers },
  { id: 'tls/openssl', library: 'OpenSSL', name: /^(?:cipherstring|ciphersuites)$/, read: ciphers },
  { id: 'tls/mail', library: 'OpenSSL', name: /^(?:tls(?:high|medium)cipherlist|sslcipherlist)$/, read: ciphers },
  {
    id: 'tls/groups',
    library: 'TLS',
    name: /^(?:(?:proxy|grpc)?ssl(?:ecdh)?curves?|ssl(?:curvelist|groups)|ssldefault(?:bind|server)curves|tlseecdhautocurves|(?:tls)?groups|curves|ecdhcurves?|ecdhe|curvepreferences|tlscurves|namedgroups)$/,
    read: groups,
  },
  {
    id: 'tls/signatures',
    library: 'TLS',
    name: /^(?:client)?signaturealgorithms$|^sslsigalgs$|^signatureschemes$/,
    read: ({ value }) => readSignatures(value),
  },
  // openssl.cnf (config(5), openssl-req(1))
  {
    id: 'openssl/default-bits',
    library: 'OpenSSL',
    name: /^defaultbits$/,
    read: ({ value }) =>
      /^\d{3,5}$/.test(value) ? [{ algorithm: 'RSA', role: 'KeyGeneration', keySize: Number(value) }] : [],
  },
  {
    id: 'openssl/default-md',
    library: 'OpenSSL',
    name: /^defaultmd$/,
    read: ({ value }) => readNames(value, 'Digest'),
  },
  // java.security
  { id: 'java/key-sizes', library: 'Java', name: /^defaultkeysize$/, read: ({ value }) => readSizes(value) },
  {
    id: 'java/store',
    library: 'Java',
    name: /^(?:cert|key)pbealgorithm$/,
    read: ({ value }) => readNames(value, 'Encryption'),
  },
  {
    id: 'java/store-mac',
    library: 'Java',
    name: /^macalgorithm$/,
    within: /pkcs12/,
    read: ({ value }) => readNames(value, 'Mac'),
  },
  // IPsec, WireGuard, OpenVPN
  {
    id: 'ipsec/proposals',
    library: 'IPsec',
    name: /^(?:ike|esp|ah|proposals|espproposals|ahproposals|phase2alg)$/,
    read: ({ value }) => readProposals(value),
  },
  {
    id: 'wireguard/key',
    library: 'WireGuard',
    name: /^p(?:rivate|ublic)key$/,
    within: /^(?:interface|peer)\./,
    read: wireGuardKey,
  },
  {
    id: 'openvpn/auth',
    library: 'OpenVPN',
    name: /^auth$/,
    file: /\.ovpn$|openvpn|^(?:server|client)\.conf$/,
    read: ({ value }) => (/^SHA\d+$/i.test(value) ? [{ algorithm: 'HMAC', role: 'Mac', hash: value }] : []),
  },
  // Kubernetes, clouds, .NET
  {
    id: 'kubernetes/encryption',
    library: 'Kubernetes',
    name: /^aes(?:cbc|gcm)$/,
    within: /providers/,
    read: ({ name }) => [{ algorithm: 'AES', role: 'Encryption', mode: name.slice(3).toUpperCase() }],
  },
  { id: 'dotnet/machine-key', library: 'ASP.NET', name: /^decryption$/, within: /machinekey/, read: machineKey },
  {
    id: 'dotnet/machine-key',
    library: 'ASP.NET',
    name: /^validation$/,
    within: /machinekey/,
    read: ({ value }) => (value.startsWith('HMAC') ? readNames(value, 'Mac') : []),
  },
  {
    id: 'keys/bits',
    library: 'configuration',
    name: /^rsabits$/,
    read: (one) =>
      one.beside('algorithm', 'keytype', 'type') === undefined && /^\d{3,5}$/.test(one.value)
        ? [{ algorithm: 'RSA', role: 'KeyGeneration', keySize: Number(one.value) }]
        : [],
  },
  {
    id: 'keys/algorithm',
    library: 'configuration',
    name: /^(?:key(?:algorithm|alg|type|spec)|customermasterkeyspec)$/,
    read: keyAlgorithm,
  },
  {
    id: 'keys/algorithm',
    library: 'configuration',
    name: /^algorithm$/,
    within: /privatekey|tlsprivatekey|keyversiontemplate|versiontemplate/,
    read: keyAlgorithm,
  },
  {
    id: 'sse/algorithm',
    library: 'configuration',
    name: /^sse(?:algorithm|alg)$/,
    read: ({ value }) => readNames(value, 'Encryption'),
  },
  {
    id: 'database/mode',
    library: 'MySQL',
    name: /^blockencryptionmode$/,
    read: ({ value }) => readNames(value, 'Encryption'),
  },
  // What is named alike everywhere
  {
    id: 'tls/ciphers',
    library: 'TLS',
    name: /cipher(?:s|suites?|list|suitelist|string|config)?$/,
    read: ({ value }) => readLikelyCiphers(value),
  },
  {
    id: 'tls/ciphers',
    library: 'TLS',
    name: /^(?:suites?|\d+)$/,
    within: /cipher(?:s|suites)?\.$/,
    read: ({ value }) => readLikelyCiphers(value),
  },
  {
    id: 'token/algorithm',
    library: 'JOSE',
    name: /^(?:jws|jwt|jwe|idtoken|token)?(?:signing|signature|encryption|enc)?alg(?:orithms?|s)?(?:value)?(?:ssupported)?$/,
    within: /jwt|jws|jwe|token|oauth|oidc|openid|saml|session/,
    read: ({ value }) => readNames(value),
  },
  {
    id: 'token/algorithm',
    library: 'JOSE',
    name: /^(?:jws|jwt|jwe|idtoken|token)(?:signing|signature|encryption|enc|signedresponse)?alg(?:orithms?|s)?$/,
    read: ({ value }) => readNames(value),
  },
  {
    id: 'setting/signature',
    library: 'configuration',
    name: /sign(?:ature|ing)?alg(?:orithms?)?$/,
    confidence: 'Medium',
    read: ({ value }) => readNames(value, 'Signature'),
  },
  {
    id: 'setting/encryption',
    library: 'configuration',
    name: /(?:encrypt(?:ion|or)?|crypto|cipher)(?:alg(?:orithm)?|mode)$|^transformation$/,
    confidence: 'Medium',
    read: ({ value }) => readNames(value, 'Encryption'),
  },
  {
    id: 'setting/encryption',
    library: 'configuration',
    name: /^alg(?:orithm)?$/,
    within: /(?:^|\.)(?:(?:data|field|column|database|db|file|app)?encrypt(?:ion|or)|crypto|cryptography|cipher)\.$/,
    confidence: 'Medium',
    read: ({ value }) => readNames(value, 'Encryption'),
  },
]

function hostKey({ value }: NamedSetting): readonly Fact[] {
  const algorithm = /ssh_host_(rsa|dsa|ecdsa|ed25519)_key$/.exec(value)?.[1]
  return algorithm === undefined ? [] : [{ algorithm, role: 'KeyMaterial', protocol: 'SSH' }]
}

/** WireGuard has no choice: Curve25519 and ChaCha20-Poly1305 (the WireGuard paper, section 5.4). */
function wireGuardKey({ value }: NamedSetting): readonly Fact[] {
  return /^[A-Za-z0-9+/]{42,43}=$/.test(value) ? [{ algorithm: 'X25519', role: 'KeyMaterial' }] : []
}

function machineKey({ value, beside }: NamedSetting): readonly Fact[] {
  const key = /^[0-9A-Fa-f]+/.exec(beside('decryptionkey') ?? '')?.[0].length ?? 0
  const keySize = [32, 48, 64].includes(key) ? { keySize: key * 4 } : {}
  return readNames(value, 'Encryption').map((fact) => ({ ...fact, ...keySize }))
}

/** A key to be made: its kind, with the size or the curve that stands beside it. */
function keyAlgorithm({ value, beside }: NamedSetting): readonly Fact[] {
  const size = beside('size', 'keysize', 'rsabits', 'bits', 'keybits', 'keylength')
  const curve = beside('curve', 'ecdsacurve', 'ellipticcurve', 'curvename')
  return readNames(value, 'KeyGeneration').map((fact) => {
    const bits = Number(/^\d{3,5}$/.exec(size ?? '')?.[0] ?? Number.NaN)
    if (/^EC/i.test(value)) {
      const named = curve ?? CURVE_OF_SIZE[bits]
      return named === undefined ? fact : { ...fact, curve: named }
    }
    return Number.isNaN(bits) || !/^(?:RSA|AES|DSA)/i.test(value) ? fact : { ...fact, keySize: bits }
  })
}

const CURVE_OF_SIZE: Readonly<Record<number, string>> = { 256: 'P-256', 384: 'P-384', 521: 'P-521' }
