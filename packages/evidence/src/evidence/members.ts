import { fromBase64 } from '../log/base64.ts'
import { DIGEST_BYTES, type Digest } from '../log/hashes.ts'

/** An evidence part, a bundle or a line is not one. The message names the member and quotes nothing. */
export class InvalidEvidence extends Error {
  override readonly name = 'InvalidEvidence'
}

export type Members = Readonly<Record<string, unknown>>

/** In UTF-16 code units. */
const MAX_NAME_LENGTH = 1_024
/** 32 bytes in base64url: the last letter has two bits that are 0. */
const TEXT_32 = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Reads a JSON object. @param what it is, for the message of {@link InvalidEvidence}. */
export function parseMembers(text: string, what: string): Members {
  try {
    const members = asMembers(JSON.parse(text))
    if (members !== undefined) return members
  } catch {
    // The parser's own message quotes the text.
  }
  throw new InvalidEvidence(`The ${what} is not a JSON object.`)
}

export function oneOf<const Value extends string>(members: Members, key: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === members[key])
  if (found === undefined) throw new InvalidEvidence(`"${key}" is none of its values.`)
  return found
}

export function name(members: Members, key: string): string {
  const value = members[key]
  if (!isName(value)) throw new InvalidEvidence(`"${key}" is not a name.`)
  return value
}

export function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH && value.isWellFormed()
}

export function count(members: Members, key: string, least: number): number {
  const value = members[key]
  if (!isCount(value, least)) throw new InvalidEvidence(`"${key}" is not a count.`)
  return value
}

export function isCount(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && !Object.is(value, -0)
}

export function text32(members: Members, key: string): string {
  return asText32(members[key], key)
}

export function asText32(value: unknown, key: string): string {
  if (typeof value !== 'string' || !TEXT_32.test(value)) {
    throw new InvalidEvidence(`"${key}" is not 32 bytes in base64url.`)
  }
  return value
}

export function list(members: Members, key: string, most: number): readonly unknown[] {
  const value = members[key]
  if (!Array.isArray(value) || value.length > most) throw new InvalidEvidence(`"${key}" is not a list, or too long.`)
  return value
}

export function asMembers(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

/** JSON that others wrote nests no deeper, lists and objects counted: what is read is also written, by recursion. */
const MAX_DEPTH = 64

/** Whether a value of JSON nests deeper than anything that is read here. */
export function nestsTooDeep(value: unknown): boolean {
  return isDeeper(value, MAX_DEPTH)
}

/** An object of any content. Throws {@link InvalidEvidence} where it is none, or nests too deep. */
export function anyObject(value: unknown, key: string): Members {
  const members = asMembers(value)
  if (members === undefined || nestsTooDeep(value)) {
    throw new InvalidEvidence(`"${key}" is not an object, or nests too deep.`)
  }
  return members
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1))
}

/** Bytes in standard Base64. @param most how many. */
export function base64(members: Members, key: string, most: number): Uint8Array {
  return asBase64(members[key], key, most)
}

/** A SHA-256 hash in standard Base64. */
export function digest(members: Members, key: string): Digest {
  return asDigest(members[key], key)
}

export function asDigest(value: unknown, key: string): Digest {
  const bytes = asBase64(value, key, DIGEST_BYTES)
  if (bytes.length !== DIGEST_BYTES) throw new InvalidEvidence(`"${key}" is not a hash of 32 bytes.`)
  return bytes
}

function asBase64(value: unknown, key: string, most: number): Uint8Array {
  const isText = typeof value === 'string' && value.length <= 4 * Math.ceil(most / 3)
  const bytes = isText ? fromBase64(value) : undefined
  if (bytes === undefined) throw new InvalidEvidence(`"${key}" is not Base64, or too long.`)
  return bytes
}
