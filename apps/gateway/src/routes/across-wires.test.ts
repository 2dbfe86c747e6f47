import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/** Every kind of endpoint serves every wire: where they differ it translates. */
const KINDS = ['openai-compatible', 'openai', 'anthropic', 'gemini', 'bedrock', 'mistral'] as const

/** What stands behind the stub's origin for a kind. */
const BASES: Readonly<Record<string, string>> = { gemini: '/v1beta', bedrock: '' }

const CARD = '4111 1111 1111 1111'
const NAME = 'Maria Keller'
const PROMPT = `I am ${NAME}, card ${CARD}.`

let stack: GatewayStack

describe.each([
  ['here', '65536'],
  ['in a thread', '0'],
])('a body that is read %s', (_where, localBodyBytes) => {
  beforeAll(async () => {
    stack = await startGatewayStack((stub) => ({
      LOCAL_BODY_BYTES: localBodyBytes,
      CACHE_TTL_MS: '0',
      ENDPOINTS: JSON.stringify(
        KINDS.map((kind) => ({
          ...{ name: kind, kind, permittedLevel: 7, models: [`over-${kind}`] },
          baseUrl: `${new URL(stub.baseUrl).origin}${BASES[kind] ?? '/v1'}`,
        })),
      ),
    }))
  })
  afterAll(() => stack.stop())
  beforeEach(() => {
    stack.stub.reset()
    // A tool is called with the card once; then the model says whom it has served.
    stack.stub.respondWith(({ rawBody, body }) => {
      const [card, person] = ['CREDIT_CARD', 'PERSON'].map(
        (type) => new RegExp(`${type}_(?:[0-9A-Z]{4,8}_)?[0-9A-Z]{10}`).exec(rawBody)?.[0],
      )
      const isAnswered = /tool_result|"role":"tool"|function_call_output|functionResponse|toolResult/.test(rawBody)
      if ((body.tools ?? body.toolConfig) !== undefined && !isAnswered)
        return { toolCalls: [{ name: 'pay', arguments: JSON.stringify({ card }) }] }
      return `Dear ${person}, ${card} is fine.`
    })
  })

  const sent = () => stack.stub.requests.map(({ rawBody }) => rawBody).join('\n')
  const expectMasked = () => {
    expect(sent()).not.toContain('Keller')
    expect(sent()).not.toContain('4111')
    expect(sent()).toMatch(/CREDIT_CARD_/)
  }
  const ANSWER = `Dear ${NAME}, ${CARD} is fine.`

  describe.each(KINDS)('asked of an endpoint of the kind %s', (kind) => {
    const model = `over-${kind}`
    const parameters = { type: 'object', properties: { card: { type: 'string' } }, required: ['card'] }

    it('is answered on the wire of chat completions', async () => {
      const client = await stack.client('alice')
      const messages: OpenAI.ChatCompletionMessageParam[] = [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: PROMPT },
      ]
      const whole = await client.chat.completions.create({ model, messages })
      expect(whole.choices[0]).toMatchObject({ message: { content: ANSWER }, finish_reason: 'stop' })
      expect(whole.usage?.total_tokens).toBeGreaterThan(10)
      const stream = client.chat.completions.stream({ model, messages, stream_options: { include_usage: true } })
      expect(await stream.finalContent()).toBe(ANSWER)
      expect((await stream.totalUsage()).total_tokens).toBeGreaterThan(10)
      const runner = client.chat.completions.runTools({
        model,
        messages,
        tools: [
          {
            type: 'function',
            function: {
              name: 'pay',
              description: 'Pays.',
              parameters,
              function: (json: string) => JSON.stringify({ asked: JSON.parse(json), owner: NAME }),
            },
          },
        ],
      })
      const called: string[] = []
      runner.on('functionToolCall', (call) => called.push(call.arguments))
      expect(await runner.finalContent()).toBe(ANSWER)
      expect(called.map((json) => JSON.parse(json))).toEqual([{ card: CARD }])
      expectMasked()
    })

    it('is answered on the wire of responses', async () => {
      const client = await stack.client('alice')
      const input = PROMPT
      const whole = await client.responses.create({ model, input, instructions: 'Be kind.', store: false })
      expect(whole).toMatchObject({ output_text: ANSWER, status: 'completed', object: 'response' })
      expect(whole.usage?.total_tokens).toBeGreaterThan(10)
      const stream = client.responses.stream({ model, input, store: false })
      const pieces: string[] = []
      stream.on('response.output_text.delta', ({ delta }) => pieces.push(delta))
      const final = await stream.finalResponse()
      expect([pieces.join(''), final.output_text]).toEqual([ANSWER, ANSWER])
      const tools = [{ type: 'function' as const, name: 'pay', parameters, strict: false }]
      const first = await client.responses.stream({ model, input, tools, store: false }).finalResponse()
      const call = first.output.find(({ type }) => type === 'function_call')
      expect(call).toMatchObject({ name: 'pay', arguments: JSON.stringify({ card: CARD }) })
      if (call?.type !== 'function_call') throw new Error('no call')
      const second = await client.responses.create({
        model,
        store: false,
        tools,
        input: [
          { role: 'user', content: input },
          { type: 'function_call', call_id: call.call_id, name: call.name, arguments: call.arguments },
          { type: 'function_call_output', call_id: call.call_id, output: JSON.stringify({ owner: NAME }) },
        ],
      })
      expect(second.output_text).toBe(ANSWER)
      expectMasked()
    })

    it('is answered on the wire of messages', async () => {
      const client = new Anthropic({ baseURL: stack.url, authToken: await stack.tokenFor('alice'), apiKey: null })
      const ask = { model, max_tokens: 100, system: 'Be kind.', messages: [{ role: 'user' as const, content: PROMPT }] }
      const whole = await client.messages.create(ask)
      expect(whole).toMatchObject({ content: [{ type: 'text', text: ANSWER }], stop_reason: 'end_turn' })
      expect(whole.usage.input_tokens).toBe(10)
      const final = await client.messages.stream(ask).finalMessage()
      expect(final.content).toEqual(whole.content)
      expect(final.usage.output_tokens).toBeGreaterThan(0)
      expectMasked()
    })

    it('counts tokens, or says that it guesses', async () => {
      const client = new Anthropic({ baseURL: stack.url, authToken: await stack.tokenFor('alice'), apiKey: null })
      const count = await client.messages.countTokens({ model, messages: [{ role: 'user', content: PROMPT }] })
      expect(count.input_tokens).toBeGreaterThan(10)
      expect('estimated' in count).toBe(kind !== 'anthropic')
      expect(stack.stub.requestCount).toBe(kind === 'anthropic' ? 1 : 0)
      expect(sent()).not.toContain('Keller')
    })

    it('runs the tools of an agent on the wire of messages', async () => {
      const claude = createAnthropic({ baseURL: `${stack.url}/v1`, authToken: await stack.tokenFor('alice') })(model)
      const paid: unknown[] = []
      const pay = tool({
        inputSchema: jsonSchema<{ card: string }>({ type: 'object', properties: { card: { type: 'string' } } }),
        execute: ({ card }) => {
          paid.push(card)
          return { owner: NAME }
        },
      })
      const asked = { model: claude, prompt: PROMPT, tools: { pay }, stopWhen: stepCountIs(3), maxOutputTokens: 100 }
      expect((await generateText(asked)).text).toBe(ANSWER)
      expect(await streamText(asked).text).toBe(ANSWER)
      expect(paid).toEqual([CARD, CARD])
      expectMasked()
    })

    it('passes the endpoint’s error on in its own form', async () => {
      stack.stub.respondWith({ fault: { type: 'status', status: 429, headers: { 'retry-after': '9' } } })
      const client = await stack.client('alice', { maxRetries: 0 })
      await expect(client.responses.create({ model, input: 'x', store: false })).rejects.toBeInstanceOf(
        OpenAI.RateLimitError,
      )
      await expect(
        client.chat.completions.create({ model, messages: [{ role: 'user', content: 'x' }] }),
      ).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    })
  })
})
