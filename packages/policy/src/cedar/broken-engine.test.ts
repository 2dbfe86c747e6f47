import { policyToJson } from '@cedar-policy/cedar-wasm/nodejs'
import { expect, it } from 'vitest'
import { ask, callerForTests } from '../testing/questions.ts'
import { createCedarPolicies } from './create-cedar-policies.ts'

/* This breaks Cedar's module for the whole process, so it stands in a file of its own. */

it('says that the engine is broken, which then permits nothing that it has not decided before', () => {
  const policies = createCedarPolicies({ clearances: { '*': { level: 7 } } }, { clock: { nowMs: () => 0 } })
  const decide = () => policies.current('default').decide(ask.reveal(callerForTests(), 'PERSON', 2))
  expect(policies.isWorking()).toBe(true)
  for (let times = 0; times < 5; times += 1) {
    try {
      policyToJson(`permit(principal, action, resource) when { ${'('.repeat(5_000)}true${')'.repeat(5_000)} };`)
    } catch {
      // Nobody gives it such a text but this test.
    }
  }
  expect(policies.isWorking()).toBe(false)
  expect(decide()).toMatchObject({ effect: 'forbid' })
})
