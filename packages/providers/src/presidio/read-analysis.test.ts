import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnalysisFault, readAnalysis } from './read-analysis.ts'

const TYPES = new Map([['PERSON', 'PERSON' as const]])
const read = (answer: unknown, text: string) => readAnalysis(answer, text, TYPES, 0.5)
const person = (start: unknown, end: unknown, score: unknown = 0.9) => ({ entity_type: 'PERSON', start, end, score })

describe('what Presidio answers', () => {
  it('has places in code points, which become UTF-16 code units', () => {
    const character = fc.oneof(fc.constantFrom('\u{1f600}', 'é', 'a', ' '), fc.string({ unit: 'binary', maxLength: 1 }))
    fc.assert(
      fc.property(fc.array(character), fc.array(character, { minLength: 1 }), fc.array(character), (a, b, c) => {
        const [before, value, behind] = [a.join(''), b.join(''), c.join('')]
        const text = before + value + behind
        const points = (part: string) => Array.from(part).length
        // Two halves of a pair may meet at a border.
        fc.pre(value !== '' && points(before) + points(value) + points(behind) === points(text))
        const [span] = read([person(points(before), points(before) + points(value))], text)
        expect(text.slice(span?.start, span?.end)).toBe(value)
      }),
    )
  })

  it('counts where it is sure enough and of a type that is mapped', () => {
    const answer = [person(0, 5), person(0, 5, 0.4), { ...person(0, 5), entity_type: 'DATE_TIME' }]
    expect(read(answer, 'Alice')).toEqual([{ entity: 'PERSON', start: 0, end: 5, confidence: 0.9 }])
  })

  it.each([
    [{ error: 'No language provided' }],
    [null],
    [['PERSON']],
    [[person(0, 6)]],
    [[person(-1, 2)]],
    [[person(3, 3)]],
    [[person(3, 2)]],
    [[person(0.5, 2)]],
    [[person('0', 2)]],
    [[person(0, 2, 1.5)]],
    [[person(0, 2, Number.NaN)]],
    [[person(0, 2), { start: 0, end: 1 }]],
  ])('is refused as a whole: %j', (answer) => expect(() => read(answer, 'Alice')).toThrow(AnalysisFault))
})
