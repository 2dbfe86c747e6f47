import { getValidRequestEnvsPolicy, validate } from '@cedar-policy/cedar-wasm/nodejs'
import { policyIdSchema } from '@sluice/contracts'
import { expect, it } from 'vitest'
import { ADMIN_ACTIONS, SOAR_ACTIONS } from '../actions.ts'
import { BUILT_IN_POLICIES } from './built-in-policies.ts'
import { SCHEMA_TEXT } from './policy-files.ts'
import { ACTIONS } from './schema.ts'

const all = Object.fromEntries(BUILT_IN_POLICIES.map(({ id, text }) => [id, text]))

it('fit the schema, and each can apply', () => {
  const answer = validate({ schema: SCHEMA_TEXT, policies: { staticPolicies: all } })
  expect(answer).toMatchObject({ type: 'success', validationErrors: [], validationWarnings: [], otherWarnings: [] })
})

it('have ids of their own, names in the one style, and say what they are for', () => {
  expect(new Set(Object.keys(all)).size).toBe(BUILT_IN_POLICIES.length)
  for (const { id, publicId, annotations } of BUILT_IN_POLICIES) {
    for (const name of [id, publicId]) expect(policyIdSchema.parse(name)).toBe(name)
    expect([id, annotations['description']]).toEqual([id, expect.stringMatching(/^[A-Z].*\.$/)])
  }
})

it.each(BUILT_IN_POLICIES)('$id: Cedar knows the same actions for it', ({ text, actions }) => {
  const known = getValidRequestEnvsPolicy(text, SCHEMA_TEXT)
  if (known.type === 'failure') throw new Error(known.error)
  const ids = known.actions.map((action) => /^Action::"(.+)"$/.exec(action)?.[1])
  expect(new Set(ids)).toEqual(actions)
})

it('know every action that can be asked about', () => {
  const performing = ['invoke', 'invokeWithReason', 'invokeWithoutApproval']
  const asked = [...performing, 'useModel', 'useProviderTool', 'callTool', 'useCache', 'route', 'reveal']
  expect(new Set(ACTIONS.keys())).toEqual(new Set([...asked, ...ADMIN_ACTIONS, ...SOAR_ACTIONS]))
})

it('put a forbid beside each permit, so that no other permit adds to it', () => {
  const open = new Set(['useCache'])
  for (const action of ACTIONS.keys()) {
    const forbids = BUILT_IN_POLICIES.filter(({ text, actions }) => actions.has(action) && text.includes('forbid ('))
    expect([action, forbids.length > 0]).toEqual([action, !open.has(action) && action !== 'invokeWithReason'])
  }
})
