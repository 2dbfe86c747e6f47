import type { Role } from '../../model/detection.ts'
import type { Fact } from '../fact.ts'
import { bitLength, type DerValue, kidsOf, oidOf, readDer, TAG, wrapped } from './der.ts'
import { describeEncryption, describeStore } from './key-stores.ts'

const RSA = '1.2.840.113549.1.1'
const RSA_PSS = `${RSA}.10`
const EC_KEY = '1.2.840.10045.2.1'
const EC_SIGNATURES = '1.2.840.10045.4.'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const KEY_USAGE = '2.5.29.15'
const MAX_CERTIFICATES = 1_000

/**
 * What DER-encoded bytes hold: certificates, requests and revocation lists (RFC 5280, RFC 2986), public and private
 * keys (RFC 5280, RFC 5958, RFC 8017, RFC 5915), encrypted ones (RFC 8018), parameters, PKCS #7 and PKCS #12. Nothing
 * for anything else. `label` is that of a PEM block, which tells alike structures apart.
 */
export function describeDer(bytes: Uint8Array, label = ''): readonly Fact[] {
  const root = readDer(bytes)
  if (root === undefined) return []
  const curve = oidOf(root)
  if (curve !== undefined) return label === 'EC PARAMETERS' ? [{ algorithm: 'EC', curve, role: 'KeyMaterial' }] : []
  return root.tag === TAG.sequence ? describeSequence(kidsOf(root), label) : []
}

function describeSequence(kids: readonly DerValue[], label: string): readonly Fact[] {
  const shape = kids.map(({ tag }) => SHAPES[tag] ?? '?').join('')
  const [first, second, third] = kids
  if (first === undefined || second === undefined) return []
  if (/^i+$/.test(shape)) return describeIntegers(kids, label)
  if (shape === 'ssb') return describeSigned(first, second)
  if (shape === 'sb') return describePublicKey(first, second, 'KeyMaterial')
  if (shape === 'so') return describeEncryption(first)
  if (shape.startsWith('iso') && third !== undefined) return describePrivateKey(second, third)
  if (shape.startsWith('io')) return [{ algorithm: 'EC', role: 'KeyMaterial', ...curveOf(kidsOf(kids[2] ?? first)[0]) }]
  if (shape.startsWith('is')) return describeStore(kids, describeDerValue)
  return oidOf(first) === SIGNED_DATA ? describeSignedData(second) : []
}

const SHAPES: Readonly<Record<number, string>> = {
  [TAG.integer]: 'i',
  [TAG.sequence]: 's',
  [TAG.bits]: 'b',
  [TAG.octets]: 'o',
  [TAG.oid]: 'x',
}

function describeDerValue(value: DerValue): readonly Fact[] {
  return value.tag === TAG.sequence ? describeSequence(kidsOf(value), '') : []
}

const LEAST_MODULUS = 256
const MOST_EXPONENT = 64

/** Keys and parameters that are nothing but numbers: PKCS #1, DSA as OpenSSL writes it, Diffie-Hellman (PKCS #3). */
function describeIntegers(kids: readonly DerValue[], label: string): readonly Fact[] {
  const [one, two, three] = kids.map(bitLength)
  if (one === undefined || two === undefined) return []
  if (kids.length === 9 && two >= LEAST_MODULUS) return [{ algorithm: 'RSA', keySize: two, role: 'KeyMaterial' }]
  if (kids.length === 6 && two >= LEAST_MODULUS) return [{ algorithm: 'DSA', keySize: two, role: 'KeyMaterial' }]
  if (one < LEAST_MODULUS) return []
  if (kids.length === 3 && (three ?? 0) > MOST_EXPONENT) {
    // p, q, g of DSA, or p, g, q of X9.42.
    const isAgreement = label.includes('DH ')
    return [{ algorithm: isAgreement ? 'DH' : 'DSA', keySize: one, role: isAgreement ? 'KeyAgreement' : 'KeyMaterial' }]
  }
  if (kids.length > 3 || two > one) return []
  // A generator is 2 or 5, a public exponent 3 or more and odd; both are the second of two numbers.
  const isGroup =
    label.includes('DH ') || (!label.includes('RSA') && (kids.length === 3 || [2, 5].includes(small(kids[1]))))
  return [{ algorithm: isGroup ? 'DH' : 'RSA', keySize: one, role: isGroup ? 'KeyAgreement' : 'KeyMaterial' }]
}

function small(value: DerValue | undefined): number {
  return value?.bytes.length === 1 ? (value.bytes[0] ?? 0) : 0
}

/** SubjectPublicKeyInfo: the algorithm with its parameters, and the key. */
function describePublicKey(identifier: DerValue, key: DerValue, role: Role): readonly Fact[] {
  const [oid, parameters] = kidsOf(identifier)
  const algorithm = oidOf(oid)
  if (algorithm === undefined) return []
  if (algorithm === EC_KEY) return [{ algorithm, role, ...curveOf(parameters) }]
  const inner = wrapped(key)
  const isRsa = algorithm.startsWith(`${RSA}.`)
  const [number] = kidsOf((isRsa ? inner : parameters) ?? { tag: 0, bytes: new Uint8Array() })
  const keySize = bitLength(number)
  return [{ algorithm, role, ...(keySize >= LEAST_MODULUS ? { keySize } : {}) }]
}

function describePrivateKey(identifier: DerValue, key: DerValue): readonly Fact[] {
  const [oid, parameters] = kidsOf(identifier)
  const algorithm = oidOf(oid)
  if (algorithm === undefined) return []
  const role = 'KeyMaterial'
  if (algorithm === EC_KEY) return [{ algorithm, role, ...curveOf(parameters) }]
  const isRsa = algorithm.startsWith(`${RSA}.`)
  const inner = isRsa ? wrapped(key) : parameters
  const keySize = bitLength(inner === undefined ? undefined : kidsOf(inner)[isRsa ? 1 : 0])
  return [{ algorithm, role, ...(keySize >= LEAST_MODULUS ? { keySize } : {}) }]
}

/** A named curve, or of explicit parameters (SEC 1, C.2) the size of the field. */
function curveOf(parameters: DerValue | undefined): { curve?: string; keySize?: number } {
  const curve = oidOf(parameters)
  if (curve !== undefined) return { curve }
  const field = parameters?.tag === TAG.sequence ? kidsOf(parameters)[1] : undefined
  const keySize = field === undefined ? 0 : bitLength(kidsOf(field)[1])
  return keySize > 0 ? { keySize } : {}
}

/** A certificate, a request or a revocation list: its key, and how it was signed where that is of another family. */
function describeSigned(body: DerValue, identifier: DerValue): readonly Fact[] {
  const parts = kidsOf(body)
  const signature = signatureOf(identifier)
  if (signature === undefined) return []
  for (const part of parts) {
    if (part.tag !== TAG.sequence) continue
    const [algorithm, key, ...rest] = kidsOf(part)
    if (algorithm?.tag !== TAG.sequence || key?.tag !== TAG.bits || rest.length > 0) continue
    const [subject] = describePublicKey(algorithm, key, 'Certificate')
    if (subject === undefined) continue
    const own = subject.algorithm === EC_KEY && onlyAgrees(parts) ? { ...subject, algorithm: 'ECDH' } : subject
    if (familyOf(own.algorithm) !== familyOf(signature.algorithm)) return [own, signature]
    return [{ ...own, hash: signature.hash ?? signature.algorithm }]
  }
  // A revocation list has no key of its own, but a time.
  return parts.some(({ tag }) => tag === 0x17 || tag === 0x18) ? [signature] : []
}

function signatureOf(identifier: DerValue): Fact | undefined {
  const [oid, parameters] = kidsOf(identifier)
  const algorithm = oidOf(oid)
  if (algorithm === undefined) return undefined
  if (algorithm !== RSA_PSS || parameters === undefined) return { algorithm, role: 'Signature' }
  const hash = oidOf(kidsOf(kidsOf(kidsOf(parameters)[0] ?? parameters)[0] ?? parameters)[0])
  return { algorithm, role: 'Signature', ...(hash === undefined ? {} : { hash }) }
}

function familyOf(oid: string): string {
  if (oid.startsWith(`${RSA}.`)) return 'RSA'
  return oid === EC_KEY || oid.startsWith(EC_SIGNATURES) ? 'EC' : oid
}

const SIGNING_USES = 0b1000_0110
const AGREEMENT = 0b0000_1000

/** Whether the key usage (RFC 5280, 4.2.1.3) has key agreement and neither signatures nor certificates. */
function onlyAgrees(parts: readonly DerValue[]): boolean {
  const extensions = parts.find(({ tag }) => tag === 0xa3)
  const list = extensions === undefined ? undefined : kidsOf(extensions)[0]
  for (const extension of list === undefined ? [] : kidsOf(list)) {
    const kids = kidsOf(extension)
    if (oidOf(kids[0]) !== KEY_USAGE) continue
    const uses = wrapped(kids.at(-1))?.bytes[1] ?? 0
    return (uses & AGREEMENT) !== 0 && (uses & SIGNING_USES) === 0
  }
  return false
}

/** The certificates of a PKCS #7 or CMS message (RFC 5652, 5.1). */
function describeSignedData(content: DerValue): readonly Fact[] {
  const [data] = kidsOf(content)
  const certificates = data === undefined ? undefined : kidsOf(data).find(({ tag }) => tag === TAG.first)
  return certificates === undefined ? [] : kidsOf(certificates).slice(0, MAX_CERTIFICATES).flatMap(describeDerValue)
}
