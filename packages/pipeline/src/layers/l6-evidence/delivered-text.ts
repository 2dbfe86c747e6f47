import { createHash, type Hash } from 'node:crypto'
import { type CompletionChunk, SluiceError } from '@sluice/contracts'
import { visitDelta } from '../../streaming/index.ts'

/** The digest of one text of an answer. */
export interface TextDigest {
  readonly choice: number
  /** Where the text stands in the message, for example `/content` or `/tool_calls/0/function/arguments`. */
  readonly path: string
  /** SHA-256 over the text in UTF-8, hex. */
  readonly sha256: string
}

/** Texts that one answer may have: choices times fields and tool calls. */
const MAX_TEXTS = 4_096

/**
 * Digests an answer's texts while they are delivered. However a text was cut into chunks, its digest is the same, so
 * whoever kept the answer can check it.
 */
export class DeliveredText {
  readonly #hashes = new Map<string, { readonly choice: number; readonly path: string; readonly hash: Hash }>()
  #openEnds = new Map<string, string>()

  /** Throws `layer_failed` where an answer has more texts than can be accounted for. */
  add(chunk: CompletionChunk): void {
    for (const { index, delta } of chunk.choices) {
      visitDelta(delta, (piece, _kind, path) => {
        this.#append(index, path, piece)
        return piece
      })
    }
  }

  /** The digests so far, by choice and path. */
  digests(): readonly TextDigest[] {
    return [...this.#hashes]
      .map(([name, { choice, path, hash }]) => ({
        choice,
        path,
        sha256: hash
          .copy()
          .update(this.#openEnds.get(name) ?? '', 'utf8')
          .digest('hex'),
      }))
      .sort((a, b) => a.choice - b.choice || (a.path < b.path ? -1 : 1))
  }

  #append(choice: number, path: string, piece: string): void {
    if (piece === '') return
    const name = `${choice}${path}`
    const known = this.#hashes.get(name) ?? { choice, path, hash: createHash('sha256') }
    this.#hashes.set(name, known)
    if (this.#hashes.size > MAX_TEXTS) throw new SluiceError('layer_failed', { cause: new Error('Too many texts.') })
    // UTF-8 has no form for half a surrogate pair: it waits for its other half.
    const text = (this.#openEnds.get(name) ?? '') + piece
    const cut = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length
    known.hash.update(text.slice(0, cut), 'utf8')
    if (cut < text.length) this.#openEnds.set(name, text.slice(cut))
    else this.#openEnds.delete(name)
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
