import { expect, it } from 'vitest'
import { readApprovers } from './approvers.ts'
import { checkPolicyText } from './cedar/check-policy-text.ts'
import { createCedarPolicies } from './cedar/index.ts'
import { CLOCK } from './testing/engines.ts'

it.each([
  ['2', { count: 2, roles: [] }],
  ['1 ciso', { count: 1, roles: ['ciso'] }],
  ['10 ciso legal-counsel', { count: 10, roles: ['ciso', 'legal-counsel'] }],
])('reads the approvers %j', (text, expected) => {
  expect(readApprovers(text)).toEqual(expected)
})

it.each(['', '0', '11', 'two', '2 boss', '1  ciso', '-1', '1.5', ' 1'])('does not read %j', (text) => {
  expect(readApprovers(text)).toBeUndefined()
})

const HOLD = `forbid (principal, action == Action::"invokeWithoutApproval", resource);`
const principal = { tenant: 't', sub: 'u', username: 'u', groups: [], roles: [], departments: [], client: 'c' }

it('are named by the decision of the policies that hold', () => {
  const policies = createCedarPolicies({ clearances: {} }, { clock: CLOCK })
  const policy = (id: string, text: string) => ({ id, text, immutable: false, enabled: true, version: 1 })
  policies.replace('t', [policy('two', `@approvers("2") ${HOLD}`), policy('legal', `@approvers("1 ciso") ${HOLD}`)])
  const decide = (category: 'A' | 'F') =>
    policies.current('t').decide({
      ...{ principal, action: 'perform-action', resource: { category } },
      context: { model: 'm', reasonGiven: false },
    })
  expect(decide('A')).toMatchObject({ effect: 'hold', policyIds: ['legal', 'two'] })
  expect(decide('A').approvers).toHaveLength(2)
  expect(decide('A').approvers).toEqual(
    expect.arrayContaining([
      { count: 2, roles: [] },
      { count: 1, roles: ['ciso'] },
    ]),
  )
  policies.replace('t', [])
  expect(decide('F').approvers).toBeUndefined()
})

it('are checked with the policy', () => {
  expect(checkPolicyText(`@approvers("2 boss") ${HOLD}`, 'mine')).toMatchObject([{ severity: 'error', line: 1 }])
  expect(checkPolicyText(`@approvers("2 ciso") ${HOLD}`, 'mine')).toEqual([])
})
