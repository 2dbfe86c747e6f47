import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SseParser } from './sse-frames.ts'

function parseWhole(text: string | Uint8Array, maxEventLength = 1024): readonly string[] {
  return new SseParser(maxEventLength).push(typeof text === 'string' ? Buffer.from(text) : text)
}

function parsePieces(bytes: Uint8Array, cuts: readonly number[], maxEventLength = 1 << 20): readonly string[] {
  const parser = new SseParser(maxEventLength)
  const bounds = [0, ...[...cuts].sort((a, b) => a - b), bytes.length]
  return bounds.slice(1).flatMap((end, index) => parser.push(bytes.slice(bounds[index], end)))
}

describe('SseParser', () => {
  // The rows follow the examples and rules of WHATWG HTML 9.2.6.
  it.each<[string, string, readonly string[]]>([
    ['one event', 'data: a\n\n', ['a']],
    ['CR line ends', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['CRLF line ends', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['mixed line ends', 'data: a\r\n\ndata: b\n\r', ['a', 'b']],
    ['several data lines', 'data: YHOO\ndata: +2\ndata: 10\n\n', ['YHOO\n+2\n10']],
    ['a comment', ': keep-alive\n\ndata: a\n: in between\n\n', ['a']],
    ['an event type', 'event: error\ndata: a\n\ndata: b\n\n', ['a', 'b']],
    ['a type without data', 'event: error\n\ndata: b\n\n', ['b']],
    ['at most one space is dropped', 'data:a\n\ndata:  b\n\n', ['a', ' b']],
    ['empty data', 'data\n\ndata\ndata\n\ndata:', ['', '\n']],
    ['a longer field name', 'database: a\ndata: b\n\n', ['b']],
    ['a leading byte order mark', '\uFEFFdata: a\n\n', ['a']],
    ['a second byte order mark', '\uFEFF\uFEFFdata: a\n\n', []],
    ['id and retry', 'id: 1\nretry: 5\ndata: a\n\n', ['a']],
    ['an event without its empty line', 'data: a\n\ndata: b\n', ['a']],
    ['characters of two to four bytes', 'data: äö€\u{1F600}\n\n', ['äö€\u{1F600}']],
  ])('reads %s', (_name, text, events) => {
    expect(parseWhole(text)).toEqual(events)
  })

  it('replaces bytes that are not UTF-8', () => {
    expect(parseWhole(Buffer.from([...Buffer.from('data: '), 0xff, LF, LF]))).toEqual(['\uFFFD'])
  })

  it('gives the same events at every single and every double cut', () => {
    const bytes = Buffer.from(
      '\uFEFF: hi\r\ndata: {"a":"é€\u{1F600}"}\r\n\r\ndata: b\rdata: c\r\revent: x\ndata: [DONE]\n\n',
    )
    const whole = parseWhole(bytes)
    expect(whole).toHaveLength(3)
    for (let first = 0; first <= bytes.length; first += 1) {
      for (let second = first; second <= bytes.length; second += 1) {
        expect(parsePieces(bytes, [first, second])).toEqual(whole)
      }
    }
  })

  it('gives the same events at any cuts of any text', () => {
    const piece = fc.constantFrom(
      'data',
      ': ',
      ':',
      ' ',
      '\r',
      '\n',
      '\r\n',
      '\n\n',
      'event',
      'x',
      'é',
      '\u{1F600}',
      '\uFEFF',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.array(fc.nat(200), { maxLength: 20 }), (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(''))
        const inside = cuts.map((cut) => Math.min(cut, bytes.length))
        expect(parsePieces(bytes, inside)).toEqual(parseWhole(bytes, 1 << 20))
      }),
    )
  })

  it('stops at an event over the bound and keeps the ones before', () => {
    const parser = new SseParser(20)
    expect(parser.push(Buffer.from('data: a\n\ndata: 01234567890123456789'))).toEqual(['a'])
    expect(parser.overflowed).toBe(true)
    expect(parser.push(Buffer.from('\n\ndata: b\n\n'))).toEqual([])
  })

  it.each([
    ['many data lines', Array.from({ length: 30 }, () => 'data\n')],
    ['a line in small pieces', ['data: ', ...Array.from({ length: 30 }, () => 'x')]],
    ['a long line with its end', [`data: ${'x'.repeat(30)}\n\n`]],
  ])('bounds %s', (_name, pieces) => {
    const parser = new SseParser(20)
    expect(pieces.flatMap((piece) => parser.push(Buffer.from(piece)))).toEqual([])
    expect(parser.overflowed).toBe(true)
  })

  it('holds nothing of a line that can be no field, however long', () => {
    const parser = new SseParser(20)
    for (let piece = 0; piece < 30; piece += 1) expect(parser.push(Buffer.from(': keep-alive'))).toEqual([])
    expect(parser.push(Buffer.from('\ndata: a\n\n'))).toEqual(['a'])
    expect(parser.overflowed).toBe(false)
  })

  it('does not count what is behind it', () => {
    const parser = new SseParser(20)
    const events = Array.from({ length: 100 }, () => parser.push(Buffer.from(': c\ndata: 0123456789\n\n'))).flat()
    expect(events).toHaveLength(100)
    expect(parser.overflowed).toBe(false)
  })
})

const LF = 10
