import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack

beforeAll(async () => {
  stack = await startGatewayStack(() => ({ CACHE_TTL_MS: '0' }))
})
afterAll(() => stack.stop())
beforeEach(() => stack.stub.reset())

const NAME = 'Maria Keller'

describe('the official client', () => {
  it('gets a text with its values restored, streamed and not', async () => {
    stack.stub.respondWith(({ body }) => `Dear ${(body.messages as { content: string }[])[0]?.content}`)
    const client = await stack.client('alice')
    const ask = { model: 'stub-model', prompt: `I am ${NAME}.` }
    const whole = await client.completions.create(ask)
    expect(whole).toMatchObject({
      object: 'text_completion',
      choices: [{ text: `Dear I am ${NAME}.`, finish_reason: 'stop' }],
    })
    expect(whole.id).toMatch(/^cmpl-/)
    expect(whole.usage?.total_tokens).toBeGreaterThan(0)
    let text = ''
    for await (const chunk of await client.completions.create({ ...ask, stream: true })) {
      expect(chunk.object).toBe('text_completion')
      text += chunk.choices[0]?.text ?? ''
    }
    expect(text).toBe(whole.choices[0]?.text)
    expect(JSON.stringify(stack.stub.requests.map(({ body }) => body))).not.toContain('Keller')
  })

  it.each([
    ['prompt', { prompt: ['a', 'b'] }],
    ['prompt', { prompt: [1, 2] }],
    ['echo', { echo: true }],
    ['best_of', { best_of: 3 }],
    ['logprobs', { logprobs: 2 }],
    ['suffix', { suffix: 'x' }],
  ])('is refused %s clearly: %j', async (param, more) => {
    const client = await stack.client('alice')
    const asked = client.completions.create({ model: 'stub-model', prompt: 'x', ...more } as never)
    await expect(asked).rejects.toMatchObject({ status: 400, param })
    expect(stack.stub.requestCount).toBe(0)
  })
})
