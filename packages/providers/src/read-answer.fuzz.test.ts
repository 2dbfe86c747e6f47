import type { CompletionChunk } from '@sluice/contracts'
import { fuzz } from '@sluice/testkit/fuzz'
import fc from 'fast-check'
import { expect } from 'vitest'
import { AnswerFault } from './answer-fault.ts'
import { isCompletionChunk } from './check-answer.ts'
import { type AnswerBounds, readJson, readStream } from './read-answer.ts'
import { SseParser } from './sse-frames.ts'
import type { UpstreamBody } from './upstream-exchange.ts'

const DEFAULTS = { id: 'c1', created: 1, model: 'm' }
const WIDE: AnswerBounds = { maxAnswerBytes: 1 << 24, maxEventLength: 1 << 20 }

/** An upstream's bytes in these pieces. */
function bodyOf(pieces: readonly Uint8Array[]): UpstreamBody {
  const left = [...pieces]
  return { next: async () => left.shift(), cancel: () => undefined, drain: () => undefined }
}

function cut(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const bounds = [0, ...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  // No connection gives a piece of nothing.
  return bounds.slice(1).flatMap((end, at) => (end === bounds[at] ? [] : [bytes.subarray(bounds[at], end)]))
}

interface Read {
  readonly chunks: readonly CompletionChunk[]
  readonly end: unknown
}

async function read(pieces: readonly Uint8Array[], bounds = WIDE): Promise<Read> {
  const chunks: CompletionChunk[] = []
  try {
    for await (const batch of readStream(bodyOf(pieces), bounds, DEFAULTS)) chunks.push(...batch)
    return { chunks, end: 'complete' }
  } catch (error) {
    if (!(error instanceof AnswerFault)) throw error
    return { chunks, end: { kind: error.kind, reported: error.reported } }
  }
}

const delta = fc.record(
  {
    content: fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constant(null), fc.jsonValue({ maxDepth: 2 })),
    role: fc.constantFrom('assistant', null, 7),
    tool_calls: fc.oneof(
      fc.array(fc.record({ index: fc.nat(3), function: fc.record({ arguments: fc.string() }) }), { maxLength: 2 }),
      fc.jsonValue({ maxDepth: 3 }),
    ),
  },
  { requiredKeys: [] },
)
const chunk = fc.record(
  {
    choices: fc.oneof(
      fc.array(
        fc.record(
          { index: fc.nat(2), delta, finish_reason: fc.constantFrom('stop', null) },
          { requiredKeys: ['delta'] },
        ),
        { maxLength: 2 },
      ),
      fc.jsonValue({ maxDepth: 3 }),
    ),
    usage: fc.jsonValue({ maxDepth: 2 }),
    error: fc.oneof(fc.constant(null), fc.constant({ message: 'no', code: 429 }), fc.jsonValue({ maxDepth: 2 })),
    __proto__: fc.constant({ polluted: 1 }),
    service_metadata: fc.constant({ level: 7 }),
  },
  { requiredKeys: ['choices'] },
)
const chunkWithoutError = chunk.map(({ error: _, ...rest }) => rest)
const lineEnd = fc.constantFrom('\n\n', '\r\n\r\n', '\r\r', '\n', '\r', '\r\n')
const frame = fc.oneof(
  {
    arbitrary: fc.tuple(chunkWithoutError, lineEnd).map(([each, end]) => `data: ${JSON.stringify(each)}${end}`),
    weight: 6,
  },
  { arbitrary: chunk.map((each) => `data:${JSON.stringify(each)}\n\n`), weight: 1 },
  {
    arbitrary: fc.constantFrom(
      ...[': keep-alive\n\n', 'data: [DONE]\n\n', 'data:\n\n', 'data\n', 'event: error\n', 'id: 1\n', 'retry: x\n'],
      ...[
        '\ufeff',
        'data: {"choices":\ndata: []}\n\n',
        'data: [',
        ']\n\n',
        '\u0000',
        '{}',
        'data : {}\n\n',
        ':\n',
        '\n',
      ],
      ...['data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n', 'data: [DONE] \n\n', 'DATA: {}\n\n'],
    ),
    weight: 5,
  },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 6 }), weight: 1 },
)
const bytes = fc
  .tuple(fc.array(frame, { maxLength: 12 }), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 }))
  .map(([frames, flips]) => {
    const written = Buffer.from(frames.join(''))
    // Seldom a byte that no text has.
    for (const [at, byte] of flips) if (at % 5 === 0 && written.length > 0) written[at % written.length] = byte
    return written
  })
const cuts = fc.array(fc.nat(), { maxLength: 30 })

fuzz('SSE reader', {
  'gives the same chunks and the same end at any cuts': {
    property: fc.asyncProperty(bytes, cuts, async (written, places) => {
      const whole = await read([written])
      expect(await read(cut(written, places))).toEqual(whole)
      expect(whole.chunks.every(isCompletionChunk)).toBe(true)
      for (const each of whole.chunks) expect(Object.hasOwn(each, 'polluted')).toBe(false)
    }),
    runs: 300,
  },
  'gives less at most, and says so, where a bound is near': {
    property: fc.asyncProperty(bytes, cuts, fc.nat(400), fc.nat(200), async (written, places, most, longest) => {
      const bounds = { maxAnswerBytes: most + 1, maxEventLength: longest + 1 }
      const wide = await read([written])
      const near = await read(cut(written, places), bounds)
      expect(near.chunks).toEqual(wide.chunks.slice(0, near.chunks.length))
      if (near.chunks.length < wide.chunks.length) expect(near.end).toMatchObject({ kind: 'malformed' })
      for (const each of near.chunks) expect(JSON.stringify(each.choices).length).toBeLessThanOrEqual(longest * 6 + 100)
    }),
    runs: 300,
  },
  'holds no more than its bound of what never ends': {
    property: fc.property(
      fc.array(frame, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 60 }),
      (frames, most) => {
        const parser = new SseParser(most)
        const piece = Buffer.from(frames.join('').replaceAll(/[\r\n]/g, ''))
        for (let at = 0; at < 200; at += 1)
          for (const event of parser.push(piece)) expect(event.length).toBeLessThanOrEqual(most)
        const before = parser.overflowed
        const events = parser.push(Buffer.from('\n\ndata: x\n\n'))
        expect(events.length).toBeLessThanOrEqual(before ? 0 : 2)
      },
    ),
    runs: 300,
  },
  'reads a JSON answer at any cuts alike': {
    property: fc.asyncProperty(fc.oneof(chunk, fc.jsonValue()), cuts, fc.nat(600), async (value, places, most) => {
      const written = Buffer.from(JSON.stringify(value))
      const bounds = { ...WIDE, maxAnswerBytes: most }
      const outcomes = await Promise.all(
        [[written], cut(written, places)].map(async (pieces) => {
          try {
            return await readJson(bodyOf(pieces), bounds, DEFAULTS, () => undefined)
          } catch (error) {
            if (!(error instanceof AnswerFault)) throw error
            return { kind: error.kind, reported: error.reported }
          }
        }),
      )
      expect(outcomes[1]).toEqual(outcomes[0])
      if (written.length > most) expect(outcomes[0]).toMatchObject({ kind: 'malformed' })
    }),
    runs: 300,
  },
})
