import { DEFAULT_ROLES_BY_GROUP } from '@sluice/auth'
import type { PolicyTest } from '@sluice/policy'
import { afterEach, expect, it } from 'vitest'
import { PolicyTestWorker } from './policy-test-worker.ts'
import { runTests, type TestOrder } from './test-run.ts'

let worker: PolicyTestWorker | undefined
afterEach(() => worker?.close())

const POLICY = { id: 'p', text: 'forbid (principal, action, resource);', immutable: false, enabled: true, version: 1 }
const TEST: PolicyTest = { groups: ['dept:x'], action: 'useModel', resource: 'm', effect: 'forbid' }
const ORDER: TestOrder = {
  ...{ tenant: 't', config: { clearances: {} }, rolesByGroup: DEFAULT_ROLES_BY_GROUP, timeLimitMs: 60_000 },
  ...{ policies: [POLICY], suites: [{ policyId: 'p', tests: [TEST, TEST] }] },
}

it('answers order after order, and starts anew after a thread that is ended', async () => {
  worker = new PolicyTestWorker({ startMs: 100_000, graceMs: 60_000 })
  const passed = { outcome: 'passed', got: { effect: 'forbid', policyIds: ['p'] } }
  for (let times = 0; times < 2; times += 1) {
    expect(await worker.run(ORDER)).toEqual({ type: 'run', suites: [[passed, passed]] })
  }
  // A thread that does not answer in its time is ended.
  const slow = new PolicyTestWorker({ startMs: 1, graceMs: 0 })
  await expect(slow.run(ORDER)).rejects.toMatchObject({ code: 'layer_failed' })
  await worker.close()
  expect(await worker.run(ORDER)).toMatchObject({ type: 'run' })
}, 120_000)

it('runs nothing more when the time is over', () => {
  let asked = 0
  const outcome = runTests({ ...ORDER, timeLimitMs: 1 }, () => asked++)
  expect(outcome).toMatchObject({ suites: [[{ outcome: 'passed' }, { outcome: 'not-run' }]] })
})

it('runs nothing against policies that cannot be used', () => {
  const broken = { ...POLICY, text: 'forbid (principal' }
  expect(runTests({ ...ORDER, policies: [broken] }, () => 0)).toMatchObject({
    type: 'faulty',
    faults: [{ policyId: 'p' }],
  })
})
