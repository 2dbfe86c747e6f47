import type { StubRequest } from '@sluice/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { completionOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/** One event, then silence: the stream holds its connection until the caller leaves. */
const SLOW = { text: 'one two', fault: { type: 'hang-mid-stream' as const, afterFrames: 2 } }

let stack: GatewayStack
let open: AbortController[] = []

beforeAll(async () => {
  const QUOTAS = JSON.stringify({ default: { openExchanges: null } })
  stack = await startGatewayStack(() => ({ CACHE_TTL_MS: '0', QUOTAS }))
  stack.stub.respondWith(({ stream }: StubRequest) => (stream ? SLOW : 'Fine.'))
})
afterEach(async () => {
  for (const controller of open) controller.abort()
  open = []
})
afterAll(() => stack.stop())

const ask = async (caller: 'alice' | 'bob', stream: boolean) => {
  const controller = new AbortController()
  open.push(controller)
  return fetch(`${stack.url}/v1/chat/completions`, {
    method: 'POST',
    signal: controller.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await stack.tokenFor(caller)}` },
    body: JSON.stringify({ model: 'stub-model', stream, messages: [{ role: 'user', content: 'Hello?' }] }),
  })
}

describe('the connections of an endpoint', () => {
  it('are not all held by one user: 300 slow streams of Alice leave one for a word of Bob', async () => {
    const streams = Array.from({ length: 300 }, () => ask('alice', true).catch(() => undefined))
    await stack.stub.waitForRequests(138)
    const response = await ask('bob', false)
    expect((await completionOf(response)).choices[0]?.message.content).toBe('Fine.')
    for (const controller of open) controller.abort()
    await Promise.all(streams)
  })
})
