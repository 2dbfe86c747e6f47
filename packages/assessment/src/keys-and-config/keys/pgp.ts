import type { Fact } from '../fact.ts'
import { bitsOf, oidOf, TAG } from './der.ts'

/** Packets with a key: secret and public, primary and sub (RFC 9580, section 5). */
const KEY_PACKETS = new Set([5, 6, 7, 14])
const MAX_PACKETS = 10_000

/** The keys in OpenPGP data: their kinds, and sizes or curves. */
export function describePgp(bytes: Uint8Array): readonly Fact[] {
  const facts: Fact[] = []
  let at = 0
  for (let i = 0; i < MAX_PACKETS && at < bytes.length; i += 1) {
    const packet = packetAt(bytes, at)
    if (packet === undefined) break
    const fact = KEY_PACKETS.has(packet.tag) ? describeKey(bytes.subarray(packet.start, packet.end)) : undefined
    if (fact !== undefined) facts.push(fact)
    at = packet.end
  }
  return facts
}

function packetAt(bytes: Uint8Array, at: number): { tag: number; start: number; end: number } | undefined {
  const head = bytes[at] ?? 0
  const first = bytes[at + 1] ?? 0
  if (head < 0x80) return undefined
  const number = (from: number, count: number): number =>
    bytes.subarray(from, from + count).reduce((sum, byte) => sum * 256 + byte, 0)
  let start = at + 2
  let length = first
  if ((head & 0x40) === 0) {
    const kind = head & 3
    if (kind === 3) return undefined
    start = at + 1 + 2 ** kind
    length = number(at + 1, 2 ** kind)
  } else if (first === 255) {
    start = at + 6
    length = number(at + 2, 4)
  } else if (first >= 224) return undefined
  else if (first >= 192) {
    start = at + 3
    length = (first - 192) * 256 + (bytes[at + 2] ?? 0) + 192
  }
  const end = start + length
  const tag = (head & 0x40) === 0 ? (head >> 2) & 15 : head & 63
  return end > bytes.length ? undefined : { tag, start, end }
}

/** By the algorithm's number (RFC 9580, 9.1). Those from 25 on have a fixed curve. */
const ALGORITHMS: Readonly<Record<number, string>> = {
  1: 'RSA',
  2: 'RSA',
  3: 'RSA',
  16: 'ElGamal',
  17: 'DSA',
  18: 'ECDH',
  19: 'ECDSA',
  22: 'EdDSA',
  25: 'X25519',
  26: 'X448',
  27: 'Ed25519',
  28: 'Ed448',
}

function describeKey(body: Uint8Array): Fact | undefined {
  const version = body[0] ?? 0
  if (version !== 4 && version !== 6) return undefined
  const number = body[5] ?? 0
  const algorithm = ALGORITHMS[number]
  if (algorithm === undefined) return undefined
  // Version 6 has the length of the key before it.
  const at = version === 6 ? 10 : 6
  const fact: Fact = { algorithm, role: 'KeyMaterial' }
  if (number <= 17) {
    const length = ((((body[at] ?? 0) << 8) | (body[at + 1] ?? 0)) + 7) >> 3
    const keySize = bitsOf(body.subarray(at + 2, at + 2 + length))
    return keySize > 0 ? { ...fact, keySize } : fact
  }
  if (number > 22) return fact
  const curve = oidOf({ tag: TAG.oid, bytes: body.subarray(at + 1, at + 1 + (body[at] ?? 0)) })
  return curve === undefined ? fact : { ...fact, curve }
}
