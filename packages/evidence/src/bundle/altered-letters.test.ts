import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidEvidence } from '../evidence/members.ts'
import { readRootKeys } from '../log/root-keys.ts'
import { readBundle, writeBundle } from './bundle.ts'
import { readChallenge } from './challenge.ts'
import { readRangeLine, writeRangeLine } from './range-lines.ts'
import { judgeCase } from './testing/bundle-vectors.ts'
import vectors from './vectors/bundles-and-ranges.json' with { type: 'json' }

const keys = readRootKeys(vectors.keys)
const textOf = (what: string) => vectors.cases.find((each) => each.what === what)?.text ?? ''
const answered = textOf('a request that was answered')
const range = textOf('the whole log')

/** A text with a few of its letters replaced, removed or added. */
const edited = (text: string) =>
  fc
    .array(
      fc.tuple(
        fc.nat(text.length),
        fc.nat(2),
        fc.oneof(fc.constantFrom('0', 'A', '"', ',', ' ', '\n', '}'), fc.string()),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((edits) =>
      edits.reduce((whole, [at, removed, put]) => whole.slice(0, at) + put + whole.slice(at + removed), text),
    )

describe('evidence with some letters altered', () => {
  it('is a fault, wherever they stand in a bundle', async () => {
    await fc.assert(
      fc.asyncProperty(edited(answered), async (text) => {
        fc.pre(text !== answered && text !== `${answered}\n`)
        expect((await judgeCase(text, keys)).fault).not.toBeNull()
      }),
      { numRuns: 400 },
    )
  })

  it('is a fault, or proves no more, wherever they stand in a range', async () => {
    const proved = (await judgeCase(range, keys)).counts?.['proved'] ?? 0
    await fc.assert(
      fc.asyncProperty(edited(range), async (text) => {
        const { counts } = await judgeCase(text, keys)
        expect(counts?.['proved'] ?? 0).toBeLessThanOrEqual(proved)
      }),
      { numRuns: 20 },
    )
  })

  it('never makes a reader throw anything but its own fault', () => {
    const texts = fc.oneof(fc.json(), ...[answered, ...range.split('\n')].map(edited))
    fc.assert(
      fc.property(texts, (text) => {
        for (const read of [
          (own: string) => expect(writeBundle(readBundle(own))).toBe(own.replace(/\n$/, '')),
          (own: string) => expect(writeRangeLine(readRangeLine(own))).toBe(own),
          readChallenge,
        ]) {
          try {
            read(text)
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidEvidence)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})
