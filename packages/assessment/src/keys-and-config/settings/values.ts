import type { Role } from '../../model/detection.ts'
import type { Fact } from '../fact.ts'
import { describeCipherList } from './cipher-list.ts'

/* How the values of settings are read. Each gives what a value chooses; nothing for what it leaves out. */

const MAX_WORDS = 200

/** A list of suites or ciphers under a name that is not sure to be one: text with other words in it is not read. */
export function readLikelyCiphers(value: string): readonly Fact[] {
  const words = value.split(/[\s:,;|[\]]+/).filter((word) => word !== '' && !/^[!@+-]/.test(word))
  const known = words.slice(0, MAX_WORDS).filter((word) => describeCipherList(word).length > 0)
  return known.length * 3 >= words.length * 2 ? describeCipherList(value) : readTransformation(value)
}

function readTransformation(value: string): readonly Fact[] {
  return /^(?:AES|RSA|DES|DESede)\/[\w-]{2,30}\/[\w-]{2,50}$/i.test(value)
    ? [{ algorithm: value, role: 'Encryption' }]
    : []
}

/** Curves and groups to agree on keys: `X25519:secp384r1`, `CurveP256`, `ffdhe2048`. */
export function readGroups(value: string): readonly Fact[] {
  return value
    .split(/[\s:,;/]+/)
    .slice(0, MAX_WORDS)
    .filter((word) => /^[*?]?[A-Za-z][\w-]{2,40}$/.test(word))
    .map((word) => ({ algorithm: word.replace(/^[*?]/, '').replace(/^curve_?(?=P\d)/i, ''), role: 'KeyAgreement' }))
}

/** Lists of ssh_config(5): a leading minus takes away, plus and caret add. */
export function readSshList(value: string, role: Role): readonly Fact[] {
  if (value.startsWith('-')) return []
  return value
    .replace(/^[+^]/, '')
    .split(',')
    .slice(0, MAX_WORDS)
    .map((word) => word.trim().replace(/@.*$/, ''))
    .filter((word) => /^[a-z0-9][a-z0-9-]{2,60}$/i.test(word))
    .map((algorithm) => ({ algorithm, role, protocol: 'SSH' }))
}

/** Signature algorithms of TLS: `RSA+SHA256:ecdsa_secp256r1_sha256`. */
export function readSignatures(value: string): readonly Fact[] {
  return value
    .split(/[\s:,]+/)
    .slice(0, MAX_WORDS)
    .filter((word) => /^[A-Za-z][\w+-]{2,50}$/.test(word))
    .map((algorithm) => ({ algorithm, role: 'Signature' }))
}

/** One algorithm, or several with commas between. Prose is none. */
export function readNames(value: string, role?: Role): readonly Fact[] {
  const found: Fact[] = []
  for (const word of value.split(/[\s,]+/).slice(0, MAX_WORDS)) {
    if (!/^[A-Za-z][A-Za-z0-9_./+-]{1,60}$/.test(word)) return []
    found.push(nameFact(word.replace(/^PBEWITH(?:HMAC)?(\w{1,20})AND(?=AES|DES|TRIPLEDES|RC)/, '$1/'), role))
  }
  return found
}

/** Key services that mean AES-256-GCM without saying so (AWS KMS developer guide, Google Cloud KMS documentation). */
const SYMMETRIC = /^(?:SYMMETRIC_DEFAULT|GOOGLE_SYMMETRIC_ENCRYPTION)$/

function nameFact(word: string, role: Role | undefined): Fact {
  const given = role === undefined ? {} : { role }
  if (SYMMETRIC.test(word)) return { algorithm: 'AES', ...given, keySize: 256, mode: 'GCM' }
  const size = /^RSA.*?[_-](\d{4})(?:[_-]|$)/i.exec(word)?.[1]
  return { algorithm: word, ...given, ...(size === undefined ? {} : { keySize: Number(size) }) }
}

/** Proposals of IKE and ESP as strongSwan and Libreswan write them: `aes256-sha256-modp2048, aes128gcm16-ecp256!`. */
export function readProposals(value: string): readonly Fact[] {
  return value
    .toLowerCase()
    .split(/[\s,;+!-]+/)
    .slice(0, MAX_WORDS)
    .flatMap(proposalPart)
    .map((fact) => ({ ...fact, protocol: 'IPsec' }))
}

function proposalPart(word: string): readonly Fact[] {
  const aes = /^aes_?(gcm|ccm|ctr|gmac|cbc)?_?(?:[abc]_?)?(128|192|256)?_?(gcm|ccm|ctr|gmac)?\d{0,3}$/.exec(word)
  if (aes) {
    const [, before, bits, behind] = aes
    const mode = (before ?? behind ?? 'cbc').toUpperCase()
    return [{ algorithm: 'AES', role: 'Encryption', mode, ...(bits === undefined ? {} : { keySize: Number(bits) }) }]
  }
  const modp = /^modp(\d{3,4})/.exec(word)?.[1]
  if (modp !== undefined) return [{ algorithm: 'DH', role: 'KeyAgreement', keySize: Number(modp) }]
  const ecp = /^ecp(\d{3})(bp)?$/.exec(word)
  if (ecp) {
    const curve = ecp[2] === undefined ? `P-${ecp[1]}` : `brainpoolP${ecp[1]}r1`
    return [{ algorithm: 'ECDH', role: 'KeyAgreement', curve }]
  }
  if (/^(?:curve|x)(?:25519|448)$/.test(word)) return [{ algorithm: word, role: 'KeyAgreement' }]
  const kem = /^(?:ke\d_)?mlkem(512|768|1024)$/.exec(word)?.[1]
  if (kem !== undefined) return [{ algorithm: `ML-KEM-${kem}`, role: 'KeyEncapsulation' }]
  const hash = /^(?:prf)?(md5|sha1?|sha2?_?(?:256|384|512))(?:_\d+)?$/.exec(word)?.[1]
  if (hash !== undefined) return [{ algorithm: 'HMAC', role: 'Mac', hash: hash.replace(/^sha2_/, 'sha') }]
  return /^(?:3des|chacha20poly1305)$/.test(word) ? [{ algorithm: word, role: 'Encryption' }] : []
}

/** Pairs of algorithm and size, as jdk.security.defaultKeySize has them: `RSA:3072, EC:384`. */
export function readSizes(value: string): readonly Fact[] {
  return value.split(',').flatMap((part): readonly Fact[] => {
    const [, algorithm = '', bits = ''] = /^\s*([A-Za-z]{1,20})\s*:\s*(\d{3,5})\s*$/.exec(part) ?? []
    return algorithm === '' ? [] : [{ algorithm, role: 'KeyGeneration', keySize: Number(bits) }]
  })
}
