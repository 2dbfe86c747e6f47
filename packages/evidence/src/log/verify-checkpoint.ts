import { readCheckpoint } from './checkpoint.ts'
import type { TreeHead } from './merkle-proofs.ts'
import { cosignedAt, signersOf, type VerifierKey } from './note-keys.ts'
import { InvalidNote, readNote } from './signed-note.ts'

/** Whom a verifier trusts. */
export interface TrustedKeys {
  /** Of the log: one of them must have signed. */
  readonly log: readonly VerifierKey[]
  readonly witnesses: readonly VerifierKey[]
  /** How many of the witnesses, by name, must have cosigned. */
  readonly quorum: number
}

/** A checkpoint whose signatures were verified. */
export interface VerifiedCheckpoint {
  readonly origin: string
  readonly head: TreeHead
  /** The names of the witnesses that have cosigned. */
  readonly witnesses: readonly string[]
  /** When the last of them did, in seconds since the Unix epoch; undefined where none did. */
  readonly cosignedAt: number | undefined
}

/** @throws {InvalidNote} where the checkpoint is none, or has not the signatures that it must have. */
export function verifyCheckpoint(checkpoint: string, { log, witnesses, quorum }: TrustedKeys): VerifiedCheckpoint {
  const note = readNote(checkpoint)
  const { origin, size, root } = readCheckpoint(note.text)
  if (!signersOf(note, log).some(({ name }) => name === origin)) {
    throw new InvalidNote('The checkpoint is not signed by the log.')
  }
  const signers = signersOf(note, witnesses)
  const names = [...new Set(signers.map(({ name }) => name))]
  if (names.length < quorum) {
    throw new InvalidNote(`${names.length} of the witnesses have cosigned the checkpoint, not ${quorum}.`)
  }
  const times = note.signatures.flatMap((signature) => {
    const key = signers.find(({ name, keyId }) => name === signature.name && keyId.join() === signature.keyId.join())
    return key === undefined ? [] : (cosignedAt(signature, key) ?? [])
  })
  return {
    ...{ origin, head: { size, root }, witnesses: names },
    cosignedAt: times.length === 0 ? undefined : Math.max(...times),
  }
}
