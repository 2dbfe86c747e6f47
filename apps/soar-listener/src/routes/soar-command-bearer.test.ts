import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ListenerStack, problemOf, startListenerStack } from '../testing/test-stack.ts'

const freezeAlice = { command: 'freeze_user', user: { sub: 'alice' }, reason: 'credentials on a paste site' }

let stack: ListenerStack
beforeAll(async () => {
  stack = await startListenerStack(() => ({ SOAR_CLIENTS: 'splunk,playbooks' }))
}, 300_000)
afterEach(async () => {
  await stack.unfreezeAll()
  await stack.takeRecords()
})
afterAll(async () => await stack?.stop())

async function postAs(claims: Record<string, unknown>): Promise<Response> {
  const token = await stack.oidc.mint({ scope: 'soar', azp: undefined, client_id: undefined, ...claims })
  return await stack.post(freezeAlice, { authorization: `Bearer ${token}` })
}

async function expectRefused(response: Response, status: number, code: string) {
  expect(await problemOf(response)).toMatchObject({ status, code })
  expect((await stack.freezeStateOf('default', 'alice'))?.state).not.toBe('frozen')
}

describe('a person with the scope', () => {
  it('may send a command while active and not frozen, through any client', async () => {
    expect((await postAs({ sub: 'bob', azp: 'console' })).status).toBe(200)
  })

  it('may send none once not active, whatever the client', async () => {
    await expectRefused(await postAs({ sub: 'gone', azp: 'splunk' }), 403, 'user_not_active')
    expect(await stack.takeRecords()).toEqual([expect.objectContaining({ event: 'soar.refused' })])
  })

  it('may send none while frozen, whatever the client', async () => {
    await stack.control.freezeUser({ tenant: 'default', sub: 'bob' }, { reason: 'r', actor: 'user:carol' })
    await expectRefused(await postAs({ sub: 'bob', azp: 'splunk' }), 403, 'session_frozen')
  })

  it('of another tenant is another person', async () => {
    await expectRefused(await postAs({ sub: 'bob', tid: 'acme', azp: 'console' }), 403, 'action_not_permitted')
  })
})

describe('a machine with the scope', () => {
  it.each([
    ['azp', { sub: 'svc-1', azp: 'splunk' }],
    ['client_id', { sub: 'svc-1', client_id: 'splunk' }],
    ['sub', { sub: 'playbooks' }],
  ])('may send a command where its client is listed, by %s', async (_claim, claims) => {
    expect((await postAs(claims)).status).toBe(200)
  })

  it.each([
    ['not listed', { sub: 'svc-1', azp: 'other' }],
    ['in other letters', { sub: 'svc-1', azp: 'Splunk' }],
    ['listed in the second place only', { sub: 'svc-1', azp: 'other', client_id: 'splunk' }],
    ['listed as its subject only', { sub: 'splunk', azp: 'other' }],
  ])('may send none where its client is %s', async (_what, claims) => {
    await expectRefused(await postAs(claims), 403, 'action_not_permitted')
  })
})

it('refuses a token while nobody can say whether its subject is a person', async () => {
  const release = await stack.holdLookUps()
  await expectRefused(await postAs({ sub: 'svc-2', azp: 'splunk' }), 503, 'dependency_unavailable')
  await release()
})
