import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const body = { model: 'stub-model', messages: [{ role: 'user', content: 'Hello.' }] }
/** The Users store knows the first as inactive, and nothing of the others. */
const FIRST = ['gone', 'stranger'].map((sub) => ({ sub }))

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack(() => ({ INITIAL_USERS: JSON.stringify(FIRST) }))
}, 300_000)
afterAll(() => stack?.stop())

async function ask(sub: string, url = stack.url) {
  const authorization = `Bearer ${await stack.mint({ sub })}`
  const headers = { 'content-type': 'application/json', authorization }
  const posted = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) })
  const unknownModel = JSON.stringify({ ...body, model: 'none' })
  const none = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: unknownModel })
  return { posted, none, models: await fetch(`${url}/v1/models`, { headers }) }
}

it('Without a directory the first users are let in, and others are told why not, until it has been synchronized.', async () => {
  const first = await ask('stranger')
  expect([first.posted.status, first.models.status]).toEqual([200, 200])
  for (const refused of Object.values(await ask('nobody'))) {
    const { code, message } = await errorOf(refused)
    expect([refused.status, code]).toEqual([403, 'user_not_active'])
    expect(message).toMatch(/No directory has been synchronized yet.*docs\/credentials\.md/)
  }
  const { message } = await errorOf((await ask('gone')).posted)
  expect(message).toBe('This user is not active here.')

  await stack.database.pool.query(
    "INSERT INTO directory_states (directory, tenant, full_pull_at) VALUES ('corp', 'default', now())",
  )
  const { url } = await stack.another({})
  for (const sub of ['stranger', 'nobody']) {
    const { posted } = await ask(sub, url)
    expect((await errorOf(posted)).message).toBe('This user is not active here.')
  }
})
