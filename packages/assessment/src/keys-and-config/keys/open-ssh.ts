import type { Sighting } from '../../model/file-summary.ts'
import { type Fact, placeCounter, sightingOf } from '../fact.ts'
import { bitsOf } from './der.ts'

const MAGIC = 'openssh-key-v1\0'
const MAX_KEYS = 5_000

/** Reads the length-prefixed strings of RFC 4251, section 5; undefined where one goes beyond the end. */
class SshReader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = at
  }

  number(): number | undefined {
    if (this.#at + 4 > this.#bytes.length) return undefined
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }

  next(): Buffer | undefined {
    const length = this.number()
    if (length === undefined || this.#at + length > this.#bytes.length) return undefined
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  text(): string | undefined {
    return this.next()?.toString('latin1')
  }
}

/** A public key as SSH sends it (RFC 4253, 6.6; RFC 5656; RFC 8709). */
export function describeSshBlob(blob: Uint8Array): Fact | undefined {
  const reader = new SshReader(blob)
  const type = reader.text()
  if (type === undefined || !/^[a-z][a-z0-9@.-]{3,60}$/.test(type)) return undefined
  if (type === 'ssh-rsa') {
    reader.next()
    const modulus = reader.next()
    return { algorithm: 'RSA', role: 'KeyMaterial', ...(modulus === undefined ? {} : { keySize: bitsOf(modulus) }) }
  }
  if (type === 'ssh-dss') {
    const prime = reader.next()
    return { algorithm: 'DSA', role: 'KeyMaterial', ...(prime === undefined ? {} : { keySize: bitsOf(prime) }) }
  }
  return { algorithm: type.replace(/@.*$/, ''), role: 'KeyMaterial' }
}

/** A private key in the form of OpenSSH (PROTOCOL.key): its kind and size, and how it is encrypted. */
export function describeOpenSshKey(bytes: Uint8Array): readonly Fact[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.subarray(0, MAGIC.length).toString('latin1') !== MAGIC) return []
  const reader = new SshReader(bytes, MAGIC.length)
  const cipher = reader.text()
  reader.next()
  reader.next()
  const count = reader.number()
  const blob = count === undefined || count === 0 ? undefined : reader.next()
  const key = blob === undefined ? undefined : describeSshBlob(blob)
  const facts: Fact[] = key === undefined ? [] : [key]
  if (cipher !== undefined && cipher !== 'none' && cipher.length <= 40)
    facts.push({ algorithm: cipher, role: 'Encryption' })
  return facts
}

const PUBLIC_KEY =
  /(?<![\w-])((?:sk-)?(?:ssh-(?:rsa|dss|ed25519|ed448)|ecdsa-sha2-nistp\d{3})(?:-cert-v\d\d)?(?:@openssh\.com)?)[ \t]{1,4}(AAAA[A-Za-z0-9+/]{20,20000})/g

/** The public keys in a text, as authorized_keys, known_hosts and *.pub files have them (sshd(8)). */
export function describeSshKeys(text: string): readonly Sighting[] {
  if (!text.includes('AAAA')) return []
  const placeOf = placeCounter(text)
  const sightings: Sighting[] = []
  for (const found of text.matchAll(PUBLIC_KEY)) {
    if (sightings.length >= MAX_KEYS) break
    const [, type = '', encoded = ''] = found
    const fact = describeSshBlob(Buffer.from(encoded, 'base64'))
    if (fact === undefined || isComment(text, found.index)) continue
    const source = { rule: 'ssh/public-key', library: 'OpenSSH', ...placeOf(found.index), evidence: type }
    sightings.push(sightingOf(fact, source))
  }
  return sightings
}

const LONGEST_OPTIONS = 400

function isComment(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_OPTIONS), at)
  return before
    .slice(before.lastIndexOf('\n') + 1)
    .trimStart()
    .startsWith('#')
}
