import { LLMock } from '@copilotkit/aimock'
import type { ChatRequest } from '@sluice/contracts'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, failureFrom, readAll, useStubServer } from '../fixtures/endpoints.ts'
import { callsOf, endOf, joined } from '../fixtures/kinds.ts'
import type { EndpointKind } from './endpoint-options.ts'

/*
 * The same kinds against a mock server that others have written: what both sides here misread alike shows.
 */

const { open } = await useStubServer()
const mock = new LLMock({ port: 0 })
mock.onMessage('greet', { content: 'Grüße an 日本 🙂' })
mock.onMessage('look up', {
  toolCalls: [
    { name: 'look_up', arguments: '{"city":"Köln"}' },
    { name: 'look_up', arguments: '{"city":"Oslo"}' },
  ],
})
mock.onMessage('think', { content: 'done', reasoning: 'let me see' })
mock.onMessage('fail', { error: { message: 'slow down', type: 'rate_limit_error' }, status: 429 })
await mock.start()
afterAll(() => mock.stop())

const ORIGINS: readonly [EndpointKind, string][] = [
  ['openai', '/v1'],
  ['openai-compatible', '/v1'],
  ['anthropic', '/v1'],
  ['azure-openai', ''],
  ['gemini', '/v1beta'],
  ['bedrock', ''],
]

describe.each(ORIGINS)('%s', (kind, path) => {
  // The mock knows Azure's older paths.
  const azure = { apiVersion: '2024-10-21' }
  const endpoint = () => open({ kind, baseUrl: `${mock.url}${path}`, apiKey: 'k', models: ['m'], azure })
  const say = (content: string, stream: boolean): ChatRequest => ({
    ...{ model: 'm', stream, messages: [{ role: 'user', content }] },
    tools: [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object', properties: {} } } }],
  })

  it.each([false, true])('says a text (streamed: %s)', async (stream) => {
    const chunks = await readAll(await ask(endpoint(), say('greet', stream)))
    expect(joined(chunks, 'content')).toBe('Grüße an 日本 🙂')
    expect(endOf(chunks)).toMatchObject({ reasons: ['stop'], usage: { prompt_tokens: expect.any(Number) } })
  })

  it.each([false, true])('calls two tools (streamed: %s)', async (stream) => {
    const chunks = await readAll(await ask(endpoint(), say('look up', stream)))
    const calls = callsOf(chunks)
    expect(calls.map(({ name, arguments: json }) => [name, JSON.parse(json)])).toEqual([
      ['look_up', { city: 'Köln' }],
      ['look_up', { city: 'Oslo' }],
    ])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
    expect(endOf(chunks).reasons).toEqual(['tool_calls'])
  })

  it('says what it thinks', async () => {
    const chunks = await readAll(await ask(endpoint(), say('think', true)))
    expect([joined(chunks, 'reasoning_content'), joined(chunks, 'content')]).toEqual(['let me see', 'done'])
  })

  it.each([false, true])('fails with its status (streamed: %s)', async (stream) => {
    expect(await failureFrom(ask(endpoint(), say('fail', stream)))).toMatchObject({ kind: 'status', status: 429 })
  })
})
