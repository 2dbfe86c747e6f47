import { once } from 'node:events'
import { createServer } from 'node:http'
import { SluiceError } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import {
  ask,
  asked,
  batchesOf,
  codeFrom,
  deltaFrame,
  readAll,
  streamed,
  textOf,
  useStubServer,
} from '../fixtures/endpoints.ts'

const { stub, open } = await useStubServer()

describe('an abort', () => {
  const gone = new SluiceError('session_frozen')

  it('before the call makes no call', async () => {
    await expect(ask(open(), asked, AbortSignal.abort(gone))).rejects.toBe(gone)
    expect(stub.requestCount).toBe(0)
  })

  it.each([asked, streamed])('before headers closes the connection', async (request) => {
    stub.respondWith({ fault: { type: 'hang-before-headers' } })
    const controller = new AbortController()
    const asking = ask(open(), request, controller.signal)
    const [received] = await stub.waitForRequests(1)
    controller.abort(gone)
    await expect(asking).rejects.toBe(gone)
    await received?.aborted
  })

  it('while it waits for a connection frees the caller at once', async () => {
    stub.respondWith({ fault: { type: 'hang-before-headers' } })
    const endpoint = open({ maxConnections: 1 })
    const first = new AbortController()
    const holding = ask(endpoint, asked, first.signal)
    await stub.waitForRequests(1)
    const second = new AbortController()
    const waiting = ask(endpoint, asked, second.signal)
    second.abort(gone)
    await expect(waiting).rejects.toBe(gone)
    stub.respondWith('ok')
    first.abort(gone)
    await expect(holding).rejects.toBe(gone)
    expect(textOf(await readAll(await ask(endpoint, asked)))).toBe('ok')
    expect(stub.requestCount).toBe(2)
  })

  it('between headers and the first event closes the connection', async () => {
    const gate = stub.pauseAfter(0)
    const controller = new AbortController()
    const asking = ask(open(), streamed, controller.signal)
    const received = await gate.reached
    controller.abort(gone)
    await expect(asking).rejects.toBe(gone)
    await received.aborted
  })

  it('in mid-stream closes the connection and ends a waiting read', async () => {
    const gate = stub.pauseAfter(2)
    const controller = new AbortController()
    const reading = readAll(await ask(open(), streamed, controller.signal))
    const received = await gate.reached
    controller.abort(gone)
    await expect(reading).rejects.toBe(gone)
    await received.aborted
  })

  it('by an answer that nobody reads closes the connection', async () => {
    const gate = stub.pauseAfter(2)
    const controller = new AbortController()
    await ask(open(), streamed, controller.signal)
    const received = await gate.reached
    controller.abort(gone)
    await received.aborted
  })

  it.each([0, 1])('by return() after %i chunks closes the connection', async (count) => {
    const gate = stub.pauseAfter(2)
    const iterator = batchesOf(await ask(open(), streamed))[Symbol.asyncIterator]()
    for (let read = 0; read < count; read += 1) await iterator.next()
    const received = await gate.reached
    await iterator.return?.()
    await received.aborted
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
  })

  it('by return() while a read waits closes the connection', async () => {
    const gate = stub.pauseAfter(1)
    const iterator = batchesOf(await ask(open(), streamed))[Symbol.asyncIterator]()
    await iterator.next()
    const received = await gate.reached
    const waiting = iterator.next().catch((error: unknown) => error)
    await iterator.return?.()
    await received.aborted
    expect(await waiting).toBeInstanceOf(SluiceError)
  })

  it('by close() breaks off what is in flight', async () => {
    const gate = stub.pauseAfter(2)
    const endpoint = open()
    const reading = readAll(await ask(endpoint, streamed))
    await gate.reached
    await endpoint.close()
    expect(await codeFrom(reading)).toBe('upstream_interrupted')
  })
})

it('closes the connection of an answer that is over and whose end does not come', async () => {
  const closed = Promise.withResolvers<void>()
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(`${deltaFrame('done', 'stop')}data: [DONE]\n\n`)
    const dribble = setInterval(() => outgoing.write(':\n'), 50)
    outgoing.once('close', () => {
      clearInterval(dribble)
      closed.resolve()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const endpoint = open({ baseUrl: `http://127.0.0.1:${address.port}/v1` })
  expect(textOf(await readAll(await ask(endpoint, streamed)))).toBe('done')
  await closed.promise
  server.close()
})
