import { describe, expect, it } from 'vitest'
import { CHAT_LIMITS, chatRequestSchema } from './chat-request.ts'

const minimal = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
const withMessage = (message: unknown) => ({ ...minimal, messages: [message] })

describe('chatRequestSchema takes', () => {
  it.each([
    ['a minimal request', minimal],
    [
      'nulls where OpenAI sends them',
      { ...minimal, temperature: null, stop: null, stream: null, tools: null, n: null },
    ],
    ['both token limits', { ...minimal, max_tokens: 1, max_completion_tokens: 1 }],
    [
      'parameters at their bounds',
      { ...minimal, seed: -(2 ** 63), top_logprobs: 20, presence_penalty: -2, frequency_penalty: 2 },
    ],
    ['a long seed that is no card number', { ...minimal, seed: 4111111111111112, max_tokens: 99_999_999 }],
    ['a null content', withMessage({ role: 'assistant', content: null, tool_calls: [] })],
    ['no content', withMessage({ role: 'assistant', tool_calls: [{ id: 'c', type: 'function' }] })],
    [
      'parts of every kind',
      withMessage({
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
          { type: 'file', file: { file_id: 'f' } },
        ],
      }),
    ],
    ['several stops', { ...minimal, stop: ['a', 'b'] }],
    ['a tool of a kind unknown here', { ...minimal, tools: [{ type: 'web_search' }] }],
  ])('%s', (_name, request) => {
    expect(chatRequestSchema.safeParse(request).success).toBe(true)
  })

  it('and keeps unknown members at every level', () => {
    const request = {
      ...minimal,
      reasoning_effort: 'high',
      x: { y: [1] },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }], z: 1 }],
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' }, strict: true }, q: 1 }],
    }
    expect(chatRequestSchema.parse(request)).toEqual(request)
  })
})

describe('chatRequestSchema refuses', () => {
  it.each([
    ['no object', [], ''],
    ['no model', { messages: minimal.messages }, 'model'],
    ['an empty model', { ...minimal, model: '' }, 'model'],
    ['a long model', { ...minimal, model: 'm'.repeat(CHAT_LIMITS.modelCharacters + 1) }, 'model'],
    ['no messages', { model: 'm' }, 'messages'],
    ['empty messages', { ...minimal, messages: [] }, 'messages'],
    ['10,000 messages', { ...minimal, messages: Array(10_000).fill(minimal.messages[0]) }, 'messages'],
    ['messages as text', { ...minimal, messages: 'hi' }, 'messages'],
    ['a message as text', withMessage('hi'), 'messages.0'],
    ['an unknown role', withMessage({ role: 'root', content: 'hi' }), 'messages.0.role'],
    ['content as a number', withMessage({ role: 'user', content: 7 }), 'messages.0.content'],
    ['a temperature as text', { ...minimal, temperature: 'hot' }, 'temperature'],
    ['a temperature of 3', { ...minimal, temperature: 3 }, 'temperature'],
    ['stream as text', { ...minimal, stream: 'yes' }, 'stream'],
    ['n of 0', { ...minimal, n: 0 }, 'n'],
    ['n of 1.5', { ...minimal, n: 1.5 }, 'n'],
    ['max_tokens of 0', { ...minimal, max_tokens: 0 }, 'max_tokens'],
    ['a card number as seed', { ...minimal, seed: 4111111111111111 }, 'seed'],
    ['a card number below zero as seed', { ...minimal, seed: -5555555555554444 }, 'seed'],
    ['a seed of 1.5', { ...minimal, seed: 1.5 }, 'seed'],
    ['a seed beyond 64 bits', { ...minimal, seed: 1e19 }, 'seed'],
    ['a card number as max_tokens', { ...minimal, max_tokens: 4111111111111111 }, 'max_tokens'],
    [
      'a phone number as max_completion_tokens',
      { ...minimal, max_completion_tokens: 4155552671 },
      'max_completion_tokens',
    ],
    ['21 top_logprobs', { ...minimal, top_logprobs: 21 }, 'top_logprobs'],
    ['a presence_penalty of 3', { ...minimal, presence_penalty: 3 }, 'presence_penalty'],
    ['a frequency_penalty of -3', { ...minimal, frequency_penalty: -3 }, 'frequency_penalty'],
    ['metadata with a number', { ...minimal, metadata: { a: 1 } }, 'metadata.a'],
    [
      'arguments as an object',
      withMessage({ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: {} } }] }),
      'messages.0.tool_calls.0.function.arguments',
    ],
  ])('%s', (_name, request, path) => {
    const parsed = chatRequestSchema.safeParse(request)
    expect(parsed.success).toBe(false)
    expect(parsed.error?.issues[0]?.path.join('.')).toBe(path)
  })

  it('without repeating a value', () => {
    const parsed = chatRequestSchema.safeParse({ ...minimal, temperature: '4111 1111 1111 1111' })
    expect(parsed.error?.issues[0]?.message).not.toContain('4111')
  })
})
