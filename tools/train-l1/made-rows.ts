import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { MadeRow } from './generate.ts'

const madeRowSchema = z.object({
  text: z.string(),
  label: z.union([z.literal(0), z.literal(1)]),
  technique: z.string(),
  language: z.string(),
  carrier: z.string(),
  category: z.int(),
})

/** The texts that `write-texts.ts` has written, here or at another commit. */
export function readMadeRows(file: string): readonly MadeRow[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => madeRowSchema.parse(JSON.parse(line)))
}
