import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import type { emptySigns } from '@sluice/prompt-classifier/training'

/** What is known of a text whose signs are written. */
interface About {
  readonly source: string
  readonly row: number
  readonly label: 0 | 1
  readonly kind: string
  readonly language: string
  readonly category: number
  readonly family: string
  readonly weight: number
  /** Its score by the first stage. */
  readonly logit: number
  /** How many tokens the whole text has. */
  readonly all: number
}

/**
 * Three files that `second_stage.py` reads: `NAME.jsonl` with a line for each text, `NAME.counts` with a byte for each
 * token, how many signs it has, and `NAME.signs` with two bytes for each sign.
 */
export class SignFiles {
  readonly #lines: number
  readonly #counts: number
  readonly #ids: number

  /** Begins the files of a name in a folder, which is made where it is missing. */
  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true })
    const open = (end: string) => openSync(`${folder}/${name}.${end}`, 'w')
    this.#lines = open('jsonl')
    this.#counts = open('counts')
    this.#ids = open('signs')
  }

  add({ all, ...about }: About, { count, rows, starts }: ReturnType<typeof emptySigns>): void {
    const perToken = Uint8Array.from({ length: count }, (_, i) => (starts[i + 1] ?? 0) - (starts[i] ?? 0))
    writeSync(this.#counts, perToken)
    writeSync(this.#ids, Buffer.from(rows.buffer, rows.byteOffset, (starts[count] ?? 0) * 2))
    writeSync(this.#lines, `${JSON.stringify({ ...about, tokens: count, all })}\n`)
  }

  close(): void {
    for (const file of [this.#lines, this.#counts, this.#ids]) closeSync(file)
  }
}
