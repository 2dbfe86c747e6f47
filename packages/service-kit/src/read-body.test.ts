import { describe, expect, it } from 'vitest'
import { parseJsonBody } from './json-body.ts'
import { readBody } from './read-body.ts'

const post = (body: string | ReadableStream | null, headers: Record<string, string> = {}) =>
  new Request('http://service.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

const streamOf = (...parts: Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })

describe('readBody', () => {
  it('gives the bytes as they were sent', async () => {
    const bytes = new Uint8Array([0, 0xff, 0xc3, 0x28])
    expect([...(await readBody(post(streamOf(bytes, bytes)), 8))]).toEqual([...bytes, ...bytes])
    expect(await readBody(post(null), 1)).toHaveLength(0)
    expect(await readBody(post('x', { 'content-encoding': 'Identity' }), 1)).toHaveLength(1)
  })

  it.each([
    ['by its length', () => post('x', { 'content-length': '10' })],
    ['in one part', () => post('x'.repeat(9))],
    ['in several, without a length', () => post(streamOf(new Uint8Array(5), new Uint8Array(5)))],
  ])('refuses what is too long %s', async (_how, request) => {
    await expect(readBody(request(), 8)).rejects.toMatchObject({ code: 'request_too_large' })
  })

  it('stops reading where it is too long', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(1_024))
      },
    })
    await expect(readBody(post(endless), 4_096)).rejects.toMatchObject({ code: 'request_too_large' })
    expect(pulled).toBeLessThan(10)
  })

  it('refuses a compressed body', async () => {
    const request = post('x', { 'content-encoding': 'gzip' })
    await expect(readBody(request, 8)).rejects.toMatchObject({ code: 'unsupported_media_type' })
  })

  it('tells that the caller left', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
    await expect(readBody(post(broken), 8)).rejects.toMatchObject({ code: 'request_aborted' })
  })
})

describe('parseJsonBody', () => {
  it.each([
    ['{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
    ['\ufeff[]', []],
    [' "x" ', 'x'],
  ])('reads %j', async (text, value) => {
    expect(parseJsonBody(Buffer.from(text))).toEqual(value)
    expect(parseJsonBody(await readBody(post(text), 100))).toEqual(value)
  })

  it.each([
    ['nothing', Buffer.alloc(0), 'invalid_json'],
    ['half a text', Buffer.from('{"secret":'), 'invalid_json'],
    ['two texts', Buffer.from('{}{}'), 'invalid_json'],
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), 'invalid_encoding'],
    ['UTF-16', Buffer.from('\ufeff{"é":1}', 'utf16le'), 'invalid_encoding'],
    ['17 levels', Buffer.from(`${'['.repeat(17)}${']'.repeat(17)}`), 'request_too_deep'],
    ['100,000 levels', Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 'request_too_deep'],
  ])('refuses %s', (_what, body, code) => {
    const parse = () => parseJsonBody(body)
    expect(parse).toThrow(expect.objectContaining({ code }))
    // What the engine says of the text quotes it.
    expect(parse).toThrow(expect.not.objectContaining({ cause: expect.anything() }))
  })

  it('allows as many levels as it is told', () => {
    expect(parseJsonBody(Buffer.from('[[1]]'), 2)).toEqual([[1]])
    expect(() => parseJsonBody(Buffer.from('[[1]]'), 1)).toThrow(expect.objectContaining({ code: 'request_too_deep' }))
  })
})
