import { readFileSync } from 'node:fs'
import type { NameKind } from '@sluice/name-tagger/training'
import { z } from 'zod'
import type { Example } from './fill-templates.ts'

const rowSchema = z.object({
  text: z.string(),
  spans: z.array(z.object({ start: z.number(), end: z.number(), type: z.string() })).default([]),
})

const KINDS: Readonly<Record<string, NameKind>> = {
  PERSON: 'person',
  LOCATION: 'place',
  GPE: 'place',
  STREET_ADDRESS: 'address',
  ADDRESS: 'address',
  ORGANIZATION: 'organization',
}

/** The labelled texts of a file: one JSON object a line, `{text, spans: [{start, end, type}]}`. */
export function readRows(file: string): readonly Example[] {
  return lines(file).map((line) => {
    const { text, spans } = rowSchema.parse(JSON.parse(line))
    const names = spans.flatMap(({ start, end, type }) => {
      const kind = KINDS[type]
      return kind === undefined ? [] : [{ kind, start, end }]
    })
    return { text, names }
  })
}

/** The texts of a file, whatever stands in them. */
export function readTexts(file: string): readonly string[] {
  return lines(file).map((line) => z.object({ text: z.string() }).parse(JSON.parse(line)).text)
}

function lines(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}
