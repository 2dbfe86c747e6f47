import { describe, expect, it } from 'vitest'
import { ask, asked, batchesOf, failureFrom, readAll, streamed, textOf, useStubServer } from '../fixtures/endpoints.ts'

const { stub, open } = await useStubServer()

const nothing = { inUse: 0, waiting: 0 }

describe('the connections of an endpoint', () => {
  it('are held until an answer has ended', async () => {
    const gate = stub.pauseAfter(2)
    const endpoint = open()
    const reading = readAll(await ask(endpoint, streamed))
    await gate.reached
    expect(endpoint.load()).toEqual({ inUse: 1, waiting: 0 })
    gate.release()
    await reading
    await expect.poll(() => endpoint.load()).toEqual(nothing)
  })

  it.each([
    ['an error', { type: 'status', status: 500 }],
    ['a reset', { type: 'reset-before-headers' }],
    ['a reset in mid-stream', { type: 'reset-mid-stream' }],
    ['broken JSON', { type: 'malformed-json' }],
    ['an end without [DONE]', { type: 'no-done' }],
  ] as const)('are given back after %s', async (_what, fault) => {
    stub.respondWith({ text: 'one two', fault })
    const endpoint = open()
    for (const request of [asked, streamed])
      await ask(endpoint, request)
        .then(readAll)
        .catch(() => undefined)
    await expect.poll(() => endpoint.load()).toEqual(nothing)
  })

  it('are given back when no body can be sent, and when the reader stops', async () => {
    const endpoint = open()
    await endpoint.close()
    await ask(endpoint, asked).catch(() => undefined)
    expect(endpoint.load()).toEqual(nothing)
    const other = open()
    stub.pauseAfter(2)
    await batchesOf(await ask(other, streamed))
      [Symbol.asyncIterator]()
      .return?.()
    expect(other.load()).toEqual(nothing)
  })

  it('go to another user while one user waits, whose request fails as busy when the time is up', async () => {
    stub.respondWith({ fault: { type: 'hang-before-headers' } })
    const endpoint = open({ maxConnections: 4, maxWaitMs: 50 })
    const held = new AbortController()
    const holding = [ask(endpoint, asked, held.signal), ask(endpoint, asked, held.signal)]
    await stub.waitForRequests(2)
    expect(await failureFrom(ask(endpoint, asked))).toEqual({ kind: 'busy' })
    stub.respondWith('Fine.')
    expect(textOf(await readAll(await ask(endpoint, asked, undefined, 'bob')))).toBe('Fine.')
    held.abort(new Error('gone'))
    for (const one of holding) await expect(one).rejects.toThrow('gone')
    expect(endpoint.load()).toEqual(nothing)
  })

  it('are shared by twenty users who want all of them, and one who comes is served at once', async () => {
    stub.respondWith({ fault: { type: 'hang-before-headers' } })
    const endpoint = open({ maxConnections: 64, maxWaiting: 1_024 })
    const held = new AbortController()
    const names = Array.from({ length: 20 }, (_, number) => `user-${number}`)
    const asking = Array.from({ length: 10 }, () => names.map((name) => ask(endpoint, asked, held.signal, name))).flat()
    const ended = Promise.allSettled(asking)
    await stub.waitForRequests(40)
    const { inUse, waiting } = endpoint.load()
    expect(inUse).toBeLessThanOrEqual(56)
    expect(inUse + waiting).toBe(200)
    stub.respondWith('Fine.')
    expect(textOf(await readAll(await ask(endpoint, asked, undefined, 'bob')))).toBe('Fine.')
    held.abort(new Error('gone'))
    await ended
    expect(endpoint.load()).toEqual(nothing)
  })
})
