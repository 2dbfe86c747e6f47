import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminStack, okJson, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
}, 300_000)
afterAll(() => stack.stop())

const reason = 'Asked by Maria Keller, maria.keller@example.org, about 4111 1111 1111 1111.'
const masked = 'Asked by PERSON, EMAIL_ADDRESS, about CREDIT_CARD.'

it('the reason of an act is stored, shown and recorded with the names of types in the place of values', async () => {
  const { id } = await stack.begin('u-alice')
  await okJson(await stack.call('dave', 'POST', `/admin/sessions/${id}/freeze`, { reason }))
  await okJson(await stack.call('dave', 'POST', '/admin/users/u-bob/freeze', { reason }))
  expect(await okJson(await stack.call('carol', 'GET', '/admin/users/u-bob/freeze'))).toMatchObject({
    freeze: { reason: masked },
  })
  await okJson(await stack.call('carol', 'POST', '/admin/users/u-bob/unfreeze', { reason }))
  const policy = { id: 'no-sundays', text: 'permit (principal, action, resource);', reason }
  await stack.call('erin', 'POST', '/admin/policies', policy)
  const upload = { mode: 'add', reason, terms: [{ term: 'Falcon Heavy' }] }
  await okJson(await stack.call('erin', 'POST', '/admin/private-semantic-map', upload))
  const records = await stack.records()
  const reasons = records.filter((record) => 'reason' in record).map((record) => record.reason)
  expect(reasons.length).toBeGreaterThanOrEqual(4)
  expect(new Set(reasons)).toEqual(new Set([masked]))
  const everything = JSON.stringify(await stack.redisClient.keys('*')) + JSON.stringify(records)
  expect(everything).not.toMatch(/Keller|4111/)
})
