import { fromBase64, toBase64 } from './base64.ts'
import { DIGEST_BYTES, type Digest } from './hashes.ts'
import { InvalidNote } from './signed-note.ts'

/** What shows offline that an entry is in a log: the content of a `.tlog-proof` file. */
interface LogProof {
  /** The index of the entry. */
  readonly index: number
  readonly path: readonly Digest[]
  /** The signed note of the checkpoint that the proof leads to. */
  readonly checkpoint: string
  /** What an application adds; nothing vouches for it. */
  readonly extra?: Uint8Array
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'
const INDEX = /^index (0|[1-9]\d{0,15})$/
const MAX_PATH = 63

/** Writes such a file. Source: C2SP tlog-proof v1.0.0. */
export function writeLogProof({ index, path, checkpoint, extra }: LogProof): string {
  const lines = [
    FIRST_LINE,
    ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...path.map(toBase64),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** Reads such a file. Throws {@link InvalidNote} for any other text; nothing is verified. */
export function readLogProof(text: string): LogProof {
  const end = text.indexOf('\n\n')
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  if (end === -1 || first !== FIRST_LINE) throw new InvalidNote('Not a proof of a log.')
  const extraText = lines[0]?.startsWith('extra ') ? lines.shift()?.slice('extra '.length) : undefined
  const extra = extraText === undefined ? undefined : fromBase64(extraText)
  const [, index] = INDEX.exec(lines.shift() ?? '') ?? []
  const path = lines.map(fromBase64)
  const isPath = (hashes: readonly (Digest | undefined)[]): hashes is readonly Digest[] =>
    hashes.length <= MAX_PATH && hashes.every((hash) => hash?.length === DIGEST_BYTES)
  if (index === undefined || !Number.isSafeInteger(Number(index)) || !isPath(path)) {
    throw new InvalidNote('Not a proof of a log.')
  }
  if (extraText !== undefined && extra === undefined) throw new InvalidNote('Not a proof of a log.')
  return {
    ...{ index: Number(index), path, checkpoint: text.slice(end + 2) },
    ...(extra === undefined ? {} : { extra }),
  }
}
