import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { type ReadText, readText } from './read-text.ts'

const rowSchema = z.object({
  text: z.string(),
  label: z.union([z.literal(0), z.literal(1)]),
  kind: z.string().optional(),
  lang: z.string().optional(),
})

/** A text to learn from or to judge by. */
export interface LabelledRow extends ReadText {
  readonly text: string
  /** The name of its file, or `own` for one that was made. */
  readonly source: string
  /** Rows of one family and label share a weight. */
  readonly family: string
  /** A place in `CATEGORIES`; -1 where it is not known. */
  readonly category: number
  readonly kind: string
  readonly language: string
  /** Its place in the file, from 1. */
  readonly row: number
}

/** The labelled texts of a file: one JSON object a line, `{text, label, kind?}`. */
export function readLabelledRows(file: string, hasOrder: boolean): readonly LabelledRow[] {
  const source = basename(file).replace(/\.jsonl$/, '')
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line, i) => {
      const { text, label, kind, lang } = rowSchema.parse(JSON.parse(line))
      return {
        ...readText(text, label, hasOrder),
        text,
        source,
        family: source,
        category: -1,
        kind: kind ?? 'unknown',
        language: lang ?? 'unknown',
        row: i + 1,
      }
    })
}
