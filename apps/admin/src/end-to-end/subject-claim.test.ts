import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminStack, problemOf, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack({ OIDC_SUBJECT_CLAIM: 'oid' })
}, 300_000)
afterAll(async () => await stack?.stop())

const groups = ['role:ciso']

it('knows administrators by the configured claim', async () => {
  const caller = { sub: 'pairwise', oid: 'carol', groups }
  expect((await stack.call(caller, 'POST', '/admin/users/u-bob/freeze', { reason: 'r' })).status).toBe(200)
  expect(await stack.records()).toMatchObject([{ event: 'user.frozen', sub: 'u-bob', actor: 'user:carol' }])
})

it.each([
  ['is absent', {}],
  ['is no text', { oid: ['carol'] }],
])('refuses a token whose claim %s, whatever its sub is', async (_what, claims) => {
  const response = await stack.call({ sub: 'carol', groups, ...claims }, 'GET', '/admin/sessions')
  expect(await problemOf(response)).toMatchObject({ status: 401, code: 'token_invalid' })
})
