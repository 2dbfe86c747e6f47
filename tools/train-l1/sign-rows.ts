import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import {
  emptySigns,
  emptyTokens,
  foldForPhrases,
  Lexicon,
  secondWindow,
  tokenize,
  writeSigns,
} from '@sluice/prompt-classifier/training'
import type { LabelledRow } from './labelled-rows.ts'
import { MAX_TEXT } from './read-text.ts'

/** A text with the window of it that looks most like an attack, in tokens, and its score by the first stage. */
interface WindowedRow {
  readonly row: LabelledRow
  readonly weight: number
  readonly logit: number
  readonly from: number
  readonly to: number
}

const lexicon = new Lexicon()
let tokens = emptyTokens(1 << 16)
const signs = emptySigns()

/**
 * Writes what the second stage reads of some texts, for `second_stage.py`: `NAME.jsonl` with a line for each text,
 * `NAME.counts` with a byte for each token, how many signs it has, and `NAME.signs` with two bytes for each sign.
 */
export function writeSignRows(folder: string, name: string, rows: readonly WindowedRow[]): void {
  mkdirSync(folder, { recursive: true })
  const [lines, counts, ids] = ['jsonl', 'counts', 'signs'].map((end) => openSync(`${folder}/${name}.${end}`, 'w'))
  if (lines === undefined || counts === undefined || ids === undefined) throw new Error('no files')
  for (const { row, weight, logit, from, to } of rows) {
    const written = row.text.slice(0, MAX_TEXT)
    const folded = foldForPhrases(written)
    tokens = tokenize(folded.text, tokens)
    const [first, last] = secondWindow(tokens.count, from, to)
    writeSigns(written, folded, tokens, first, last, lexicon, signs)
    const perToken = Uint8Array.from(
      { length: signs.count },
      (_, i) => (signs.starts[i + 1] ?? 0) - (signs.starts[i] ?? 0),
    )
    writeSync(counts, perToken)
    writeSync(ids, Buffer.from(signs.rows.buffer, 0, (signs.starts[signs.count] ?? 0) * 2))
    const { source, label, kind, language, category, family } = row
    writeSync(
      lines,
      `${JSON.stringify({ source, row: row.row, label, kind, language, category, family, weight, logit, tokens: signs.count, all: tokens.count })}\n`,
    )
  }
  for (const file of [lines, counts, ids]) closeSync(file)
}
