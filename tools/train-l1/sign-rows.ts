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
import { SignFiles } from './sign-files.ts'

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

/** Writes what the second stage reads of some texts, for `second_stage.py`: the files of a name in a folder. */
export function writeSignRows(folder: string, name: string, rows: readonly WindowedRow[]): void {
  const files = new SignFiles(folder, name)
  for (const { row, weight, logit, from, to } of rows) {
    const written = row.text.slice(0, MAX_TEXT)
    const folded = foldForPhrases(written)
    tokens = tokenize(folded.text, tokens)
    const [first, last] = secondWindow(tokens.count, from, to)
    writeSigns(written, folded, tokens, first, last, lexicon, signs)
    const { source, label, kind, language, category, family } = row
    const about = { source, row: row.row, label, kind, language, category, family, weight, logit, all: tokens.count }
    files.add(about, signs)
  }
  files.close()
}
