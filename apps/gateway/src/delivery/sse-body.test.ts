import { SluiceError } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { errorFrame } from '../protocols/openai-chat/render-stream.ts'
import { sseBody } from './sse-body.ts'

const FROZEN = /^data: \{"error":\{.*"code":"session_frozen".*\}\n\n$/

/** Frames `1`, `2`, … and then one that comes only when the test lets it. */
function open(count: number, keepAliveMs = 10_000, mayLeave = async () => {}) {
  const controller = new AbortController()
  const last = Promise.withResolvers<void>()
  const abandoned: Promise<unknown>[] = []
  const story: string[] = []
  async function* frames() {
    try {
      for (let i = 1; i <= count; i += 1) yield `data: ${i}\n\n`
      await last.promise
      yield 'data: last\n\n'
    } finally {
      story.push('cleaned up')
    }
  }
  const { signal } = controller
  const onAbandoned = (rest: Promise<unknown>) => void abandoned.push(rest)
  const body = sseBody(frames(), { keepAliveMs, signal, mayLeave, onAbandoned, errorFrame })
  return { controller, reader: body.pipeThrough(new TextDecoderStream()).getReader(), last, abandoned, story }
}

async function readAll(reader: ReadableStreamDefaultReader<string>): Promise<string> {
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  return text
}

describe('a body of server-sent events', () => {
  it('passes the frames on and ends with them', async () => {
    const { reader, last, abandoned } = open(2)
    last.resolve()
    expect(await readAll(reader)).toBe('data: 1\n\ndata: 2\n\ndata: last\n\n')
    expect(abandoned).toHaveLength(0)
  })

  it('holds a frame back until it may leave, and lets none go after a stop meanwhile', async () => {
    const held = Promise.withResolvers<void>()
    const { controller, reader } = open(1, 10_000, () => held.promise)
    const first = reader.read()
    controller.abort(new SluiceError('session_frozen'))
    held.resolve()
    expect((await first).value).toMatch(FROZEN)
  })

  it('ends with the error of a frame that may not leave', async () => {
    const mayLeave = () => Promise.reject(new SluiceError('dependency_unavailable'))
    const { reader, abandoned, last } = open(1, 10_000, mayLeave)
    expect(await readAll(reader)).toMatch(/^data: \{"error":\{.*"code":"dependency_unavailable".*\}\n\n$/)
    last.resolve()
    expect(abandoned).toHaveLength(1)
  })

  it('says that it is alive while nothing comes', async () => {
    const { reader, last } = open(0, 5)
    expect((await reader.read()).value).toBe(': keep-alive\n\n')
    last.resolve()
    expect(await readAll(reader)).toMatch(/(: keep-alive\n\n)*data: last\n\n$/)
  })

  it('ends with its error at once when it is stopped, and leaves the rest to be waited for', async () => {
    const { controller, reader, last, abandoned, story } = open(1)
    expect((await reader.read()).value).toBe('data: 1\n\n')
    controller.abort(new SluiceError('session_frozen'))
    expect(await readAll(reader)).toMatch(FROZEN)
    expect(story).toEqual([])
    last.resolve()
    await Promise.all(abandoned)
    expect(abandoned).toHaveLength(1)
    expect(story).toEqual(['cleaned up'])
  })

  it('says nothing but its error when it was stopped before it began', async () => {
    const { controller, reader } = open(1)
    controller.abort(new SluiceError('session_frozen'))
    expect(await readAll(reader)).toMatch(FROZEN)
  })

  it('ends as the frames do when the signal tells no error of ours', async () => {
    const { controller, reader, last } = open(1)
    controller.abort()
    last.resolve()
    expect(await readAll(reader)).toBe('data: 1\n\ndata: last\n\n')
  })

  it('leaves the rest to be waited for when the reader goes', async () => {
    const { reader, last, abandoned, story } = open(1)
    await reader.read()
    last.resolve()
    await reader.cancel()
    await Promise.all(abandoned)
    expect(abandoned).toHaveLength(1)
    expect(story).toEqual(['cleaned up'])
  })
})
