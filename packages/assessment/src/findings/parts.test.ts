import { describe, expect, it } from 'vitest'
import { migrationPlanOf } from '../plan/migration-plan.ts'
import { scoreOf } from '../score/score.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'
import { findingsOf } from './findings.ts'
import { partOf } from './parts.ts'
import { assessed, detected } from './testing/sample.ts'

const test = { file: 'src/test/java/ATest.java', setting: 'test' } as const
const MIXED = [
  detected('AES', 'Encryption', { keySize: 256 }),
  detected('RSA', 'Signature', {}, test),
  detected('RSA', 'Encryption', {}, { ...test, line: 2 }),
]

describe('product and test', () => {
  it('split the figures of the specification, which go on covering both', async () => {
    const assessment = await assessed(MIXED)
    expect(findingsOf(assessment)).toMatchObject({
      count: 3,
      quantumBroken: 2,
      product: { count: 1, quantumBroken: 0, quantumSafe: 1 },
      test: { count: 2, quantumBroken: 2, quantumSafe: 0 },
      findings: [{ part: 'product' }, { part: 'test' }, { part: 'test' }],
    })
    expect(scoreOf(assessment)).toMatchObject({
      systemScore: 0.3333,
      findingCount: 3,
      product: { systemScore: 0, componentCount: 1, findingCount: 1 },
      test: { systemScore: 1, componentCount: 1, findingCount: 2 },
    })
    expect(cnsaVerdictOf(assessment)).toMatchObject({
      verdict: 'NonCompliant',
      product: { verdict: 'Compliant', compliant: 1, nonCompliant: 0 },
      test: { verdict: 'NonCompliant', compliant: 0, nonCompliant: 2 },
    })
    const plan = migrationPlanOf(assessment)
    expect(plan.product).toEqual({ totalEffortDays: 0, itemCount: 0 })
    expect(plan.test).toEqual({ totalEffortDays: plan.totalEffortDays, itemCount: plan.itemCount })
  })

  it('say nothing of test code in which nothing was found', async () => {
    const { product, test: tests } = cnsaVerdictOf(await assessed([detected('AES', 'Encryption', { keySize: 256 })]))
    expect(product.verdict).toBe('Compliant')
    expect(tests).toEqual({ compliant: 0, nonCompliant: 0 })
  })

  it('are both open where the scan does not speak of the whole project', async () => {
    const assessment = await assessed([detected('AES', 'Encryption', { keySize: 256 })], [], { status: 'incomplete' })
    expect(cnsaVerdictOf(assessment)).toMatchObject({
      product: { verdict: 'Indeterminate' },
      test: { verdict: 'Indeterminate' },
    })
  })

  it.each([
    ['src/main/java/A.java', 'product'],
    ['src/test/java/A.java', 'test'],
    ['test/org/apache/A.java', 'test'],
    ['src/integrationTest/kotlin/A.kt', 'test'],
    ['Box.UnitTests/A.cs', 'test'],
    ['Box.Tests/A.cs', 'test'],
    ['src/contest/A.java', 'product'],
    ['lib/latest/a.js', 'product'],
    ['e2e/a.ts', 'test'],
    ['src/KeysSpec.scala', 'test'],
    ['t/a_test.exs', 'test'],
    ['vendor/box/src/a.go', 'product'],
    ['vendor/box/testdata/a.go', 'test'],
  ] as const)('%s is %s', (file, part) => {
    const setting = file.startsWith('vendor') ? 'vendored' : 'product'
    expect(partOf({ detection: detected('RSA', 'Signature', {}, { file, setting }) })).toBe(part)
  })
})
