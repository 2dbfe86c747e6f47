import type { CompletionChunk, WireEvent } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MessagesWriter } from './chat-to-messages-events.ts'
import { ResponsesWriter } from './chat-to-responses-events.ts'
import { ChatWriter } from './messages-to-chat-chunks.ts'

type Delta = CompletionChunk['choices'][number]['delta']

const head = { id: 'x_1', created: 1, model: 'm' }
const chunk = (delta: Delta, finish_reason: string | null = null): CompletionChunk => ({
  ...{ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta, finish_reason }],
})

const piece = fc.string({ minLength: 1, maxLength: 5 })
/** Text, thoughts and the pieces of up to three calls, in any order. */
const delta: fc.Arbitrary<Delta> = fc.oneof(
  fc.record({ content: piece }),
  fc.record({ reasoning_content: piece }),
  fc.tuple(fc.nat(2), piece).map(([index, text]) => ({
    tool_calls: [{ index, id: `c${index}`, type: 'function', function: { name: `f${index}`, arguments: text } }],
  })),
)
const answer = fc.array(delta, { minLength: 1, maxLength: 20 })

/** What an answer says: its text, and the arguments of each call. */
function said(deltas: readonly Delta[]) {
  const text = deltas.map(({ content }) => content ?? '').join('')
  const calls = new Map<string, string>()
  for (const call of deltas.flatMap(({ tool_calls }) => tool_calls ?? [])) {
    const name = call.function?.name ?? ''
    calls.set(name, (calls.get(name) ?? '') + (call.function?.arguments ?? ''))
  }
  return { text, calls: Object.fromEntries([...calls].sort()) }
}

describe('a chat answer as a message', () => {
  const write = (deltas: readonly Delta[]) => {
    const writer = new MessagesWriter(head)
    return [...deltas.flatMap((each) => writer.take(chunk(each))), ...writer.take(chunk({}, 'stop')), ...writer.end()]
  }

  it('says the same in blocks that follow one another, whatever came in turns', () => {
    fc.assert(
      fc.property(answer, (deltas) => {
        const events = write(deltas)
        expect(events[0]?.type).toBe('message_start')
        expect(events.slice(-2).map(({ type }) => type)).toEqual(['message_delta', 'message_stop'])
        let open: number | undefined
        let text = ''
        const calls: Record<string, string> = {}
        const names = new Map<number, string>()
        for (const { type, index, content_block: block, delta: part } of events as (WireEvent &
          Record<string, never>)[]) {
          if (type === 'content_block_start') {
            expect([open, index]).toEqual([undefined, names.size])
            open = index
            names.set(Number(index), String(block?.['name'] ?? ''))
          } else if (type === 'content_block_stop') {
            expect(index).toBe(open)
            open = undefined
          } else if (type === 'content_block_delta') {
            expect(index).toBe(open)
            const name = names.get(Number(index)) ?? ''
            if (name === '') text += part?.['text']
            else calls[name] = (calls[name] ?? '') + part?.['partial_json']
          }
        }
        const expected = said(deltas)
        expect(text).toBe(expected.text)
        expect(calls).toEqual(expected.calls)
      }),
    )
  })

  it('is incomplete without a finish reason', () => {
    const writer = new MessagesWriter(head)
    writer.take(chunk({ content: 'x' }))
    expect(() => writer.end()).toThrow(expect.objectContaining({ kind: 'incomplete' }))
  })
})

describe('a chat answer as a response', () => {
  it('says the same in deltas, in what is done and in the whole, each part added before its text', () => {
    fc.assert(
      fc.property(answer, (deltas) => {
        const writer = new ResponsesWriter(head, {})
        const events = [
          ...deltas.flatMap((each) => writer.take(chunk(each))),
          ...writer.take(chunk({}, 'stop')),
          ...writer.end(),
        ]
        const added = new Set<unknown>()
        const grown = new Map<unknown, string>()
        for (const event of events) {
          const { type, output_index: at } = event
          if (type === 'response.output_item.added') added.add(at)
          if (type.endsWith('.delta')) {
            expect(added.has(at)).toBe(true)
            grown.set(at, (grown.get(at) ?? '') + String(event.delta))
          }
          if (/(?:text|arguments)\.done$/.test(type)) expect(event.text ?? event.arguments).toBe(grown.get(at))
        }
        const { output } = (events.at(-1) as WireEvent).response as { output: Record<string, unknown>[] }
        const texts = output.map((item) => item['arguments'] ?? (item['content'] as { text: string }[])[0]?.text)
        expect(texts).toEqual([...grown].sort(([a], [b]) => Number(a) - Number(b)).map(([, text]) => text))
      }),
    )
  })

  it.each([
    ['length', 'response.incomplete', { reason: 'max_output_tokens' }],
    ['content_filter', 'response.incomplete', { reason: 'content_filter' }],
    ['tool_calls', 'response.completed', null],
  ])('that ended by %s is %s', (reason, type, incomplete_details) => {
    const writer = new ResponsesWriter(head, { instructions: 'I' })
    writer.take(chunk({ content: 'x' }, reason))
    expect(writer.end().at(-1)).toMatchObject({ type, response: { incomplete_details, instructions: 'I' } })
  })
})

describe('a message as a chat answer', () => {
  it('is the same streamed and whole', () => {
    fc.assert(
      fc.property(answer, (deltas) => {
        const messages = new MessagesWriter(head)
        const events = [
          ...deltas.flatMap((each) => messages.take(chunk(each))),
          ...messages.take(chunk({}, 'stop')),
          ...messages.end(),
        ]
        const chat = new ChatWriter(head)
        const back = events
          .flatMap((event) => chat.take(event))
          .flatMap(({ choices }) => choices.map(({ delta }) => delta))
        const names = new Map<number, string>()
        const named = back.map((each) => ({
          ...each,
          tool_calls: each.tool_calls?.map((call) => {
            if (call.function?.name !== undefined) names.set(call.index, call.function.name)
            return { ...call, function: { ...call.function, name: names.get(call.index) ?? '' } }
          }),
        }))
        expect(said(named).calls).toEqual(said(deltas).calls)
        expect(said(named).text).toBe(said(deltas).text)
      }),
    )
  })

  it.each([
    ['end_turn', 'stop'],
    ['max_tokens', 'length'],
    ['tool_use', 'tool_calls'],
    ['refusal', 'content_filter'],
  ])('that stopped by %s ends by %s, with its usage', (stop_reason, finish_reason) => {
    const usage = { input_tokens: 3, cache_read_input_tokens: 2, output_tokens: 4 }
    const [only] = new ChatWriter(head).take({ type: 'message', content: [], stop_reason, usage })
    expect(only).toMatchObject({
      choices: [{ finish_reason }],
      usage: { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 },
    })
  })
})

describe('what a chat answer has cost, on another wire', () => {
  const answerWith = (usage: object) => [
    chunk({ content: 'a' }, 'stop'),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14, ...usage } },
  ]
  const ofMessage = (usage: object) => {
    const writer = new MessagesWriter(head)
    return [...answerWith(usage).flatMap((each) => writer.take(each)), ...writer.end()].at(-2)?.usage
  }

  it.each<[string, object, object]>([
    ['is what it was', {}, { input_tokens: 10, output_tokens: 4 }],
    [
      'tells what was cached apart from the rest',
      { prompt_tokens_details: { cached_tokens: 7 } },
      { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 7 },
    ],
    [
      'has no more cached than there was',
      { prompt_tokens_details: { cached_tokens: 12 } },
      { input_tokens: 0, output_tokens: 4, cache_read_input_tokens: 10 },
    ],
    ['stays an estimate', { estimated: true }, { input_tokens: 10, output_tokens: 4, estimated: true }],
  ])('of a message %s', (_what, usage, expected) => {
    expect(ofMessage(usage)).toEqual(expected)
  })

  it('of a response stays an estimate', () => {
    const writer = new ResponsesWriter(head, { model: 'm', input: 'x' })
    const events = [...answerWith({ estimated: true }).flatMap((each) => writer.take(each)), ...writer.end()]
    expect(events.at(-1)).toMatchObject({
      response: { usage: { input_tokens: 10, output_tokens: 4, estimated: true } },
    })
  })
})
