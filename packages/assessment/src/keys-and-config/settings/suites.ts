import type { Fact } from '../fact.ts'

/*
 * What the names of cipher suites stand for: those of IANA (TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256) and those of OpenSSL
 * (ECDHE-RSA-AES128-GCM-SHA256); RFC 5246 appendix A.5, RFC 8446 appendix B.4, openssl-ciphers(1).
 */

const AGREEMENTS: Readonly<Record<string, string>> = {
  ECDHE: 'ECDH',
  EECDH: 'ECDH',
  ECDH: 'ECDH',
  AECDH: 'ECDH',
  DHE: 'DH',
  EDH: 'DH',
  DH: 'DH',
  ADH: 'DH',
}
const SIGNERS: Readonly<Record<string, string>> = { RSA: 'RSA', ECDSA: 'ECDSA', DSS: 'DSA' }
const KEY_WORDS = new Set([
  ...Object.keys(AGREEMENTS),
  ...Object.keys(SIGNERS),
  'PSK',
  'SRP',
  'KRB5',
  'ANON',
  'EXP',
  'EXPORT',
  'NULL',
  'ECCPWD',
])
const BULK =
  /^(?:AES(?:128|192|256)?|CHACHA20|CAMELLIA(?:128|256)?|ARIA(?:128|256)?|ARIA|DES|DES40|3DES|RC4|RC2|SEED|IDEA|NULL)$/
const LAST = /^(?:SHA|SHA1|SHA224|SHA256|SHA384|SHA512|MD5|POLY1305|CCM|CCM8|8|256|384)$/

/** The algorithms of one suite; undefined where the name is none. */
export function describeSuite(name: string): readonly Fact[] | undefined {
  if (name.length < 7 || name.length > 80 || !/^[A-Za-z0-9_-]+$/.test(name)) return undefined
  const plain = name.toUpperCase().replaceAll('_', '-')
  const isPrefixed = /^(?:TLS(?:13)?|SSL)-/.test(plain)
  const [keys, bulk] = splitSuite(plain.replace(/^(?:TLS(?:13)?|SSL)-/, ''), isPrefixed)
  if (bulk === undefined || !BULK.test(bulk[0] ?? '') || !LAST.test(bulk.at(-1) ?? '')) return undefined
  const cipher = describeBulk(bulk)
  const isTls13 = isPrefixed && keys === undefined
  const protocol = isTls13 ? 'TLS 1.3' : 'TLS'
  return [...(isTls13 ? [] : describeKeys(keys ?? [])), ...cipher].map((fact) => ({ ...fact, protocol }))
}

function splitSuite(
  plain: string,
  isPrefixed: boolean,
): [readonly string[] | undefined, readonly string[]] | [undefined, undefined] {
  const at = plain.indexOf('-WITH-')
  if (at >= 0) return [plain.slice(0, at).split('-'), plain.slice(at + 6).split('-')]
  const words = plain.split('-')
  const start = words.findIndex((word) => !KEY_WORDS.has(word) || (word === 'NULL' && words.length > 1))
  if (start < 0) return [undefined, undefined]
  if (start === 0 && isPrefixed) return [undefined, words]
  // OpenSSL writes AES128-SHA; AES-128-CCM and CHACHA20-POLY1305 are plain ciphers.
  if (start === 0) return words[0] === 'AES' || words[0] === 'CHACHA20' ? [undefined, undefined] : [[], words]
  return [words.slice(0, start), words.slice(start)]
}

/** How keys are agreed on, and who signs. Without either word it is RSA that carries the secret. */
function describeKeys(words: readonly string[]): readonly Fact[] {
  const agreement = words.map((word) => AGREEMENTS[word]).find((one) => one !== undefined)
  const signer = words.map((word) => SIGNERS[word]).find((one) => one !== undefined)
  const isPlain = words.every((word) => word === 'RSA' || word.startsWith('EXP'))
  if (agreement === undefined) {
    const carries = isPlain || (signer === 'RSA' && !words.includes('SRP'))
    return carries ? [{ algorithm: 'RSA', role: 'KeyEncapsulation' }] : []
  }
  const agreed: Fact = { algorithm: agreement, role: 'KeyAgreement' }
  return signer === undefined ? [agreed] : [agreed, { algorithm: signer, role: 'Signature' }]
}

function describeBulk(words: readonly string[]): readonly Fact[] {
  const text = words.join('-')
  const mac = words.at(-1) ?? ''
  const isAead = /GCM|CCM|POLY1305/.test(text)
  const authentication: readonly Fact[] =
    isAead || !/^(?:SHA|MD5)/.test(mac) ? [] : [{ algorithm: 'HMAC', role: 'Mac', hash: mac === 'SHA' ? 'SHA1' : mac }]
  const cipher = cipherOf(words, text)
  return cipher === undefined ? authentication : [cipher, ...authentication]
}

function cipherOf(words: readonly string[], text: string): Fact | undefined {
  const role = 'Encryption'
  const aes = /^AES-?(128|192|256)/.exec(text)?.[1]
  if (aes !== undefined) {
    const mode = text.includes('GCM') ? 'GCM' : text.includes('CCM') ? 'CCM' : 'CBC'
    return { algorithm: 'AES', role, keySize: Number(aes), mode }
  }
  if (words[0] === 'CHACHA20') return { algorithm: 'ChaCha20', role, keySize: 256, mode: 'Poly1305' }
  if (words[0] === '3DES' || text.startsWith('DES-CBC3')) return { algorithm: '3DES', role, mode: 'CBC' }
  if (/^DES/.test(text)) return { algorithm: 'DES', role, mode: 'CBC' }
  return words[0] === 'RC4' || words[0] === 'RC2' ? { algorithm: words[0], role } : undefined
}
