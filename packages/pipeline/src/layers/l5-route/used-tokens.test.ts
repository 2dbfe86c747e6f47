import type { CompletionChunk, WireEvent } from '@sluice/contracts'
import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../answer/answer.ts'
import { counted, TokenCount } from './used-tokens.ts'

const chunk = (delta: object, usage?: object): CompletionChunk =>
  ({
    ...{ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta, finish_reason: null }],
    ...(usage && { usage }),
  }) as CompletionChunk

async function* batches<Item>(...items: readonly Item[]) {
  for (const item of items) yield [item]
}

/** What an answer has cost, and how often its end was told. */
async function countOf(answer: Answer, estimated = 7) {
  const count = new TokenCount(estimated)
  const onEnd = vi.fn<() => void>()
  const watched = counted(answer, count, onEnd)
  if (watched.kind === 'chunks') for await (const _ of watched.chunks);
  if (watched.kind === 'events') for await (const _ of watched.events);
  expect(onEnd).toHaveBeenCalledTimes(1)
  return count.used()
}

describe('what an answer has cost', () => {
  it.each<[string, readonly CompletionChunk[], object]>([
    [
      'is what a chat says',
      [
        chunk({ content: 'hello' }),
        chunk(
          {},
          { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14, prompt_tokens_details: { cached_tokens: 5 } },
        ),
      ],
      { input: 11, cachedInput: 5, output: 3, isEstimated: false },
    ],
    [
      'is marked where the gateway estimated it',
      [chunk({}, { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14, estimated: true })],
      { input: 11, cachedInput: 0, output: 3, isEstimated: true },
    ],
    [
      'is estimated where nobody says it, tools and thoughts included',
      [
        chunk({ content: 'abcd', reasoning_content: 'abcd' }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: 'abcdefg' } }] }),
      ],
      { input: 7, cachedInput: 0, output: 4, isEstimated: true },
    ],
    [
      'is not what no count can be',
      [chunk({}, { prompt_tokens: -1, completion_tokens: 1.5, total_tokens: 'x' })],
      { input: 7, cachedInput: 0, output: 0, isEstimated: true },
    ],
  ])('%s', async (_name, chunks, used) => {
    expect(await countOf({ kind: 'chunks', chunks: batches(...chunks) })).toEqual(used)
  })

  it.each<[string, readonly WireEvent[], object]>([
    [
      'of a message stands at its beginning and its end, what was cached beside the rest',
      [
        {
          type: 'message_start',
          message: { usage: { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 90 } },
        },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 40 } },
      ],
      { input: 100, cachedInput: 90, output: 40, isEstimated: false },
    ],
    [
      'of a whole message stands in it',
      [{ type: 'message', content: [], usage: { input_tokens: 10, output_tokens: 2, cache_creation_input_tokens: 5 } }],
      { input: 15, cachedInput: 0, output: 2, isEstimated: false },
    ],
    [
      'of a response stands at its end, what was cached within the rest',
      [
        { type: 'response.output_text.delta', delta: 'abc' },
        {
          type: 'response.completed',
          response: { usage: { input_tokens: 9, output_tokens: 4, input_tokens_details: { cached_tokens: 8 } } },
        },
      ],
      { input: 9, cachedInput: 8, output: 4, isEstimated: false },
    ],
    [
      'of a message that broke off is estimated but for its prompt',
      [
        { type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } },
        { type: 'content_block_delta', delta: { type: 'text_delta', text: 'abcdefgh' } },
      ],
      { input: 10, cachedInput: 0, output: 2, isEstimated: true },
    ],
    [
      'of a message that broke off before anything was counted is estimated',
      [
        { type: 'message_start', message: { usage: { input_tokens: 0, output_tokens: 0 } } },
        { type: 'content_block_delta', delta: { type: 'text_delta', text: 'abcdefgh' } },
      ],
      { input: 7, cachedInput: 0, output: 2, isEstimated: true },
    ],
    [
      'that another wire has estimated stays so',
      [{ type: 'message_delta', usage: { input_tokens: 3, output_tokens: 4, estimated: true } }],
      { input: 3, cachedInput: 0, output: 4, isEstimated: true },
    ],
    [
      'of what broke off is estimated',
      [
        { type: 'content_block_delta', delta: { type: 'text_delta', text: 'abcdefgh' } },
        { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: 'abcd' } },
      ],
      { input: 7, cachedInput: 0, output: 3, isEstimated: true },
    ],
  ])('%s', async (_name, events, used) => {
    expect(await countOf({ kind: 'events', events: batches(...events) })).toEqual(used)
  })

  it('of embeddings is their input', async () => {
    const value = { object: 'list', data: [], model: 'm', usage: { prompt_tokens: 8, total_tokens: 8 } }
    expect(await countOf({ kind: 'whole', value } as unknown as Answer)).toMatchObject({ input: 8, output: 0 })
  })
})

describe('the end of an answer is told', () => {
  const open = (source: AsyncIterable<readonly CompletionChunk[]>) => {
    const onEnd = vi.fn<() => void>()
    const answer = counted({ kind: 'chunks', chunks: source }, new TokenCount(1), onEnd)
    if (answer.kind !== 'chunks') throw new Error('It has no chunks.')
    return { onEnd, iterator: answer.chunks[Symbol.asyncIterator]() }
  }

  it('when it breaks off', async () => {
    const broken = (async function* () {
      yield [chunk({ content: 'a' })]
      throw new Error('broken')
    })()
    const { onEnd, iterator } = open(broken)
    await iterator.next()
    expect(onEnd).not.toHaveBeenCalled()
    await expect(iterator.next()).rejects.toThrow('broken')
    expect(onEnd).toHaveBeenCalled()
  })

  it.each([0, 1])('when its reader leaves it after %i items, and the source is left too', async (read) => {
    let isLeft = false
    const source: AsyncIterable<readonly CompletionChunk[]> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: [chunk({ content: 'a' })] }),
        return: async () => {
          isLeft = true
          return { done: true, value: undefined }
        },
      }),
    }
    const { onEnd, iterator } = open(source)
    for (let count = 0; count < read; count += 1) await iterator.next()
    await iterator.return?.()
    expect([onEnd.mock.calls.length, isLeft]).toEqual([1, true])
  })
})
