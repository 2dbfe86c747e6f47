import type { Fact } from '../fact.ts'
import { type DerValue, kidsOf, oidOf, readDer, TAG, wrapped } from './der.ts'

const PBES2 = '1.2.840.113549.1.5.13'
const DATA = '1.2.840.113549.1.7.1'
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6'
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3'

/** How something is encrypted by a password (RFC 8018): the cipher, and what makes its key. */
export function describeEncryption(identifier: DerValue): readonly Fact[] {
  const [oid, parameters] = kidsOf(identifier)
  const algorithm = oidOf(oid)
  if (algorithm === undefined) return []
  if (algorithm !== PBES2 || parameters === undefined) return [{ algorithm, role: 'Encryption' }]
  const [derivation, cipher] = kidsOf(parameters).map((part) => kidsOf(part))
  const facts: Fact[] = []
  const cipherOid = oidOf(cipher?.[0])
  if (cipherOid !== undefined) facts.push({ algorithm: cipherOid, role: 'Encryption' })
  const derivationOid = oidOf(derivation?.[0])
  const last = derivation?.[1] === undefined ? undefined : kidsOf(derivation[1]).at(-1)
  const hash = last?.tag === TAG.sequence ? oidOf(kidsOf(last)[0]) : undefined
  if (derivationOid !== undefined)
    facts.push({ algorithm: derivationOid, role: 'KeyDerivation', ...(hash === undefined ? {} : { hash }) })
  return facts
}

type Describe = (value: DerValue) => readonly Fact[]

/** A PKCS #12 file (RFC 7292): what is encrypted and how, what is not, and its MAC. */
export function describeStore([, content, mac]: readonly DerValue[], describe: Describe): readonly Fact[] {
  if (content === undefined || oidOf(kidsOf(content)[0]) !== DATA) return []
  const facts: Fact[] = []
  const safes = wrapped(kidsOf(kidsOf(content)[1] ?? content)[0])
  for (const safe of safes === undefined ? [] : kidsOf(safes)) facts.push(...describeSafe(safe, describe))
  const digest = mac === undefined ? undefined : kidsOf(kidsOf(mac)[0] ?? mac)[0]
  const hash = digest === undefined ? undefined : oidOf(kidsOf(digest)[0])
  if (hash !== undefined) facts.push({ algorithm: 'HMAC', role: 'Mac', hash })
  return facts
}

function describeSafe(safe: DerValue, describe: Describe): readonly Fact[] {
  const [oid, tagged] = kidsOf(safe)
  const [inner] = tagged === undefined ? [] : kidsOf(tagged)
  if (inner === undefined) return []
  if (oidOf(oid) === ENCRYPTED_DATA) {
    const identifier = kidsOf(kidsOf(inner)[1] ?? inner)[1]
    return identifier === undefined ? [] : describeEncryption(identifier)
  }
  const bags = wrapped(inner)
  return (bags === undefined ? [] : kidsOf(bags)).flatMap((bag) => describeBag(bag, describe))
}

function describeBag(bag: DerValue, describe: Describe): readonly Fact[] {
  const [oid, tagged] = kidsOf(bag)
  const [value] = tagged === undefined ? [] : kidsOf(tagged)
  if (value === undefined) return []
  if (oidOf(oid) !== CERTIFICATE_BAG) return describe(value)
  const certificate = wrapped(kidsOf(kidsOf(value)[1] ?? value)[0])
  return certificate === undefined ? [] : describe(certificate)
}

const JKS = 0xfeedfeed
const JCEKS = 0xcececece
const MAX_ENTRIES = 10_000

/** The certificates of a Java key store of the older kinds, JKS and JCEKS; its keys are enciphered by its own means. */
export function describeJavaStore(bytes: Uint8Array, describe: (der: Uint8Array) => readonly Fact[]): readonly Fact[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const facts: Fact[] = []
  try {
    const magic = view.getUint32(0)
    if (magic !== JKS && magic !== JCEKS) return []
    const version = view.getUint32(4)
    const count = Math.min(view.getUint32(8), MAX_ENTRIES)
    let at = 12
    const skipText = (): void => {
      at += 2 + view.getUint16(at)
    }
    const takeBytes = (): Uint8Array => {
      const length = view.getUint32(at)
      at += 4 + length
      return bytes.subarray(at - length, at)
    }
    for (let i = 0; i < count; i += 1) {
      const tag = view.getUint32(at)
      at += 4
      skipText()
      at += 8
      if (tag !== 1 && tag !== 2) break
      if (tag === 1) takeBytes()
      const certificates = tag === 1 ? Math.min(view.getUint32(at), MAX_ENTRIES) : 1
      if (tag === 1) at += 4
      for (let k = 0; k < certificates; k += 1) {
        if (version >= 2) skipText()
        facts.push(...describe(takeBytes()))
      }
    }
  } catch {
    // A store that was cut off: what stood before is told.
  }
  return facts
}

/** Whether bytes begin as DER does: a SEQUENCE that fills them. */
export function isDer(bytes: Uint8Array): boolean {
  return bytes[0] === TAG.sequence && readDer(bytes) !== undefined
}
