import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ListenerStack, problemOf, startListenerStack } from '../testing/test-stack.ts'

let stack: ListenerStack
beforeAll(async () => {
  stack = await startListenerStack(() => ({ OIDC_SUBJECT_CLAIM: 'oid' }))
}, 300_000)
afterAll(async () => await stack?.stop())

const freezeAlice = { command: 'freeze_user', user: { sub: 'alice' }, reason: 'phished' }

async function postWith(claims: Record<string, unknown>): Promise<Response> {
  const token = await stack.oidc.mint({ sub: 'pairwise', scope: 'soar', ...claims })
  return await stack.post(freezeAlice, { authorization: `Bearer ${token}` })
}

it.each([
  ['the client that it names', { oid: 'o-1', azp: 'splunk' }, 'soar:oauth:splunk'],
  [
    'the configured claim where it names no client',
    { oid: 'o-1', azp: undefined, client_id: undefined },
    'soar:oauth:o-1',
  ],
])('knows the caller of a token by %s', async (_what, claims, actor) => {
  await stack.unfreezeAll()
  expect((await postWith(claims)).status).toBe(200)
  expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen', by: actor })
})

it.each([
  ['is absent', {}],
  ['is no text', { oid: 7 }],
])('refuses a token whose claim %s, whatever its sub and its client are', async (_what, claims) => {
  await stack.unfreezeAll()
  expect(await problemOf(await postWith(claims))).toMatchObject({ status: 401, code: 'token_invalid' })
  expect((await stack.freezeStateOf('default', 'alice'))?.state).not.toBe('frozen')
})
