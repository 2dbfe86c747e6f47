import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser, type SseEvent } from './sse-frames.ts'

const message = (data: string, type = ''): SseEvent => ({ type, data })

function parseWhole(text: string | Uint8Array, maxEventBytes = 1024): SseEvent[] {
  return createSseParser(maxEventBytes).push(typeof text === 'string' ? Buffer.from(text) : text)
}

function parsePieces(bytes: Uint8Array, cuts: readonly number[], maxEventBytes = 1 << 20): SseEvent[] {
  const parser = createSseParser(maxEventBytes)
  const bounds = [0, ...[...cuts].sort((a, b) => a - b), bytes.length]
  return bounds.slice(1).flatMap((end, index) => parser.push(bytes.slice(bounds[index], end)))
}

describe('createSseParser', () => {
  // The rows follow the examples and rules of WHATWG HTML 9.2.6.
  it.each<[string, string, SseEvent[]]>([
    ['one event', 'data: a\n\n', [message('a')]],
    ['CR line ends', 'data: a\r\rdata: b\r\r', [message('a'), message('b')]],
    ['CRLF line ends', 'data: a\r\n\r\ndata: b\r\n\r\n', [message('a'), message('b')]],
    ['mixed line ends', 'data: a\r\n\ndata: b\n\r', [message('a'), message('b')]],
    ['several data lines', 'data: YHOO\ndata: +2\ndata: 10\n\n', [message('YHOO\n+2\n10')]],
    ['a comment', ': keep-alive\n\ndata: a\n: in between\n\n', [message('a')]],
    ['an event type', 'event: error\ndata: a\n\ndata: b\n\n', [message('a', 'error'), message('b')]],
    ['a type without data', 'event: error\n\ndata: b\n\n', [message('b')]],
    ['at most one space is dropped', 'data:a\n\ndata:  b\n\n', [message('a'), message(' b')]],
    ['empty data', 'data\n\ndata\ndata\n\ndata:', [message(''), message('\n')]],
    ['a longer field name', 'database: a\ndata: b\n\n', [message('b')]],
    ['a leading byte order mark', '\uFEFFdata: a\n\n', [message('a')]],
    ['a second byte order mark', '\uFEFF\uFEFFdata: a\n\n', []],
    ['id and retry', 'id: 1\nretry: 5\ndata: a\n\n', [message('a')]],
    ['an event without its empty line', 'data: a\n\ndata: b\n', [message('a')]],
    ['characters of two to four bytes', 'data: äö€\u{1F600}\n\n', [message('äö€\u{1F600}')]],
  ])('reads %s', (_name, text, events) => {
    expect(parseWhole(text)).toEqual(events)
  })

  it('replaces bytes that are not UTF-8', () => {
    expect(parseWhole(Buffer.from([...Buffer.from('data: '), 0xff, LF, LF]))).toEqual([message('\uFFFD')])
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
    const parser = createSseParser(20)
    expect(parser.push(Buffer.from('data: a\n\ndata: 01234567890123456789'))).toEqual([message('a')])
    expect(parser.overflowed).toBe(true)
    expect(parser.push(Buffer.from('\n\ndata: b\n\n'))).toEqual([])
  })

  it.each([
    ['many data lines', Array.from({ length: 30 }, () => 'data\n')],
    ['a line in small pieces', Array.from({ length: 30 }, () => 'x')],
    ['a long line with its end', [`data: ${'x'.repeat(30)}\n\n`]],
    ['an endless comment', Array.from({ length: 30 }, () => ': x')],
  ])('bounds %s', (_name, pieces) => {
    const parser = createSseParser(20)
    expect(pieces.flatMap((piece) => parser.push(Buffer.from(piece)))).toEqual([])
    expect(parser.overflowed).toBe(true)
  })

  it('does not count what is behind it', () => {
    const parser = createSseParser(20)
    const events = Array.from({ length: 100 }, () => parser.push(Buffer.from(': c\ndata: 0123456789\n\n'))).flat()
    expect(events).toHaveLength(100)
    expect(parser.overflowed).toBe(false)
  })
})

const LF = 10
