import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RISK_LEVELS, type RiskLevel } from '../model/assessment.ts'
import type { Detection, Parameters } from '../model/detection.ts'
import { loadKnowledge } from '../packs/knowledge-base.ts'
import type { KnowledgeEntry } from '../packs/knowledge-entry.ts'
import { scoreOf } from '../score/score.ts'
import { judge } from './judge.ts'
import { assessed, detected } from './testing/sample.ts'

const { entries } = await loadKnowledge({ packs: ['extended'] })

/** From the worst, 0, to the best. */
const rankOf = (risk: RiskLevel): number => RISK_LEVELS.indexOf(risk)

/** What the code may turn out to say of a use of which it says nothing yet, as far as the entry asks for it. */
function answersTo({ judgements, keySizes }: KnowledgeEntry): readonly Parameters[] {
  const conditions = judgements.flatMap(({ when }) => (when === undefined ? [] : [when]))
  return [
    ...[...edgesOf(keySizes), ...conditions.flatMap(({ keySize }) => edgesOf(keySize))].map((keySize) => ({
      keySize,
    })),
    ...conditions.flatMap(({ curve = [] }) => curve.map((one) => ({ curve: one }))),
    ...conditions.flatMap(({ variant = [] }) => variant.map((one) => ({ parameterSet: one }))),
    ...conditions.flatMap(({ hash = [] }) => hash.map((one) => ({ hash: one }))),
  ]
}

interface Sizes {
  readonly oneOf?: readonly number[] | undefined
  readonly atLeast?: number | undefined
  readonly below?: number | undefined
}

function edgesOf(size: Sizes = {}): readonly number[] {
  const { oneOf = [], atLeast, below } = size
  return [...oneOf, ...(atLeast === undefined ? [] : [atLeast]), ...(below === undefined ? [] : [below - 1])]
}

describe('an open question', () => {
  it.each(entries.map((entry) => [entry.algorithm, entry] as const))(
    'about %s has the risk of its worst answer',
    (algorithm, entry) => {
      const use = (parameters: Parameters) => judge(entry, { algorithm, role: 'Unknown', parameters })
      const known = answersTo(entry).map((parameters) => rankOf(use(parameters).risk))
      const open = rankOf(use({}).risk)
      expect(open).toBe(Math.min(open, ...known))
      if (use({}).cnsa2 === 'Indeterminate') expect(open).toBe(Math.min(...known))
    },
  )

  it('never lowers the score once its answer is known to be the worst one', async () => {
    const open = entries.filter((entry) => answersTo(entry).length > 0)
    const other: fc.Arbitrary<Detection> = fc.constantFrom(
      detected('RSA', 'Signature'),
      detected('AES', 'Encryption', { keySize: 256 }),
      detected('SHA-2', 'Digest', { hash: 'SHA-384' }),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...open), fc.array(other, { maxLength: 4 }), async (entry, others) => {
        const { algorithm } = entry
        const scores = await Promise.all(
          answersTo(entry).map(async (parameters) => {
            const weak = detected(algorithm, 'Unknown', parameters, { file: 'z' })
            return (await scoreOf(await assessed([...others, weak], ['extended']))).systemScore
          }),
        )
        const unknown = detected(algorithm, 'Unknown', {}, { file: 'z' })
        const before = (await scoreOf(await assessed([...others, unknown], ['extended']))).systemScore
        expect(before).toBe(Math.max(...scores))
      }),
      { numRuns: 40 },
    )
  })
})
