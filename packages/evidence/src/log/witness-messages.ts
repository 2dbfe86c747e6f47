import { fromBase64, toBase64 } from './base64.ts'
import { DIGEST_BYTES, type Digest } from './hashes.ts'
import { InvalidNote } from './signed-note.ts'

/** What a log sends a witness to have a checkpoint cosigned. */
interface AddCheckpoint {
  /** The size of the checkpoint that the witness has cosigned last, 0 for none. */
  readonly oldSize: number
  /** That the new checkpoint begins with the old one. */
  readonly proof: readonly Digest[]
  /** The signed note. */
  readonly checkpoint: string
}

const OLD_SIZE = /^old (0|[1-9]\d{0,15})$/
const MAX_PROOF = 63

/** Writes the body of `add-checkpoint`. Source: C2SP tlog-witness, at commit 05527059. */
export function writeAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`
}

/** Reads such a body. Throws {@link InvalidNote} for any other text. */
export function readAddCheckpoint(body: string): AddCheckpoint {
  const end = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n')
  const [, size] = OLD_SIZE.exec(first) ?? []
  const proof = lines.map(fromBase64)
  const isProof = (hashes: readonly (Digest | undefined)[]): hashes is readonly Digest[] =>
    hashes.length <= MAX_PROOF && hashes.every((hash) => hash?.length === DIGEST_BYTES)
  if (size === undefined || !Number.isSafeInteger(Number(size)) || !isProof(proof)) {
    throw new InvalidNote('Not a request to add a checkpoint.')
  }
  return { oldSize: Number(size), proof, checkpoint: body.slice(end + 2) }
}
