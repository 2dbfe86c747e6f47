import { controlRecordSchema } from '@sluice/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminStack, okJson, startAdminStack, TIME } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
})
afterAll(() => stack.stop())

const reason = 'phishing, case 7'
const nobodyAlive = { alive: 0, acknowledged: 0, missing: [] }

describe('freezing a session', () => {
  it('takes effect, answers what it did, is on record, and may be said twice', async () => {
    const { id } = await stack.begin('u-alice', { name: 'frozen' })
    const body = { reason, incident_id: 'INC-7' }
    const response = await stack.call('dave', 'POST', `/admin/sessions/${id}/freeze`, body)
    const requestId = response.headers.get('x-request-id')
    expect(await okJson(response)).toEqual({
      ...{ changed: true, state: 'frozen', version: 1, at: TIME, sessions: 1, recorded: true, durable: 'unconfirmed' },
      gateways: nobodyAlive,
      elapsed_ms: expect.any(Number),
    })
    await expect(stack.begin('u-alice', { name: 'frozen' })).rejects.toMatchObject({ code: 'session_frozen' })
    expect(await stack.begin('u-alice', { name: 'another' })).toMatchObject({ state: 'active' })
    const record = controlRecordSchema.parse((await stack.records()).at(-1))
    expect(record).toMatchObject({
      ...{ event: 'session.frozen', actor: 'user:dave', service: 'admin', tenant: 'default', sub: 'u-alice' },
      ...{ session_id: id, reason, incident_id: 'INC-7', request_id: requestId },
    })
    const again = await okJson(await stack.call('carol', 'POST', `/admin/sessions/${id}/freeze`, { reason: 'again' }))
    expect(again).toMatchObject({ changed: false, state: 'frozen', version: 1 })
    expect(await okJson(await stack.call('carol', 'GET', `/admin/sessions/${id}`))).toMatchObject({
      state: 'frozen',
      freeze: { session: { state: 'frozen', version: 1, at: TIME, reason, by: 'user:dave' } },
    })
  })
})
