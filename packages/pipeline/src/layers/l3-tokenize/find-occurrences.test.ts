import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOccurrenceSearch } from './find-occurrences.ts'

describe('createOccurrenceSearch', () => {
  it.each<[string, readonly string[], string, string]>([
    ['a bare name', ['Alice Smith'], 'Ask Alice Smith.', 'Ask <Alice Smith>.'],
    ['at both ends', ['Alice Smith'], 'Alice Smith, Alice Smith', '<Alice Smith>, <Alice Smith>'],
    ['not inside a word', ['Alice'], 'Alices MAlice Alice2 2Alice', 'Alices MAlice Alice2 2Alice'],
    ['not before a letter beyond ASCII', ['Alic'], 'Alicé', 'Alicé'],
    ['not in another spelling', ['Alice'], 'alice ALICE', 'alice ALICE'],
    ['with punctuation at its ends', ['+49 170 1234'], 'x+49 170 1234.', 'x<+49 170 1234>.'],
    [
      'the longest of several',
      ['Alice', 'Alice Smith'],
      'Alice Smithson, Alice Smith',
      '<Alice> Smithson, <Alice Smith>',
    ],
    ['beside an underscore', ['Alice'], 'user_Alice_1', 'user_<Alice>_1'],
    ['a name of three letters', ['Bob'], 'Bob and Bobby', '<Bob> and Bobby'],
    ['nothing else that is shorter than four', ['491', 'bob', 'Bo'], '491 bob Bo', '491 bob Bo'],
  ])('finds %s', (_name, values, text, expected) => {
    const occurrences = createOccurrenceSearch(values)(text)
    let marked = ''
    let copied = 0
    for (const { value, start, end } of occurrences) {
      expect(text.slice(start, end)).toBe(value)
      marked += `${text.slice(copied, start)}<${value}>`
      copied = end
    }
    expect(marked + text.slice(copied)).toBe(expected)
  })

  it('finds a value between blanks wherever it is put', () => {
    const value = fc.string({ minLength: 4, maxLength: 20, unit: fc.constantFrom('a', 'b', ' ', 'é', '1', '.', '-') })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.array(value), (values, before) => {
        const text = `${before.join(' ')} ${values.at(-1)} `
        const covered = createOccurrenceSearch(values)(text)
        const end = text.length - 1
        // Either the value itself or one that overlaps it was taken first.
        expect(covered.some((one) => one.end > end - (values.at(-1)?.length ?? 0))).toBe(true)
      }),
    )
  })

  it('finds what a comparison of every value with every place finds', () => {
    const unit = fc.constantFrom('a', 'b', ' ', '-', '\ud83d', '\ude00')
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 8, unit }), { maxLength: 12 })
    fc.assert(
      fc.property(texts, texts, (values, pieces) => {
        const text = [...pieces, ...values].join('')
        expect(createOccurrenceSearch([...values, ...values])(text)).toEqual(compareAll(values, text))
      }),
      { numRuns: 1_000 },
    )
  })
})

function compareAll(values: readonly string[], text: string) {
  const isWord = (at: number) => /^[\p{L}\p{Cs}]$/u.test(text.charAt(at))
  const isInside = (at: number) => at > 0 && isWord(at - 1) && isWord(at)
  const fits = (value: string, start: number) =>
    value.length >= 4 && text.startsWith(value, start) && !isInside(start) && !isInside(start + value.length)
  const found: { value: string; start: number; end: number }[] = []
  for (let start = 0; start < text.length; start++) {
    const [value] = values.filter((one) => fits(one, start)).sort((a, b) => b.length - a.length)
    if (value === undefined) continue
    found.push({ value, start, end: start + value.length })
    start += value.length - 1
  }
  return found
}
