import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminStack, problemOf, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack

beforeAll(async () => {
  stack = await startAdminStack({
    STEP_UP: JSON.stringify({ 'freeze-user': { max_age_seconds: 300, acr_values: ['phr', 'phrh'] } }),
  })
})
afterAll(() => stack.stop())

const ago = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds
const freeze = (claims: object) =>
  stack.call({ sub: 'carol', groups: ['role:ciso'], ...claims }, 'POST', '/admin/users/u-bob/freeze', {
    reason: 'A test.',
  })

describe('an operation that asks for a fresh and strong login', () => {
  it('is open to one', async () => {
    expect((await freeze({ auth_time: ago(10), acr: 'phr' })).status).toBe(200)
  })

  it.each([
    ['that is too old', { auth_time: ago(600), acr: 'phr' }],
    ['that is too weak', { auth_time: ago(10), acr: 'pwd' }],
    ['of which the token says nothing', {}],
  ])('challenges a login %s', async (_what, claims) => {
    const response = await freeze(claims)
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", ' +
        'error_description="A fresher or stronger login is required", acr_values="phr phrh", max_age="300"',
    )
    expect(await problemOf(response)).toMatchObject({ status: 401, code: 'insufficient_user_authentication' })
  })

  it('says nothing of it to those who may not do it at all', async () => {
    const response = await stack.call('grace', 'POST', '/admin/users/u-bob/freeze', { reason: 'A test.' })
    expect(await problemOf(response)).toMatchObject({ status: 403, code: 'action_not_permitted' })
  })

  it('leaves other operations as they are', async () => {
    expect((await stack.call('carol', 'GET', '/admin/sessions')).status).toBe(200)
  })
})
