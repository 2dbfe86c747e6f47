import { readCheckpoint } from './checkpoint.ts'
import { EMPTY_ROOT, sameBytes } from './hashes.ts'
import { type TreeHead, verifyConsistency } from './merkle-proofs.ts'
import { signersOf, type VerifierKey } from './note-keys.ts'
import { InvalidNote, type NoteSignature, readNote, type SignedNote } from './signed-note.ts'
import { readAddCheckpoint } from './witness-messages.ts'

/** What a witness says to a request, by the status that it answers with. */
export type CheckpointVerdict =
  | {
      readonly status: 200
      readonly origin: string
      /** What it is asked to cosign. */
      readonly head: TreeHead
      readonly note: SignedNote
    }
  | {
      readonly status: 409
      readonly origin: string
      /** The size of the checkpoint that it has cosigned last. */
      readonly size: number
      /** A checkpoint of that size which the log has signed, with another root. */
      readonly fork?: SignedNote
    }
  /** The log has signed a checkpoint that was not shown to continue the last one. */
  | { readonly status: 422; readonly origin: string; readonly size: number }
  | { readonly status: 400 | 403 | 404 }

const NOTHING_SEEN: TreeHead = { size: 0, root: EMPTY_ROOT }

/**
 * Judges the body of a request to cosign a checkpoint.
 *
 * @param keysOf the keys of a log by its origin, none for an unknown log.
 * @param lastOf what the witness has cosigned last of a log.
 * Source: C2SP tlog-witness, at commit 05527059, "add-checkpoint".
 */
export function judgeCheckpoint(
  body: string,
  keysOf: (origin: string) => readonly VerifierKey[],
  lastOf: (origin: string) => TreeHead | undefined,
): CheckpointVerdict {
  const request = readRequest(body)
  if (request === undefined) return { status: 400 }
  const { oldSize, proof, note, checkpoint } = request
  const { origin, size, root } = checkpoint
  const keys = keysOf(origin)
  if (keys.length === 0) return { status: 404 }
  if (!isSigned(note, keys)) return { status: 403 }
  if (oldSize > size) return { status: 400 }
  const last = lastOf(origin) ?? NOTHING_SEEN
  if (oldSize !== last.size) return { status: 409, origin, size: last.size }
  if (size === last.size && !sameBytes(root, last.root)) return { status: 409, origin, size, fork: note }
  const head = { size, root }
  if (!verifyConsistency(last, head, proof)) return { status: 422, origin, size }
  return { status: 200, origin, head, note }
}

function readRequest(body: string) {
  try {
    const { oldSize, proof, checkpoint } = readAddCheckpoint(body)
    const note = readNote(checkpoint)
    return { oldSize, proof, note, checkpoint: readCheckpoint(note.text) }
  } catch (error) {
    if (error instanceof InvalidNote) return undefined
    throw error
  }
}

function isSigned({ text, signatures }: SignedNote, keys: readonly VerifierKey[]): boolean {
  try {
    return signersOf({ text, signatures: firstOfEachKey(signatures) }, keys).length > 0
  } catch (error) {
    if (error instanceof InvalidNote) return false
    throw error
  }
}

/** One signature is verified for each key, or anybody could have a witness verify dozens for one request. */
function firstOfEachKey(signatures: readonly NoteSignature[]): readonly NoteSignature[] {
  const byKey = new Map<string, NoteSignature>()
  for (const signature of signatures) {
    const key = `${signature.name} ${signature.keyId.join()}`
    if (!byKey.has(key)) byKey.set(key, signature)
  }
  return [...byKey.values()]
}
