import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { evaluateActions } from './actions.ts'
import { optionalString, readRows } from './read-rows.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`actions/${name}.jsonl`, import.meta.url))

const figures = z.looseObject({
  accuracy: z.number(),
  classes: z.looseObject({ 'F+G+H': z.object({ recall: z.number(), precision: z.number() }).loose() }),
  developer: z.looseObject({ falseHolds: z.number() }),
})

async function measured(name: string) {
  const evaluation = evaluateActions({})
  for (const row of await readRows(fileOf(name))) await evaluation.take(row, name)
  return figures.parse((await evaluation.result()).json)
}

describe('the labelled actions', () => {
  it('to tune on and those that are not to be touched are of different scenarios', async () => {
    const groupsOf = async (name: string) =>
      new Set((await readRows(fileOf(name))).map((row) => optionalString(row, 'group')))
    const tuned = new Set([...(await groupsOf('tune')), ...(await groupsOf('registers-tune'))])
    const untouched = [...(await groupsOf('test')), ...(await groupsOf('registers-test'))]
    expect(untouched.filter((group) => tuned.has(group))).toEqual([])
  })

  it('that nobody tunes to are classified no worse than docs/action-taxonomy.md says', async () => {
    const { accuracy, classes, developer } = await measured('test')
    expect(accuracy).toBeGreaterThanOrEqual(0.94)
    expect(classes['F+G+H'].recall).toBeGreaterThanOrEqual(0.94)
    expect(classes['F+G+H'].precision).toBeGreaterThanOrEqual(0.97)
    expect(developer.falseHolds).toBe(0)
  })

  it('in other registers, which nobody tunes to either, are classified no worse than that page says', async () => {
    const { accuracy, classes, developer } = await measured('registers-test')
    expect(accuracy).toBeGreaterThanOrEqual(0.74)
    expect(classes['F+G+H'].recall).toBeGreaterThanOrEqual(0.73)
    expect(classes['F+G+H'].precision).toBeGreaterThanOrEqual(0.91)
    expect(developer.falseHolds).toBeLessThanOrEqual(0.06)
  })
})
