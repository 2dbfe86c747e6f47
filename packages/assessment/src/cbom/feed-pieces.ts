import { setImmediate } from 'node:timers/promises'

/** Hashing 64 KiB takes about a tenth of a millisecond; gathering it from small pieces up to one more. */
const CHUNK_CHARS = 65_536

/** Hands pieces on as chunks of about 64 KiB, and lets other work have its turn after each. */
export async function feedPieces(pieces: Iterable<string>, take: (chunk: string) => void): Promise<void> {
  for await (const chunk of chunksOf(pieces)) take(chunk)
}

/** Joins pieces to chunks of about 64 KiB; for bodies that are sent as a stream. */
export async function* chunksOf(pieces: Iterable<string>): AsyncGenerator<string, void, undefined> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK_CHARS) continue
    yield chunk
    chunk = ''
    await setImmediate()
  }
  if (chunk !== '') yield chunk
}
