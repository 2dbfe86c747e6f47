import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStreamReader } from './stream-reading.ts'

const text = (content: string | null) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
const role = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\n'
const frozen = 'data: {"error":{"message":"no","type":"permission_error","param":null,"code":"session_frozen"}}\n\n'

function read(...chunks: (string | Uint8Array)[]) {
  const reader = createStreamReader()
  for (const [index, chunk] of chunks.entries()) reader.take(Buffer.from(chunk), index + 1)
  return reader
}

describe('createStreamReader', () => {
  it.each([
    ['nothing', '', [], 'open'],
    ['a role, a comment, a null', `${role}: keep-alive\n\n${text(null)}`, [], 'open'],
    ['text in bytes of UTF-8', `${text('ab')}${text('é')}`, [2, 2], 'open'],
    ['the end', `${text('ab')}data: [DONE]\n\n`, [2], 'done'],
    ['an error', `${text('ab')}${frozen}`, [2], { code: 'session_frozen' }],
    ['text behind an error', `${frozen}${text('abc')}`, [3], { code: 'session_frozen' }],
    ['what is no JSON', 'data: {oops\n\n', [11], 'open'],
    ['what is no chunk', 'data: {"a":1}\n\n', [13], 'open'],
  ])('understands %s', (_, wire, bytes, end) => {
    const reading = read(wire).reading()
    expect(reading.texts).toEqual(bytes.map((count) => ({ atMs: 1, bytes: count })))
    expect(reading.end).toEqual(end)
  })

  it('counts a frame when its last byte is there, and keeps the time of the last byte of all', () => {
    const wire = text('ab')
    const reader = read(wire.slice(0, 5))
    expect(reader.hasText()).toBe(false)
    reader.take(Buffer.from(wire.slice(5)), 7)
    reader.take(Buffer.from(frozen), 9)
    expect(reader.reading()).toEqual({
      texts: [{ atMs: 7, bytes: 2 }],
      lastByteMs: 9,
      closedMs: Number.POSITIVE_INFINITY,
      end: { code: 'session_frozen' },
    })
  })

  it('takes what was cut off in the middle for text', () => {
    const reader = read(text('ab'), 'data: {"cho')
    reader.close(3)
    expect(reader.reading()).toEqual({
      texts: [
        { atMs: 1, bytes: 2 },
        { atMs: 2, bytes: 11 },
      ],
      lastByteMs: 2,
      closedMs: 3,
      end: 'cut',
    })
  })

  it('reads the same however the bytes are cut', () => {
    const wire = Buffer.from([role, text('añ'), ': keep-alive\n\n', text('😀'), frozen].join(''))
    fc.assert(
      fc.property(fc.array(fc.nat(wire.length)), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), wire.length]
        const reader = read(...places.slice(1).map((place, index) => wire.subarray(places[index], place)))
        reader.close(99)
        const { texts, end } = reader.reading()
        expect(texts.map(({ bytes }) => bytes)).toEqual([3, 4])
        expect(end).toEqual({ code: 'session_frozen' })
      }),
    )
  })
})
