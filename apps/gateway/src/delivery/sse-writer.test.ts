import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type Refusal, SluiceError } from '@sluice/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSse } from './sse-writer.ts'

/** What a protocol makes of a refusal in mid-stream. */
const errorFrame = ({ code }: Refusal) => `data: ${JSON.stringify({ error: { code } })}\n\n`
const FROZEN = /^data: \{"error":\{.*"code":"session_frozen".*\}\n\n$/

let respond: (outgoing: ServerResponse) => void
const server = createServer((_incoming, outgoing) => respond(outgoing))
let port: number

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

interface Setting {
  readonly keepAliveMs?: number
  readonly mayLeave?: () => Promise<void> | undefined
  readonly stopBefore?: SluiceError
  /** Of each frame. */
  readonly padding?: string
}

/** Answers with frames `1`, `2`, … and then one that comes only when the test lets it. */
function begin(
  count: number,
  { keepAliveMs = 10_000, mayLeave = () => undefined, stopBefore, padding = '' }: Setting = {},
) {
  const controller = new AbortController()
  const work = new AbortController()
  const last = Promise.withResolvers<void>()
  const abandoned: Promise<unknown>[] = []
  const story: string[] = []
  async function* frames() {
    try {
      for (let i = 1; i <= count; i += 1) yield `data: ${i}${padding}\n\n`
      await last.promise
      yield 'data: last\n\n'
    } finally {
      story.push('cleaned up')
    }
  }
  const { signal } = controller
  const onAbandoned = (rest: Promise<unknown>) => void abandoned.push(rest)
  const brokenOff: string[] = []
  if (stopBefore) controller.abort(stopBefore)
  respond = (outgoing) =>
    writeSse(outgoing, frames(), {
      headers: { 'x-own': '1' },
      keepAliveMs,
      signal,
      workSignal: work.signal,
      mayLeave,
      onAbandoned,
      onBrokenOff: (error) => void brokenOff.push(error.code),
      errorFrame,
    })
  return { controller, work, response: fetch(`http://127.0.0.1:${port}/`), last, abandoned, brokenOff, story }
}

/** The same, once the head has arrived. */
async function open(count: number, setting?: Setting) {
  const { response, ...begun } = begin(count, setting)
  const { body, headers } = await response
  const reader = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  return { ...begun, headers, reader }
}

async function readAll(reader: ReadableStreamDefaultReader<string>): Promise<string> {
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  return text
}

describe('a body of server-sent events', () => {
  it('passes the frames on and ends with them', async () => {
    const { headers, reader, last, abandoned } = await open(2)
    last.resolve()
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('x-own')).toBe('1')
    expect(await readAll(reader)).toBe('data: 1\n\ndata: 2\n\ndata: last\n\n')
    expect(abandoned).toHaveLength(0)
  })

  it('sends its head before the first frame', async () => {
    const { headers, reader, last } = await open(0)
    expect(headers.get('content-type')).toMatch(/event-stream/)
    last.resolve()
    expect(await readAll(reader)).toBe('data: last\n\n')
  })

  it('holds a frame back until it may leave, and lets none go after a stop meanwhile', async () => {
    const held = Promise.withResolvers<void>()
    const { brokenOff, controller, response } = begin(1, { mayLeave: () => held.promise })
    await new Promise<void>((resolve) => server.once('request', () => setImmediate(resolve)))
    controller.abort(new SluiceError('session_frozen'))
    held.resolve()
    expect(await (await response).text()).toMatch(FROZEN)
    expect(brokenOff).toEqual(['session_frozen'])
  })

  it('ends with the error of a frame that may not leave', async () => {
    const mayLeave = () => Promise.reject(new SluiceError('dependency_unavailable'))
    const { reader, abandoned, last } = await open(1, { mayLeave })
    expect(await readAll(reader)).toMatch(/^data: \{"error":\{.*"code":"dependency_unavailable".*\}\n\n$/)
    last.resolve()
    expect(abandoned).toHaveLength(1)
  })

  it('says that it is alive while nothing comes', async () => {
    const { reader, last } = await open(0, { keepAliveMs: 5 })
    expect((await reader.read()).value).toMatch(/^(: keep-alive\n\n)+$/)
    last.resolve()
    expect(await readAll(reader)).toMatch(/(: keep-alive\n\n)*data: last\n\n$/)
  })

  it('says nothing while nothing may leave', async () => {
    const held = Promise.withResolvers<void>()
    let asked = 0
    const mayLeave = () => {
      asked += 1
      return held.promise
    }
    const { response, last } = begin(1, { keepAliveMs: 5, mayLeave })
    await expect.poll(() => asked).toBeGreaterThan(5)
    expect(await Promise.race([response, Promise.resolve('nothing')])).toBe('nothing')
    held.resolve()
    last.resolve()
    expect(await (await response).text()).toBe('data: 1\n\ndata: last\n\n')
  })

  it('ends with its error at once when it is stopped, and leaves the rest to be waited for', async () => {
    const { controller, work, reader, last, abandoned, story } = await open(1)
    expect((await reader.read()).value).toBe('data: 1\n\n')
    controller.abort(new SluiceError('session_frozen'))
    expect(await readAll(reader)).toMatch(FROZEN)
    expect(story).toEqual([])
    last.resolve()
    work.abort()
    await Promise.all(abandoned)
    expect(abandoned).toHaveLength(1)
    expect(story).toEqual(['cleaned up'])
  })

  it('gives frames up that wait for their reader when the work has been stopped, so that their record says why', async () => {
    const { controller, work, abandoned, story, reader } = await open(20, { padding: 'x'.repeat(1_000_000) })
    controller.abort(new SluiceError('session_frozen'))
    await new Promise(setImmediate)
    expect(story).toEqual([])
    work.abort()
    await Promise.all(abandoned)
    expect(story).toEqual(['cleaned up'])
    await reader.cancel()
  })

  it('says nothing but its error when it was stopped before it began', async () => {
    const { reader } = await open(1, { stopBefore: new SluiceError('session_frozen') })
    expect(await readAll(reader)).toMatch(FROZEN)
  })

  it('ends as the frames do when the signal has no error of ours', async () => {
    const { controller, reader, last } = await open(1)
    controller.abort()
    last.resolve()
    expect(await readAll(reader)).toBe('data: 1\n\ndata: last\n\n')
  })

  it('leaves the rest to be waited for when the reader goes', async () => {
    const { reader, last, abandoned, story } = await open(1)
    await reader.read()
    await reader.cancel()
    await expect.poll(() => abandoned.length).toBe(1)
    last.resolve()
    await Promise.all(abandoned)
    expect(story).toEqual(['cleaned up'])
  })

  it('gives the answer up when the caller has gone before it began', async () => {
    const { promise: rest, resolve: onAbandoned } = Promise.withResolvers<Promise<unknown>>()
    const story: string[] = []
    async function* frames() {
      try {
        yield 'data: 1\n\n'
      } finally {
        story.push('cleaned up')
      }
    }
    respond = (outgoing) => {
      outgoing.once('close', () =>
        writeSse(outgoing, frames(), {
          headers: {},
          keepAliveMs: 10_000,
          signal: new AbortController().signal,
          workSignal: new AbortController().signal,
          mayLeave: async () => {},
          onAbandoned,
          onBrokenOff: () => undefined,
          errorFrame,
        }),
      )
      outgoing.destroy()
    }
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    await rest.then((ended) => ended)
    expect(story).toEqual(['cleaned up'])
  })

  it('waits for a slow reader instead of holding the answer in memory', async () => {
    const { promise: full, resolve: isFull } = Promise.withResolvers<ServerResponse>()
    let taken = 0
    async function* frames() {
      for (; taken < 100_000; taken += 1) yield `data: ${'x'.repeat(10_000)}\n\n`
    }
    respond = (outgoing) => {
      writeSse(outgoing, frames(), {
        headers: {},
        keepAliveMs: 10_000,
        signal: new AbortController().signal,
        workSignal: new AbortController().signal,
        mayLeave: async () => {},
        onAbandoned: () => undefined,
        onBrokenOff: () => undefined,
        errorFrame,
      })
      const look = () => (outgoing.writableNeedDrain ? isFull(outgoing) : setImmediate(look))
      look()
    }
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const outgoing = await full
    // The socket's own buffers may still take some; then nothing moves until somebody reads.
    let before = -1
    while (before !== taken || !outgoing.writableNeedDrain) {
      before = taken
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(taken).toBeLessThan(2_000)
    socket.destroy()
  })
})
