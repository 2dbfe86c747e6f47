import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { evaluateActions } from './actions.ts'
import { optionalString, readRows } from './read-rows.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`actions/${name}.jsonl`, import.meta.url))

const ordinaryOf = (name: string) => fileURLToPath(new URL(`ordinary/${name}.jsonl`, import.meta.url))

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
    expect(accuracy).toBeGreaterThanOrEqual(0.93)
    expect(classes['F+G+H'].recall).toBeGreaterThanOrEqual(0.89)
    expect(classes['F+G+H'].precision).toBeGreaterThanOrEqual(0.98)
    expect(developer.falseHolds).toBe(0)
  })

  it('hold no more of the ordinary texts of this project than they do now', async () => {
    const heldOf = async (name: string) => {
      const evaluation = evaluateActions({})
      for (const { place, value } of await readRows(ordinaryOf(name))) {
        await evaluation.take({ place, value: { ...value, category: 'A' } }, name)
      }
      const { json } = await evaluation.result()
      return z.looseObject({ classes: z.looseObject({ 'F+G+H': z.object({ found: z.number() }).loose() }) }).parse(json)
        .classes['F+G+H'].found
    }
    expect(await heldOf('ordinary_kept')).toBeLessThanOrEqual(21)
    expect(await heldOf('ordinary_learnt')).toBeLessThanOrEqual(57)
  })

  it('in other registers, which nobody tunes to either, are classified no worse than that page says', async () => {
    const { accuracy, classes, developer } = await measured('registers-test')
    expect(accuracy).toBeGreaterThanOrEqual(0.71)
    expect(classes['F+G+H'].recall).toBeGreaterThanOrEqual(0.62)
    expect(classes['F+G+H'].precision).toBeGreaterThanOrEqual(0.94)
    expect(developer.falseHolds).toBeLessThanOrEqual(0.04)
  })
})
