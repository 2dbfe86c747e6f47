import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { setImmediate as nextRound } from 'node:timers/promises'
import { waitOf } from '@sluice/pipeline'
import type { ServiceEnv } from '@sluice/service-kit'
import { type Context, Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import { anthropicMessages } from '../protocols/anthropic-messages/parse.ts'
import { openAiChat } from '../protocols/openai-chat/parse.ts'
import { Door, type TurnedAway } from './door.ts'
import { userOf, waitForRequestTurn } from './request-turns.ts'

const ALICE = { tenant: 't', sub: 'alice', username: 'a', groups: [], roles: [], departments: [], client: 'c' }
const BOB = { ...ALICE, sub: 'bob' }
const CHAT = '/v1/chat/completions'
const HEADERS = { authorization: 'Bearer of-alice', 'x-request-id': '00000000-0000-4000-8000-000000000001' }

/** Of the queue and of the door. */
let nowMs = 0
const clock = { monotonicMs: () => nowMs }

const ends: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Hundreds of a caller's requests wait, and come again once they were begun, until `leave` is called. */
async function crowd(caller = ALICE): Promise<{ leave(): Promise<void> }> {
  await nextRound()
  const outgoing = { closed: false }
  const come = async () => {
    while (!outgoing.closed) {
      await waitForRequestTurn(caller, outgoing, clock)
      // Each takes a tenth of a second before the next one is begun.
      nowMs += 100
    }
  }
  const settled = Promise.allSettled(Array.from({ length: 400 }, come))
  while (waitOf(userOf(caller), clock).oldestMs < 2_000) await nextRound()
  const leave = async () => {
    outgoing.closed = true
    await settled
  }
  ends.push(leave)
  return { leave }
}

/** A server whose app lets in whom the door does not turn away. */
async function serve() {
  const turnedAway: TurnedAway[] = []
  const door = new Door({
    ...{ clock, longestWaitMs: 2_000, heldBackMs: 0 },
    onTurnedAway: (one) => void turnedAway.push(one),
  })
  const server = createServer((incoming, outgoing) => {
    if (!door.turnsAway(incoming, outgoing)) outgoing.end('let in')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  const ask = (path = CHAT, headers: Record<string, string> = HEADERS, body = '{}') =>
    fetch(`http://127.0.0.1:${address.port}${path}`, { method: 'POST', headers, body })
  return { door, ask, turnedAway }
}

/** Has the app introduce the caller of a request to the door. */
async function introduce(
  door: Door,
  path = CHAT,
  protocol: typeof openAiChat | typeof anthropicMessages = openAiChat,
  caller = ALICE,
  authorization = HEADERS.authorization,
) {
  const app = new Hono<ServiceEnv>()
  app.post(path, (context: Context<ServiceEnv>) => {
    context.set('requestId', '00000000-0000-4000-8000-00000000000a')
    door.introduce(context, protocol, caller)
    return context.body(null)
  })
  const headers = { authorization }
  const incoming = { method: 'POST', url: path, headers } as unknown as IncomingMessage
  await app.request(path, { method: 'POST', headers }, { incoming })
  // The refusal is rendered once, which takes some turns of promises.
  await nextRound()
}

describe('the door', () => {
  it('turns a caller away whose user has more waiting than there is time for, in the form of the wire', async () => {
    const { door, ask, turnedAway } = await serve()
    await crowd()
    await introduce(door)
    const response = await ask()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('x-request-id')).toBe(HEADERS['x-request-id'])
    expect(await response.json()).toMatchObject({ error: { code: 'overloaded', param: null } })
    expect(turnedAway).toEqual([
      {
        ...{ tenant: 't', sub: 'alice', kind: 'chat', method: 'POST', route: CHAT, status: 503 },
        durationMs: expect.any(Number),
      },
    ])
  })

  it('names the request of each refusal in its body, where the wire does', async () => {
    const { door, ask } = await serve()
    await crowd()
    await introduce(door, '/v1/messages', anthropicMessages)
    const response = await ask('/v1/messages')
    expect(response.status).toBe(529)
    expect(response.headers.get('request-id')).toBe(HEADERS['x-request-id'])
    expect(await response.json()).toMatchObject({
      request_id: HEADERS['x-request-id'],
      error: { type: 'overloaded_error' },
    })
    const { authorization } = HEADERS
    const other = await ask('/v1/messages', { authorization })
    const body = await other.json()
    expect(body).toMatchObject({ request_id: other.headers.get('x-request-id') })
    expect(body).not.toMatchObject({ request_id: '00000000-0000-4000-8000-00000000000a' })
  })

  it.each<[string, string, Record<string, string>, string]>([
    ['with another credential', CHAT, { authorization: 'Bearer of-bob' }, '{}'],
    ['at another address', '/v1/embeddings', HEADERS, '{}'],
    ['with a body that is too long to throw away', CHAT, HEADERS, ' '.repeat(65_537)],
  ])('lets in what it does not know: a request %s', async (_what, path, headers, body) => {
    const { door, ask } = await serve()
    await crowd()
    await introduce(door)
    expect(await (await ask(path, headers, body)).text()).toBe('let in')
    expect((await ask()).status).toBe(503)
  })

  it('lets everybody in again once nobody waits', async () => {
    const { door, ask, turnedAway } = await serve()
    const { leave } = await crowd()
    await introduce(door)
    expect((await ask()).status).toBe(503)
    await leave()
    expect(await (await ask()).text()).toBe('let in')
    expect(turnedAway).toHaveLength(1)
  })

  it('lets in where many wait, of whom none has waited for long', async () => {
    const { door, ask } = await serve()
    await nextRound()
    const outgoing = { closed: false }
    const come = async () => await waitForRequestTurn(ALICE, outgoing, clock)
    const settled = Promise.allSettled(Array.from({ length: 40 }, come))
    // A stall: nothing was begun meanwhile, so that the next one would wait for minutes by what is known.
    nowMs += 900
    expect(waitOf(userOf(ALICE), clock).expectedMs).toBeGreaterThan(10_000)
    await introduce(door)
    outgoing.closed = true
    await settled
    await crowd()
    expect(await (await ask()).text()).toBe('let in')
  })

  it.each([
    ['writes the address in many ways', (index: number) => [`/mcp/${index}`, undefined] as const],
    ['has many credentials', (index: number) => [CHAT, `Bearer ${index}`] as const],
  ])('does not forget others for one user who %s', async (_what, made) => {
    const { door, ask } = await serve()
    await crowd()
    await crowd(BOB)
    await introduce(door, CHAT, openAiChat, BOB)
    for (let index = 0; index < 1_100; index += 1) {
      const [path, authorization] = made(index)
      await introduce(door, path, openAiChat, ALICE, authorization ?? 'Bearer of-another')
    }
    expect((await ask()).status).toBe(503)
    const [path, authorization = 'Bearer of-another'] = made(1_099)
    expect((await ask(path, { authorization })).status).toBe(503)
  })

  it('remembers nobody who has nothing waiting', async () => {
    const { door, ask } = await serve()
    await introduce(door)
    await crowd()
    await introduce(door, CHAT, openAiChat, BOB)
    expect(await (await ask()).text()).toBe('let in')
  })
})
