import type { CompletionChunk } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { ChatNormalizer, UsageEstimate } from './normalize-answer.ts'

type Choice = CompletionChunk['choices'][number]

const chunk = (...choices: Choice[]): CompletionChunk => ({
  ...{ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices,
})
const normalized = (...chunks: CompletionChunk[]) => {
  const normalizer = new ChatNormalizer('chatcmpl-1')
  return chunks.map((each) => normalizer.take(each).choices[0])
}

describe('an answer of a server that speaks the wire loosely', () => {
  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'tool_calls'],
    ['content_filter', 'content_filter'],
    ['function_call', 'tool_calls'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['end_turn', 'stop'],
    ['eos', 'stop'],
    ['', 'stop'],
  ])('that ended by %s ends by %s', (said, reason) => {
    expect(normalized(chunk({ index: 0, delta: {}, finish_reason: said }))[0]?.finish_reason).toBe(reason)
  })

  it('ends by its calls where its own word is unknown', () => {
    const call = { index: 0, delta: { tool_calls: [{ index: 0, function: { name: 'f', arguments: '{}' } }] } }
    expect(normalized(chunk(call), chunk({ index: 0, delta: {}, finish_reason: 'eos' }))[1]?.finish_reason).toBe(
      'tool_calls',
    )
  })

  it('is the assistant’s, whoever it says it is', () => {
    expect(normalized(chunk({ index: 0, delta: { role: 'model' } }))[0]?.delta.role).toBe('assistant')
  })

  it('has one id for each call, at its first piece only', () => {
    const piece = (index: number, more: object = {}) => ({
      index: 0,
      delta: { tool_calls: [{ index, function: { arguments: 'x' }, ...more }] },
    })
    const calls = normalized(
      chunk(piece(0)),
      chunk(piece(0)),
      chunk(piece(1, { id: '' })),
      chunk(piece(2, { id: 'own' })),
    )
    expect(calls.map((choice) => choice?.delta.tool_calls?.[0]?.id)).toEqual([
      'call_chatcmpl-1_0_0',
      undefined,
      'call_chatcmpl-1_0_1',
      'own',
    ])
    expect(calls[0]?.delta.tool_calls?.[0]?.type).toBe('function')
  })
})

describe('what an answer has cost', () => {
  it('is estimated, and says so, where nobody says it', () => {
    const estimate = new UsageEstimate(400)
    estimate.see(chunk({ index: 0, delta: { content: 'x'.repeat(10) } }))
    expect(estimate.usage()).toEqual({ prompt_tokens: 100, completion_tokens: 3, total_tokens: 103, estimated: true })
  })

  it('is what the endpoint says', () => {
    const estimate = new UsageEstimate(400)
    estimate.see({ ...chunk(), usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })
    expect(estimate.usage()).toBeUndefined()
  })
})
