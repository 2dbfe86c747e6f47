import { type Fact, withoutRepeats } from '../fact.ts'
import { describeSuite } from './suites.ts'

const MAX_WORDS = 400

/** What the words of OpenSSL's cipher lists stand for (openssl-ciphers(1), "CIPHER STRINGS"). */
const ecdh: Fact = { algorithm: 'ECDH', role: 'KeyAgreement' }
const dh: Fact = { algorithm: 'DH', role: 'KeyAgreement' }
const rsaKey: Fact = { algorithm: 'RSA', role: 'KeyEncapsulation' }
const rsaSignature: Fact = { algorithm: 'RSA', role: 'Signature' }
const ecdsa: Fact = { algorithm: 'ECDSA', role: 'Signature' }
const dsa: Fact = { algorithm: 'DSA', role: 'Signature' }
const aes: Fact = { algorithm: 'AES', role: 'Encryption' }
const low = (...facts: readonly Fact[]): readonly Fact[] => facts.map((fact) => ({ ...fact, confidence: 'Low' }))
/** What every group of strong suites has among others: an indirect finding. */
const group = low(ecdh, rsaSignature, ecdsa, aes)

const WORDS: Readonly<Record<string, readonly Fact[]>> = {
  ...words('KECDHE ECDHE EECDH KEECDH ECDH AECDH KECDH KECDHr KECDHe', [ecdh]),
  ...words('KDHE DHE EDH KEDH DH KDH ADH', [dh]),
  ...words('KRSA RSA', [rsaKey]),
  ...words('ARSA', [rsaSignature]),
  ...words('AECDSA ECDSA', [ecdsa]),
  ...words('ADSS DSS', [dsa]),
  AES: [aes],
  AES128: [{ ...aes, keySize: 128 }],
  AES256: [{ ...aes, keySize: 256 }],
  AESGCM: [{ ...aes, mode: 'GCM' }],
  ...words('AESCCM AESCCM8', [{ ...aes, mode: 'CCM' }]),
  CHACHA20: [{ algorithm: 'ChaCha20', role: 'Encryption', keySize: 256, mode: 'Poly1305' }],
  '3DES': [{ algorithm: '3DES', role: 'Encryption' }],
  DES: [{ algorithm: 'DES', role: 'Encryption' }],
  RC4: [{ algorithm: 'RC4', role: 'Encryption' }],
  ...words('HIGH DEFAULT ALL FIPS', group),
  SUITEB128: low(ecdh, ecdsa, { ...aes, keySize: 128, mode: 'GCM' }),
  SUITEB128ONLY: low(ecdh, ecdsa, { ...aes, keySize: 128, mode: 'GCM' }),
  SUITEB192: low(ecdh, ecdsa, { ...aes, keySize: 256, mode: 'GCM' }),
}

function words(names: string, facts: readonly Fact[]): Readonly<Record<string, readonly Fact[]>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, facts]))
}

/** A cipher named without key agreement: `aes256-gcm@openssh.com`, `AES-256-CBC`, `chacha20-poly1305`. */
const PLAIN_CIPHER = /^(?:aes|chacha20|3des|des|blowfish|bf|arcfour|rc4|camellia|cast)[-_0-9a-z]*(?:@[a-z.]{1,40})?$/i

/**
 * The algorithms that a list of ciphers lets in, in any of the usual ways: OpenSSL's with `!` and `-` for what is left
 * out, names of suites, or plain names. What is only excluded is not told.
 */
export function describeCipherList(text: string): readonly Fact[] {
  let facts: Fact[] = []
  const banned: Fact[][] = []
  for (const written of text.split(/[\s:,;|[\]"']+/).slice(0, MAX_WORDS)) {
    // `DEFAULT@SECLEVEL=2`; names of SSH have an address of the web behind the sign.
    const word = written.replace(/@(?:[A-Z].*)?$/, '')
    if (word === '') continue
    const sign = /^[!+-]/.exec(word)?.[0]
    if (sign === '+') continue
    if (sign === undefined) facts.push(...describeWord(word))
    else {
      const excluded = [...describeWord(word.slice(1))]
      // A suite that is taken out says nothing about other suites with the same parts.
      if (describeSuite(word.slice(1)) !== undefined) continue
      if (sign === '!') banned.push(excluded)
      facts = facts.filter((fact) => !isAmong(excluded, fact))
    }
  }
  return withoutRepeats(facts.filter((fact) => !banned.some((one) => isAmong(one, fact))))
}

function describeWord(word: string): readonly Fact[] {
  const suite = describeSuite(word)
  if (suite !== undefined) return suite
  // The words of OpenSSL are in capitals, but for the first letter of some.
  const parts = word.split('+').map((part) => part.replace(/^[ka](?=[A-Z]{2})/, (letter) => letter.toUpperCase()))
  if (parts.every((part) => WORDS[part] !== undefined || /^(?:SHA\d*|MD5|SSLV3|TLSv1(?:\.\d)?|STRENGTH)$/.test(part)))
    return joinCiphers(parts.flatMap((part) => WORDS[part] ?? []))
  return PLAIN_CIPHER.test(word) ? [{ algorithm: word, role: 'Encryption' }] : []
}

/** `AES256+AESGCM` is one cipher. */
function joinCiphers(facts: readonly Fact[]): readonly Fact[] {
  const ciphers = facts.filter(({ algorithm }) => algorithm === 'AES')
  if (ciphers.length < 2) return facts
  const merged: Fact = Object.assign({}, ...ciphers)
  return [...facts.filter(({ algorithm }) => algorithm !== 'AES'), merged]
}

function isAmong(excluded: readonly Fact[], fact: Fact): boolean {
  return excluded.some(
    ({ algorithm, role, keySize, mode }) =>
      algorithm === fact.algorithm &&
      role === fact.role &&
      (keySize === undefined || keySize === fact.keySize) &&
      (mode === undefined || mode === fact.mode),
  )
}
