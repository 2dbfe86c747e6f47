import { serviceMetadataSchema } from '@sluice/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { completionOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/* `x-show-received`: what the model wrote, beside what its caller may see of it. */

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack(() => ({ SHOW_SENT: 'true', NEW_VALUES: 'mask' }))
})
afterAll(() => stack.stop())

const SHOWN = { 'x-show-received': '1' }
const MAIL = 'ann@example.org'
const CARD = '5500 0055 5555 5559'
/** A card of the model's own. */
const OWN_CARD = '4111 1111 1111 1111'
let serial = 0
const asking = (more: object = {}) => ({
  model: 'stub-model',
  messages: [{ role: 'user' as const, content: `Question ${++serial}: write to ${MAIL}, card ${CARD}.` }],
  ...more,
})

/** Tokens as models write them: one as it came, one in other letters. */
let tokens: { mail: string; card: string } | undefined
const tokenIn = (body: string, type: string) => new RegExp(`${type}_[0-9A-Z_]*[0-9A-Z]{10}`).exec(body)?.[0] ?? ''
beforeEach(() => {
  stack.stub.reset()
  tokens = undefined
  stack.stub.respondWith(({ rawBody }) => {
    tokens = { mail: tokenIn(rawBody, 'EMAIL_ADDRESS'), card: tokenIn(rawBody, 'CREDIT_CARD').toLowerCase() }
    return { text: `To ${tokens.mail}: ${tokens.card} is charged. Not ${OWN_CARD}, as far as anybody here knows.` }
  })
})

/** The member `received` of a stream or of a JSON body. */
async function receivedIn(response: Response): Promise<unknown> {
  const [written] = /"received":\[.*?\](?=[,}])/.exec(await response.text()) ?? []
  return written === undefined ? undefined : JSON.parse(`{${written}}`).received
}

const asWritten = (own: string) =>
  `To ${tokens?.mail}: ${tokens?.card} is charged. Not ${own}, as far as anybody here knows.`

describe('what the model wrote', () => {
  it('is shown with its tokens, as the model wrote them, beside what the caller may see', async () => {
    const body = await completionOf(await stack.post('alice', asking(), SHOWN))
    // Clearance 5: both values and the model's own.
    expect(body.choices[0]?.message.content).toBe(
      `To ${MAIL}: ${CARD} is charged. Not ${OWN_CARD}, as far as anybody here knows.`,
    )
    expect(body.service_metadata.received).toEqual([{ part: 0, path: '/content', text: asWritten(OWN_CARD) }])
    expect(tokens?.card).toMatch(/^credit_card_/)
  })

  it('has no value in it that the answer has not: what is masked for the caller is masked here', async () => {
    // Clearance 3: the mail address, no card.
    const body = await completionOf(await stack.post('bob', asking(), SHOWN))
    expect(body.choices[0]?.message.content).toContain(`To ${MAIL}: credit_card_`)
    expect(JSON.stringify(body)).not.toContain(OWN_CARD)
    expect(JSON.stringify(body)).not.toContain(CARD)
    expect(body.service_metadata.received).toEqual([{ part: 0, path: '/content', text: asWritten('CREDIT_CARD') }])
  })

  it.each([
    ['/v1/chat/completions', (more: object) => asking(more)],
    ['/v1/messages', (more: object) => asking({ max_tokens: 100, ...more })],
    ['/v1/responses', (more: object) => ({ model: 'stub-model', input: asking().messages[0]?.content, ...more })],
  ])('is shown in streams as in JSON: %s', async (path, requestOf) => {
    for (const stream of [false, true]) {
      const received = await receivedIn(await stack.request('bob', path, requestOf({ stream }), SHOWN))
      const texts = serviceMetadataSchema.shape.received.parse(received)
      expect(texts?.map(({ text }) => text)).toEqual([asWritten('CREDIT_CARD')])
    }
  })

  it('is that of the own request, also where the answer comes from the cache', async () => {
    const request = asking()
    stack.stub.respondWith(({ rawBody }) => `To ${tokenIn(rawBody, 'EMAIL_ADDRESS')}, or call.`)
    const first = await completionOf(await stack.post('alice', request))
    expect(first.service_metadata).not.toHaveProperty('received')
    const second = await completionOf(await stack.post('alice', request, SHOWN))
    expect(second.service_metadata.cache_hit).toBe(true)
    expect(second.service_metadata.received?.[0]?.text).toMatch(/^To EMAIL_ADDRESS_[0-9A-Z_]+, or call\.$/)
    const third = await completionOf(await stack.post('alice', request))
    expect(third.service_metadata.cache_hit).toBe(true)
    expect(third.service_metadata).not.toHaveProperty('received')
  })

  it('is shown as far as there is room, never a part of a text', async () => {
    const long = 'word '.repeat(8_000)
    stack.stub.respondWith({ choices: [{ text: 'short' }, { text: long }, { text: long }, { text: 'last' }] })
    const body = await completionOf(await stack.post('bob', asking({ n: 4 }), SHOWN))
    expect(body.choices).toHaveLength(4)
    expect(body.service_metadata.received?.map(({ part, text }) => [part, text.length])).toEqual([
      [0, 5],
      [1, long.length],
    ])
  })

  it('is shown by no gateway that does not permit it', async () => {
    const silent = await stack.another({ SHOW_SENT: 'false' })
    const response = await fetch(`${silent.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        ...SHOWN,
        'content-type': 'application/json',
        authorization: `Bearer ${await stack.tokenFor('alice')}`,
      },
      body: JSON.stringify(asking()),
    })
    expect((await completionOf(response)).service_metadata).not.toHaveProperty('received')
  })
})
