import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const EMAIL = 'claire.dupont@example.org'
const CARD = '4111 1111 1111 1111'
const NAME = 'Claire Dupont'
const PROMPT = `My name is ${NAME}, my e-mail is ${EMAIL} and my card is ${CARD}.`

let stack: GatewayStack

/** Every body has its way here, and in a thread. */
describe.each([
  ['here', '65536'],
  ['in a thread', '0'],
])('%s', (_where, localBodyBytes) => {
  beforeAll(async () => {
    // The same prompts are sent again and again, and the model is to see each of them.
    stack = await startGatewayStack(() => ({ CACHE_TTL_MS: '0', LOCAL_BODY_BYTES: localBodyBytes }))
  })
  afterAll(() => stack.stop())
  beforeEach(() => stack.stub.reset())

  /** What the model was sent, as text. */
  const sent = () => JSON.stringify(stack.stub.lastRequest().body)

  /** Answers with what the model was asked, as a demo model does. */
  const echo = () =>
    stack.stub.respondWith(({ body }) => {
      const last = (body as { messages: { content: string }[] }).messages.at(-1)
      return `You wrote: ${last?.content}`
    })

  const ask = { model: 'stub-model', messages: [{ role: 'user' as const, content: PROMPT }] }

  describe('through the official client', () => {
    it('replaces sensitive data before the model sees it and restores it in the answer', async () => {
      echo()
      const completion = await (await stack.client('alice')).chat.completions.create(ask)
      expect(sent()).not.toContain(EMAIL)
      expect(sent()).not.toContain(CARD)
      expect(sent()).not.toContain('Dupont')
      expect(sent()).toMatch(/EMAIL_ADDRESS_[0-9A-Z]{10}/)
      expect(sent()).toMatch(/CREDIT_CARD_[0-9A-Z]{10}/)
      expect(sent()).toMatch(/PERSON_(?:\w{4,8}_)?\w{10}/)
      expect(completion.choices[0]?.message.content).toBe(`You wrote: ${PROMPT}`)
    })

    it('does the same in a stream', async () => {
      echo()
      const stream = await (await stack.client('alice')).chat.completions.create({ ...ask, stream: true })
      let text = ''
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      expect(text).toBe(`You wrote: ${PROMPT}`)
      expect(sent()).not.toContain(EMAIL)
    })

    it('leaves a card number a token for a caller whose clearance lacks payment data', async () => {
      echo()
      const completion = await (await stack.client('bob')).chat.completions.create(ask)
      const text = completion.choices[0]?.message.content ?? ''
      expect(text).toContain(EMAIL)
      expect(text).toContain(NAME)
      expect(text).not.toContain(CARD)
      expect(text).toMatch(/my card is CREDIT_CARD_[0-9A-Z]{10}\./)
    })

    it('keeps tokens stable within a session, and other sessions apart', async () => {
      echo()
      const tokens = async (sessionId: string) => {
        const client = await stack.client('alice', { defaultHeaders: { 'x-session-id': sessionId } })
        await client.chat.completions.create({ ...ask, temperature: Math.random() })
        return sent().match(/EMAIL_ADDRESS_[0-9A-Z]{10}/)?.[0]
      }
      const first = await tokens('one')
      expect(await tokens('one')).toBe(first)
      expect(await tokens('two')).not.toBe(first)
    })

    it('restores a token from an earlier turn that this request does not hold', async () => {
      echo()
      const client = await stack.client('alice', { defaultHeaders: { 'x-session-id': 'earlier-turn' } })
      await client.chat.completions.create(ask)
      const token = sent().match(/EMAIL_ADDRESS_[0-9A-Z]{10}/)?.[0]
      stack.stub.respondOnce(`It was ${token}.`)
      const later = await client.chat.completions.create({
        model: 'stub-model',
        messages: [{ role: 'user', content: 'Which address did I give you?' }],
      })
      expect(later.choices[0]?.message.content).toBe(`It was ${EMAIL}.`)
    })

    it("does not restore another user's token", async () => {
      echo()
      await (await stack.client('alice')).chat.completions.create(ask)
      const token = sent().match(/EMAIL_ADDRESS_[0-9A-Z]{10}/)?.[0]
      stack.stub.respondOnce(`It was ${token}.`)
      const foreign = await (await stack.client('bob')).chat.completions.create({
        model: 'stub-model',
        messages: [{ role: 'user', content: `Who is ${token}?` }],
      })
      expect(foreign.choices[0]?.message.content).toBe(`It was ${token}.`)
    })
  })

  describe('in every position', () => {
    const call = { id: 'call_1', type: 'function' as const, function: { name: 'notify', arguments: '{}' } }

    it('of the request', async () => {
      await (await stack.client('alice')).chat.completions.create({
        model: 'stub-model',
        messages: [
          { role: 'system', content: `system ${EMAIL}` },
          { role: 'developer', content: `developer ${EMAIL}` },
          { role: 'user', content: [{ type: 'text', text: `part ${EMAIL}` }] },
          {
            role: 'assistant',
            content: `assistant ${EMAIL}`,
            tool_calls: [
              { ...call, function: { name: 'notify', arguments: JSON.stringify({ to: EMAIL, [EMAIL]: 1 }) } },
            ],
          },
          { role: 'tool', tool_call_id: 'call_1', content: `tool ${EMAIL}` },
          { role: 'user', content: 'Is Project Nightfall on time?' },
        ],
        tools: [
          {
            type: 'function',
            function: {
              name: 'lookup_nightfall_status',
              description: `for ${EMAIL}`,
              parameters: {
                type: 'object',
                properties: { nightfall_id: { type: 'string', description: EMAIL, enum: [EMAIL], default: EMAIL } },
                required: ['nightfall_id'],
              },
            },
          },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'r', description: EMAIL, schema: { type: 'object', title: EMAIL } },
        },
        stop: [EMAIL],
        user: EMAIL,
        metadata: { owner: EMAIL },
      })
      expect(sent()).not.toContain('claire.dupont')
      expect(sent().toLowerCase()).not.toContain('nightfall')
    })

    it('of the answer: text, tool-call names and arguments, streamed and not', async () => {
      echo()
      const client = await stack.client('alice', { defaultHeaders: { 'x-session-id': 'tools' } })
      await client.chat.completions.create({
        ...ask,
        messages: [{ role: 'user', content: `Mail ${EMAIL} about Nightfall, from O"Neil.` }],
      })
      const email = sent().match(/EMAIL_ADDRESS_[0-9A-Z]{10}/)?.[0]
      const codename = sent().match(/CODENAME_[0-9A-Z]{10}/)?.[0]
      expect(codename).toBeDefined()
      stack.stub.respondWith({
        text: `Mailing ${email}`,
        toolCalls: [
          {
            name: 'send_mail',
            arguments: `{"to":"${email}","note":"caf\\u00e9 ${email}"}`,
            cuts: [3, 9, 15, 22, 31, 40],
          },
        ],
      })
      const request = {
        model: 'stub-model',
        messages: [{ role: 'user' as const, content: `Do it for ${EMAIL} now.` }],
        tools: [{ type: 'function' as const, function: { name: 'send_mail' } }],
      }
      const whole = await client.chat.completions.create(request)
      expect(whole.choices[0]?.message.content).toBe(`Mailing ${EMAIL}`)
      const [wholeCall] = whole.choices[0]?.message.tool_calls ?? []
      if (wholeCall?.type !== 'function') throw new Error('no function call')
      expect(JSON.parse(wholeCall.function.arguments)).toEqual({ to: EMAIL, note: `café ${EMAIL}` })

      const streamed = await client.chat.completions.stream(request).finalChatCompletion()
      const [streamedCall] = streamed.choices[0]?.message.tool_calls ?? []
      if (streamedCall?.type !== 'function') throw new Error('no function call')
      expect(streamedCall.function).toMatchObject({ name: 'send_mail', arguments: wholeCall.function.arguments })
    })
  })
})
