import { randomUUID } from 'node:crypto'
import { createApprovalsRepository } from '@sluice/db'
import type { TestBrowser } from '@sluice/test-stack'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleStack, startConsoleStack } from '../testing/console-stack.ts'
import { okJson, problemOf } from '../testing/test-stack.ts'

let stack: ConsoleStack

beforeAll(async () => {
  stack = await startConsoleStack()
})
afterAll(() => stack?.stop())

const leaving = new Set<AbortController>()
afterEach(() => {
  for (const controller of leaving) controller.abort()
  leaving.clear()
})

/** Follows the events of a browser, each as its name and what it says. */
async function follow(browser: TestBrowser) {
  const controller = new AbortController()
  leaving.add(controller)
  const headers = { 'x-sluice-console': '1', origin: browser.origin, 'sec-fetch-site': 'same-origin' }
  const response = await browser.send('/console/events', { headers, signal: controller.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const seen: [string, object][] = []
  const over = (async () => {
    const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { event, data } of events ?? []) seen.push([event ?? '', JSON.parse(data)])
  })().catch(() => undefined)
  return { seen, over, leave: () => controller.abort(), of: (name: string) => seen.filter(([event]) => event === name) }
}

const SOON = { timeout: 20_000, interval: 20 }
const order = { reason: 'A drill.' }
const last = (followed: { readonly seen: readonly [string, object][] }) => followed.seen.at(-1)

describe('a stream of events', () => {
  it('says why and ends when its person is frozen, while others go on', async () => {
    const [frozen, other] = [await stack.loggedIn('dave'), await stack.loggedIn('carol')]
    const [one, two] = [await follow(frozen), await follow(other)]
    await expect.poll(() => two.of('overview'), SOON).toEqual([['overview', { gateways: 0, approvals_waiting: 0 }]])
    await stack.call('carol', 'POST', '/admin/users/dave/freeze', order)
    await one.over
    expect(last(one)).toEqual(['end', { reason: 'frozen' }])
    await expect
      .poll(() => two.of('freeze'), SOON)
      .toEqual([
        [
          'freeze',
          { scope: 'user', subject: 'dave', state: 'frozen', change: expect.any(Number), acknowledged: 0, gateways: 0 },
        ],
      ])
    expect(two.of('end')).toEqual([])
    await stack.call('carol', 'POST', '/admin/users/dave/unfreeze', order)
    // The session is over although nobody asked while the freeze lasted.
    expect((await frozen.call('GET', '/console/session')).status).toBe(401)
  })

  it('ends with a log-out in another tab, and where another process ends the session', async () => {
    const browser = await stack.loggedIn('carol')
    const here = await follow(browser)
    const copy = stack.browser()
    copy.sessionCookie = browser.sessionCookie ?? ''
    await okJson(await copy.call('POST', '/console/logout'))
    await here.over
    expect(last(here)).toEqual(['end', { reason: 'logged-out' }])
    const again = await follow(await stack.loggedIn('carol'))
    await stack.database.pool.query(`DELETE FROM console_sessions WHERE sub = 'carol'`)
    await again.over
    expect(last(again)).toEqual(['end', { reason: 'replaced' }])
  })

  it.each([
    ['nobody does anything', `last_seen_at = now() - interval '16 minutes'`, 'idle'],
    ['its time is up', 'expires_at = now()', 'expired'],
    ['the Users store has other groups', `directory_groups = 'others'`, 'groups-changed'],
  ])('ends where %s', async (_what, text, reason) => {
    const followed = await follow(await stack.loggedIn('erin'))
    await stack.database.pool.query(`UPDATE console_sessions SET ${text} WHERE sub = 'erin'`)
    await followed.over
    expect(last(followed)).toEqual(['end', { reason }])
  })

  it('tells each person what that person may see', async () => {
    const [ciso, nobody] = [await follow(await stack.loggedIn('carol')), await follow(await stack.loggedIn('u-alice'))]
    await expect.poll(() => ciso.of('overview'), SOON).toHaveLength(1)
    const session = await stack.begin('u-bob')
    await stack.call('carol', 'POST', `/admin/sessions/${session.id}/freeze`, order)
    const approvals = createApprovalsRepository(stack.database)
    const approval = {
      ...{ id: randomUUID(), tenant: 'default', sub: 'u-bob', username: 'bob', departments: ['engineering'] },
      ...{ sessionId: session.id, requestDigest: 'r', orderDigest: 'o', thresholds: [], votes: [], run: 0 },
      ...{ subject: { kind: 'request' }, state: 'pending', createdAtMs: Date.now(), untilMs: Date.now() + 60_000 },
      hasContent: true,
    }
    await approvals.insert(Object(approval), { request: 'sealed' }, 10, async () => undefined)
    await expect.poll(() => ciso.of('freeze'), SOON).toMatchObject([['freeze', { scope: 'session', id: session.id }]])
    await expect
      .poll(() => ciso.of('approval'), SOON)
      .toEqual([['approval', { id: approval.id, state: 'pending', votes: 0 }]])
    await expect
      .poll(() => ciso.of('overview').at(-1), SOON)
      .toEqual(['overview', { gateways: 0, approvals_waiting: 1 }])
    // Neither approvals nor freezes are hers to see.
    expect(nobody.seen).toEqual([['overview', {}]])
  })

  it('is one of eight of a person, and makes room when it is left', async () => {
    const browser = await stack.loggedIn('carol')
    const streams = []
    for (let count = 0; count < 8; count += 1) streams.push(await follow(browser))
    expect(await problemOf(await browser.call('GET', '/console/events'))).toMatchObject({ code: 'rate_limit_exceeded' })
    // Somebody else has room.
    await follow(await stack.loggedIn('grace'))
    streams[0]?.leave()
    await expect
      .poll(async () => {
        const answer = await browser.call('GET', '/console/events')
        await answer.body?.cancel()
        return answer.status
      }, SOON)
      .toBe(200)
  })

  it('is for nobody without a session', async () => {
    expect((await stack.browser().call('GET', '/console/events')).status).toBe(401)
  })
})
