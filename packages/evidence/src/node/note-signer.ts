import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { createVerifierKey, messageOf, type SignatureType, type VerifierKey, withTime } from '../log/note-keys.ts'
import type { NoteSignature } from '../log/signed-note.ts'

/** Signs notes with one key. */
export interface NoteSigner {
  readonly key: VerifierKey
  /**
   * Signs the text of a note. @param nowMs milliseconds since the Unix epoch; a cosignature holds its second.
   */
  sign(text: string, nowMs: number): NoteSignature
}

export const SEED_BYTES = 32

/** What stands before a seed in PKCS #8. Sources: RFC 8410, section 7; RFC 9881, section 6. */
const PREFIXES: Readonly<Record<SignatureType, string>> = {
  note: '302e020100300506032b657004220420',
  cosignature: '302e020100300506032b657004220420',
  'cosignature-ml-dsa-44': '3034020100300b060960864801650304031104228020',
}

/**
 * Makes a signer of a seed of 32 bytes, by Ed25519 (RFC 8032) or ML-DSA-44 (FIPS 204).
 *
 * @throws {RangeError} for a seed of another length.
 */
export function createNoteSigner(name: string, type: SignatureType, seed: Uint8Array): NoteSigner {
  if (seed.length !== SEED_BYTES) throw new RangeError(`A seed has ${SEED_BYTES} bytes.`)
  const der = Buffer.concat([Buffer.from(PREFIXES[type], 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const key = createVerifierKey(name, type, publicKeyOf(privateKey, type))
  return {
    key,
    sign: (text, nowMs) => {
      const time = Math.floor(nowMs / 1_000)
      const signature = new Uint8Array(sign(null, messageOf(key, text, time), privateKey))
      return { name, keyId: key.keyId, signature: withTime(type, time, signature) }
    },
  }
}

/** Both kinds of keys stand at the end of their SubjectPublicKeyInfo. */
function publicKeyOf(privateKey: KeyObject, type: SignatureType): Uint8Array {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return new Uint8Array(spki.subarray(type === 'cosignature-ml-dsa-44' ? -1_312 : -32))
}
