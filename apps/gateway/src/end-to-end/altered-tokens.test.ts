import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { LENGTHS, otherWires, thanked } from '../testing/conversations-for-tests.ts'
import { completionOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack()
}, 300_000)
afterAll(() => stack?.stop())
beforeEach(async () => {
  stack.stub.reset()
  await stack.takeRecords()
})

const MAIL = 'maria.keller@example.com'
const ASKED = `Write to ${MAIL}.`
const ANSWERED = `I will write to **${MAIL}** and to ${MAIL}.`

/** What the model answers: the token that it was sent, written in two other forms, cut anywhere. */
function answersWithAlteredTokens(): () => string {
  let written = ''
  stack.stub.respondWith(({ rawBody }) => {
    const [token = ''] = /EMAIL_ADDRESS_[0-9A-Z]{10}/.exec(rawBody) ?? []
    const markdown = token.replaceAll('_', '\\_')
    const line = token.toLowerCase().replace('_', '\n')
    written = `I will write to **${markdown}** and to ${line}.`
    return { text: written, cuts: Array.from({ length: 20 }, (_, at) => 3 * at + 1) }
  })
  return () => written
}

it.each(LENGTHS)(
  'restores altered tokens in a stream, and sends a %s conversation on unaltered',
  async (_name, more) => {
    const written = answersWithAlteredTokens()
    const client = await stack.client('alice')
    const asked = { role: 'user', content: `${more}${ASKED}` } as const
    const stream = await client.chat.completions.create({ model: 'stub-model', messages: [asked], stream: true })
    let answer = ''
    for await (const { choices } of stream) answer += choices[0]?.delta.content ?? ''
    expect(answer).toBe(ANSWERED)

    const before = stack.stub.lastRequest().body['messages']
    const messages = [asked, { role: 'assistant', content: answer }, { role: 'user', content: 'Thank you.' }] as const
    await client.chat.completions.create({ model: 'stub-model', messages: [...messages] })
    const sent = stack.stub.lastRequest().body['messages']
    expect(Array.isArray(before) && Array.isArray(sent) && sent.slice(0, 2)).toEqual([
      ...(Array.isArray(before) ? before : []),
      { role: 'assistant', content: written() },
    ])
  },
)

it.each(otherWires({ messages: 'stub-model', responses: 'stub-model' }))(
  'does so on the wire of %s',
  async (_name, path, bodyOf) => {
    const written = answersWithAlteredTokens()
    const first = await stack.request('alice', path, bodyOf([['user', ASKED]]))
    expect(await first.text()).toContain(JSON.stringify(ANSWERED))
    await stack.request('alice', path, bodyOf(thanked(ASKED, ANSWERED)))
    const sent = JSON.stringify(stack.stub.lastRequest().body)
    expect(sent).toContain(JSON.stringify(written()).slice(1, -1))
    expect(sent).not.toContain(MAIL)
  },
)

it('leaves a token that the model invented, and counts it on record', async () => {
  stack.stub.respondWith({ text: 'Ask PERSON_7H3K9Q2M5T or person_8h3k9q2m5t, and check your credit card statements.' })
  const response = await stack.post('alice', { model: 'stub-model', messages: [{ role: 'user', content: 'Whom?' }] })
  const { choices } = await completionOf(response)
  expect(choices[0]?.message.content).toContain('Ask PERSON_7H3K9Q2M5T or person_8h3k9q2m5t,')
  const records = await stack.records()
  expect(records.at(-1)).toMatchObject({
    outcome: 'answered',
    violations: [{ policy_id: 'invented-token', layer: 'L4', message: expect.stringMatching(/^2 tokens/) }],
  })
})
