import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminStack, okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
})
afterAll(() => stack.stop())

const reason = 'phishing, case 7'

describe('unfreezing a session', () => {
  it('ends when a CISO says so, with the reason on record', async () => {
    const { id } = await stack.begin('u-bob', { name: 'let-go' })
    await okJson(await stack.call('carol', 'POST', `/admin/sessions/${id}/freeze`, { reason }))
    const refused = await stack.call('dave', 'POST', `/admin/sessions/${id}/unfreeze`, { reason })
    expect(await problemOf(refused)).toMatchObject({ status: 403, detail: 'This needs the role CISO.' })
    const report = await okJson(
      await stack.call('carol', 'POST', `/admin/sessions/${id}/unfreeze`, { reason: 'cleared' }),
    )
    expect(report).toMatchObject({ changed: true, state: 'active', version: 2, recorded: true })
    expect(await stack.begin('u-bob', { name: 'let-go' })).toMatchObject({ id, state: 'active' })
    expect((await stack.records()).at(-1)).toMatchObject({
      ...{ event: 'session.unfrozen', actor: 'user:carol', session_id: id, reason: 'cleared' },
    })
    const again = await okJson(await stack.call('carol', 'POST', `/admin/sessions/${id}/unfreeze`, { reason: 'again' }))
    expect(again).toMatchObject({ changed: false, state: 'active' })
  })

  it('does not answer a time for what never happened', async () => {
    const { id } = await stack.begin('u-bob', { name: 'never-frozen' })
    const report = await okJson(await stack.call('carol', 'POST', `/admin/sessions/${id}/unfreeze`, { reason }))
    expect(report).toMatchObject({ changed: false, state: 'active', version: 0 })
    expect(report).not.toHaveProperty('at')
  })
})
