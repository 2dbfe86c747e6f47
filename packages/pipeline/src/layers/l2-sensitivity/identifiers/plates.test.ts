import { expect, it } from 'vitest'
import { PLATE_CASES } from './plates.cases.ts'
import { PLATE_WORDS, PLATES, platesBehind } from './plates.ts'

/** What is found behind the longest word that a row begins with. */
function found(text: string, forms: readonly string[]): readonly string[] {
  const word =
    PLATE_WORDS.filter((each) => text.toLowerCase().startsWith(each)).toSorted((a, b) => b.length - a.length)[0] ?? ''
  return platesBehind(forms)(text, word.length, 0, 0).map(({ start, end }) => text.slice(start, end))
}

it.each(PLATES)('%s has a row that only it finds', (form) => {
  const rest = PLATES.filter((other) => other !== form)
  const rows = PLATE_CASES.matches.filter(([text, plate = '']) => found(text, PLATES).includes(plate))
  expect(rows.some(([text, plate = '']) => !found(text, rest).includes(plate))).toBe(true)
})
