import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { ml_dsa44 as mlDsa44 } from '@noble/post-quantum/ml-dsa.js'
import { concatenate } from '../bytes.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { readCheckpoint } from './checkpoint.ts'
import { sameBytes } from './hashes.ts'
import { InvalidNote, isKeyName, type NoteSignature, type SignedNote } from './signed-note.ts'

/**
 * What a key signs: a note by Ed25519, or as a cosigner a checkpoint at a time, by Ed25519 or ML-DSA-44.
 *
 * Sources: C2SP signed-note v1.0.0, "Signature types"; C2SP tlog-cosignature at commit 01194db1, "Format".
 */
const SIGNATURE_TYPES = { note: 0x01, cosignature: 0x04, 'cosignature-ml-dsa-44': 0x06 } as const

export type SignatureType = keyof typeof SIGNATURE_TYPES

/** Who may sign. */
export interface VerifierKey {
  readonly name: string
  readonly type: SignatureType
  /** As Ed25519 and ML-DSA-44 write it: 32 or 1,312 bytes. */
  readonly publicKey: Uint8Array
  readonly keyId: Uint8Array
}

const PUBLIC_KEY_BYTES = { note: 32, cosignature: 32, 'cosignature-ml-dsa-44': 1_312 } as const
/** Signatures of one key in a note: each costs a verification. */
const MAX_COPIES = 4
const TIMESTAMP_BYTES = 8
const SUBTREE_LABEL = 'subtree/v1\n\0'

/** Makes a key of its parts. Throws {@link InvalidNote} for a name or a length that no key has. */
export function createVerifierKey(name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name) || publicKey.length !== PUBLIC_KEY_BYTES[type]) throw new InvalidNote('Not a key.')
  const named = new TextEncoder().encode(`${name}\n`)
  const keyId = sha256(concatenate([named, Uint8Array.of(SIGNATURE_TYPES[type]), publicKey])).slice(0, 4)
  return { name, type, publicKey, keyId }
}

/** Writes a key as operators exchange it: `NAME+ID+KEY`. Source: C2SP signed-note v1.0.0, "Verifier keys". */
export function writeVerifierKey({ name, type, publicKey, keyId }: VerifierKey): string {
  const id = [...keyId].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${name}+${id}+${toBase64(concatenate([Uint8Array.of(SIGNATURE_TYPES[type]), publicKey]))}`
}

/** Reads such a key. Throws {@link InvalidNote} for any other text, also where the id is not that of the key. */
export function readVerifierKey(text: string): VerifierKey {
  const [name = '', , ...rest] = text.split('+')
  const bytes = fromBase64(rest.join('+'))
  const type = signatureTypeOf(bytes?.[0])
  if (bytes === undefined || type === undefined) throw new InvalidNote('Not a key.')
  const key = createVerifierKey(name, type, bytes.slice(1))
  if (writeVerifierKey(key) !== text) throw new InvalidNote('Not a key.')
  return key
}

function signatureTypeOf(byte: number | undefined): SignatureType | undefined {
  switch (byte) {
    case SIGNATURE_TYPES.note:
      return 'note'
    case SIGNATURE_TYPES.cosignature:
      return 'cosignature'
    case SIGNATURE_TYPES['cosignature-ml-dsa-44']:
      return 'cosignature-ml-dsa-44'
    default:
      return undefined
  }
}

/**
 * The keys that have signed a note. Signatures of other keys are passed over.
 *
 * @throws {InvalidNote} where one of the keys stands there with a signature that is not its own, or more than four
 *   times.
 */
export function signersOf(note: SignedNote, keys: readonly VerifierKey[]): readonly VerifierKey[] {
  return keys.filter((key) => {
    const own = note.signatures.filter(({ name, keyId }) => name === key.name && sameBytes(keyId, key.keyId))
    if (own.length > MAX_COPIES || own.some((signature) => !verifySignature(note.text, signature, key))) {
      throw new InvalidNote('A signature of a known key is not its own.')
    }
    return own.length > 0
  })
}

function verifySignature(text: string, { signature }: NoteSignature, key: VerifierKey): boolean {
  if (key.type === 'note') return verifyEd25519(signature, new TextEncoder().encode(text), key)
  if (signature.length <= TIMESTAMP_BYTES) return false
  const time = readTime(signature)
  const rest = signature.slice(TIMESTAMP_BYTES)
  if (time > BigInt(Number.MAX_SAFE_INTEGER)) return false
  const message = messageOf(key, text, Number(time))
  return key.type === 'cosignature' ? verifyEd25519(rest, message, key) : verifyMlDsa(rest, message, key)
}

function verifyEd25519(signature: Uint8Array, message: Uint8Array, { publicKey }: VerifierKey): boolean {
  // As RFC 8032 says, not as ZIP 215 does: the same answers as those of other verifiers.
  return signature.length === 64 && ed25519.verify(signature, message, publicKey, { zip215: false })
}

function verifyMlDsa(signature: Uint8Array, message: Uint8Array, { publicKey }: VerifierKey): boolean {
  return signature.length === mlDsa44.lengths.signature && mlDsa44.verify(signature, message, publicKey)
}

/** When a cosignature was made, in seconds since the Unix epoch; undefined for one of another kind. */
export function cosignedAt({ signature }: NoteSignature, { type }: VerifierKey): number | undefined {
  return type === 'note' || signature.length <= TIMESTAMP_BYTES ? undefined : Number(readTime(signature))
}

function readTime(signature: Uint8Array): bigint {
  return new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
}

/**
 * The bytes that a key signs of the text of a note.
 *
 * @param time seconds since the Unix epoch; a signature of a note itself has none.
 * Source: C2SP tlog-cosignature at commit 01194db1, "Ed25519 signed message" and "ML-DSA-44 signed message".
 */
export function messageOf(key: Pick<VerifierKey, 'type' | 'name'>, text: string, time: number): Uint8Array {
  const encoder = new TextEncoder()
  if (key.type === 'note') return encoder.encode(text)
  if (key.type === 'cosignature') return encoder.encode(`cosignature/v1\ntime ${time}\n${text}`)
  const { origin, size, root } = readCheckpoint(text)
  const opaque = (value: string) => {
    const bytes = encoder.encode(value)
    if (bytes.length > 255) throw new InvalidNote('A name has at most 255 bytes.')
    return concatenate([Uint8Array.of(bytes.length), bytes])
  }
  const label = encoder.encode(SUBTREE_LABEL)
  return concatenate([label, opaque(key.name), uint64(time), opaque(origin), uint64(0), uint64(size), root])
}

/** The signature of a key behind the time at which it was made, where it has one. */
export function withTime(type: SignatureType, time: number, signature: Uint8Array): Uint8Array {
  return type === 'note' ? signature : concatenate([uint64(time), signature])
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}
