import { describe, expect, it } from 'vitest'
import { readRootKeys } from '../log/root-keys.ts'
import { type BundleCase, judgeCase } from './testing/bundle-vectors.ts'
import vectors from './vectors/bundles-and-ranges.json' with { type: 'json' }

const keys = readRootKeys(vectors.keys)
const cases: readonly BundleCase[] = vectors.cases

describe('the vectors of bundles and ranges', () => {
  it.each(cases)('are judged as before: $what', async ({ text, fault, counts }) => {
    expect(await judgeCase(text, keys)).toEqual({ fault, counts })
  })

  it('have both', () => {
    expect(cases.filter(({ fault }) => fault === null)).toHaveLength(19)
    expect(cases.filter(({ fault }) => fault !== null)).toHaveLength(46)
  })
})
