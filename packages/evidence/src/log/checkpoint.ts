import { fromBase64, toBase64 } from './base64.ts'
import { DIGEST_BYTES } from './hashes.ts'
import type { TreeHead } from './merkle-proofs.ts'
import { InvalidNote } from './signed-note.ts'

/** The head of a log's tree. */
interface Checkpoint extends TreeHead {
  /** Names the log. */
  readonly origin: string
}

const SIZE = /^(?:0|[1-9]\d{0,15})$/

/** Writes the text of a checkpoint, which is signed as a note. Source: C2SP tlog-checkpoint v1.0.0. */
export function writeCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`
}

/**
 * Reads the text of a checkpoint. Lines of extensions are passed over.
 *
 * @throws {InvalidNote} for any other text.
 */
export function readCheckpoint(text: string): Checkpoint {
  const [origin = '', sizeText = '', rootText = '', ...rest] = text.split('\n')
  const root = fromBase64(rootText)
  const size = Number(sizeText)
  if (origin === '' || !SIZE.test(sizeText) || !Number.isSafeInteger(size) || root?.length !== DIGEST_BYTES) {
    throw new InvalidNote('Not a checkpoint.')
  }
  if (rest.at(-1) !== '' || rest.slice(0, -1).includes('')) throw new InvalidNote('Not a checkpoint.')
  return { origin, size, root }
}
