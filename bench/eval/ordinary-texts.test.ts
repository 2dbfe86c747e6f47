import { fileURLToPath } from 'node:url'
import { createJailbreakLayer } from '@sluice/pipeline'
import { createLevelPolicy, DEFAULT_JAILBREAK_THRESHOLDS } from '@sluice/policy'
import { describe, expect, it } from 'vitest'
import { askLayer } from './exchange.ts'
import { readRows, stringMember } from './read-rows.ts'

/**
 * Texts of this project's own tests, screens and documents, none of them an attack. Both stages of L1 have learnt those
 * of the first file (tools/train-l1); those of the second stand in other files, and neither has seen any.
 */
const FILES = [
  { file: 'ordinary_learnt.jsonl', refused: 0, observed: 0.01 },
  { file: 'ordinary_kept.jsonl', refused: 0, observed: 0.02 },
]

const layer = createJailbreakLayer({ timeoutMs: 60_000, opinionTimeoutMs: 60_000, keptLevelOf: () => 7 })
const jailbreak = { ...DEFAULT_JAILBREAK_THRESHOLDS, secondStage: true }
const policy = createLevelPolicy({ clearances: {}, jailbreak }).current('default')

describe.each(FILES)('L1, with both of its stages, and $file', async ({ file, refused, observed }) => {
  const rows = await readRows(fileURLToPath(new URL(`ordinary/${file}`, import.meta.url)))
  const found: { readonly text: string; readonly type: string; readonly isObserved: boolean }[] = []
  for (const row of rows) {
    const text = stringMember(row, 'text')
    const { type, findings = [] } = await askLayer(layer, text, policy)
    found.push({ text, type, isObserved: findings.length > 0 })
  }

  it(`refuses ${refused}`, () => {
    expect(found.filter(({ type }) => type !== 'allow').map(({ text }) => text)).toHaveLength(refused)
  })

  it(`observes ${observed * 100} in a hundred at most`, () => {
    expect(found.filter(({ isObserved }) => isObserved).length / found.length).toBeLessThanOrEqual(observed)
  })
})
