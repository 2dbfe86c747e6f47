import type { ChatMessage, CompletionChunk, EntityFinding, EntityType, Level } from '@sluice/contracts'
import { alter, alteration, createMemoryStateMap } from '@sluice/token-vault/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect } from '../answer/index.ts'
import { maskHere } from '../body-work.ts'
import { DeliveredTextMemory } from '../delivered/index.ts'
import { compileCodenames } from '../ports/codename-registry.ts'
import { SentTextMemory } from '../sent/index.ts'
import { sessionScopeOf } from '../session-scope.ts'
import { chat, guardedBy, oneByOne } from '../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests, policyForTests, sessionForTests } from '../testing/exchange-for-tests.ts'
import { createSensitivityLayer, RULES } from './l2-sensitivity/index.ts'
import { createTokenizeLayer } from './l3-tokenize/index.ts'
import { createRehydrateLayer } from './l4-rehydrate/index.ts'

const unreadableLevels = { image: 7, audio: 7, file: 7, readFile: 7 } as const
const index = compileCodenames([{ term: 'Gloaming', level: 6, replacement: 'FALCON' }])
const codenames = { current: () => ({ version: '1', index }) }
// What the model itself wrote beside the values may look like a name to the tagger, and is replaced then.
const find = createSensitivityLayer({ codenames, unreadableLevels, recognizers: RULES, timeoutMs: 10_000 })

const VALUES = ['maria.keller@example.com', '4111 1111 1111 1111', 'Gloaming', '+49 30 901820'] as const
const ASKED = `Write to ${VALUES[0]}, card ${VALUES[1]}, about Gloaming, call ${VALUES[3]}.`

type Tools = ChatMessage['tool_calls']

/** A gateway with the layers that replace and restore, for a caller of this clearance. */
function openGateway(clearance: Level = 7) {
  const shared = { stateMap: createMemoryStateMap(), keyRing: keyRingForTests, delivered: new DeliveredTextMemory() }
  const mask = createTokenizeLayer({
    ...shared,
    sent: new SentTextMemory(),
    unreadableLevels,
    writeTimeoutMs: 1_000,
    timeoutMs: 10_000,
  })
  const isMasked = (_tenant: string, entity: EntityType) => entity !== 'PHONE_NUMBER'
  const rehydrate = createRehydrateLayer({ ...shared, isMasked, maxRestoredChars: 1_000_000, timeoutMs: 10_000 })
  const policy = { ...policyForTests(), clearanceOf: () => clearance }

  /** The messages as the model gets them; without `findings` L2 looks for values. */
  async function send(messages: ChatMessage[], findings?: readonly EntityFinding[], session = sessionForTests(7)) {
    const request = chat({ model: 'm', messages })
    const found = findings ?? (await find.decide(request, exchangeForTests({ session }))).findings ?? []
    const decision = await mask.decide(request, exchangeForTests({ session, findings: found }))
    if (decision.type !== 'transform') return messages
    await decision.pendingWrite
    if (decision.request.kind !== 'chat' || decision.request.remote !== undefined) throw new Error('It is a chat.')
    return decision.request.body.messages
  }

  /** What the caller gets of an answer that comes in such pieces. */
  async function deliver(pieces: readonly string[], toolArguments?: string, session = sessionForTests(7)) {
    const head = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' } as const
    const calls = toolArguments === undefined ? [] : [{ index: 0, function: { name: 'f', arguments: toolArguments } }]
    const deltas = [...pieces.map((content) => ({ content })), ...(calls.length === 0 ? [] : [{ tool_calls: calls }])]
    const chunks: CompletionChunk[] = deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta }] }))
    const end: CompletionChunk = { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
    const exchange = exchangeForTests({ session, facts: {}, policy })
    const { choices } = await collect(guardedBy(rehydrate, oneByOne(...chunks, end), exchange))
    return { content: String(choices[0]?.message.content ?? ''), calls: choices[0]?.message.tool_calls as Tools }
  }

  return { ...shared, send, deliver }
}

const user = (content: string): ChatMessage => ({ role: 'user', content })
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content })
const contentOf = (messages: readonly ChatMessage[], at: number) => String(messages[at]?.content)

const cutAt = (text: string, cuts: readonly number[]) => {
  const bounds = [0, ...cuts.map((at) => at % (text.length + 1)).sort((a, b) => a - b), text.length]
  return bounds.slice(1).map((end, at) => text.slice(bounds[at], end))
}

/** The tokens of the values, in their order. */
async function tokensOf(gateway: ReturnType<typeof openGateway>): Promise<readonly string[]> {
  const sent = contentOf(await gateway.send([user(ASKED)]), 0)
  const tokens = sent.match(/[A-Z_]+_(?:[0-9A-Z]{4,8}_)?[0-9A-HJKMNP-TV-Z]{10}/g) ?? []
  expect(tokens).toHaveLength(VALUES.length)
  return tokens
}

describe('what is replaced comes back', () => {
  const TYPES: readonly (readonly [EntityType, Level])[] = [
    ['PERSON', 2],
    ['EMAIL_ADDRESS', 3],
    ['US_SSN', 4],
    ['CODENAME', 7],
  ]
  const plain = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      'person',
      'Codename',
      'credit card',
      'PERSON_7H3K9Q2M5T',
      'person-7h3k9q2m5t',
      '**',
      '`',
      '\\',
      '&#',
      '%',
    ),
  )
  const value = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })

  it('exactly, for any text and any values in it, at any cuts', async () => {
    const parts = fc.array(fc.tuple(plain, value, fc.constantFrom(...TYPES)), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(parts, fc.array(fc.nat(), { maxLength: 20 }), async (given, cuts) => {
        const { send, deliver } = openGateway()
        const findings: EntityFinding[] = []
        let text = ''
        for (const [before, written, [entity, level]] of given) {
          text += `${before} `
          const found = { entity, level, start: text.length, end: text.length + written.length }
          findings.push({
            kind: 'entity',
            ...found,
            position: '/messages/0/content',
            confidence: 1,
            recognizer: 'test',
          })
          text += `${written} `
        }
        const sent = contentOf(await send([user(text)], findings), 0)
        expect((await deliver(cutAt(sent, cuts))).content).toBe(text)
      }),
      { numRuns: 100 },
    )
  }, 60_000)
})

describe('what was delivered goes back as the model wrote it', () => {
  const words = fc.constantFrom(
    'Dear all, ',
    'see ',
    ' and ',
    '\n- ',
    ' (',
    '**',
    '"',
    '\\',
    ' 🙂 ',
    ', thanks. ',
    '\ud83d',
  )
  const piece = fc.oneof(words, fc.tuple(fc.nat(VALUES.length - 1), fc.option(alteration)))
  const answer = fc.array(piece, { minLength: 1, maxLength: 10 })

  const written = (
    tokens: readonly string[],
    parts: readonly (string | [number, Parameters<typeof alter>[1] | null])[],
  ) =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part
        const token = tokens[part[0]] ?? ''
        return ` ${part[1] === null ? token : alter(token, part[1])} `
      })
      .join('')

  it('byte for byte, however its tokens were altered, whether L2 finds their values again or not', async () => {
    const gateway = openGateway()
    const tokens = await tokensOf(gateway)
    await fc.assert(
      fc.asyncProperty(answer, fc.array(fc.nat(), { maxLength: 20 }), fc.boolean(), async (parts, cuts, finds) => {
        const y = written(tokens, parts)
        const { content } = await gateway.deliver(cutAt(y, cuts))
        const history = [user(ASKED), assistant(content), user('Thanks')]
        expect(contentOf(await gateway.send(history, finds ? undefined : []), 1)).toBe(y)
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  it('in the arguments of tools', async () => {
    const gateway = openGateway()
    const tokens = await tokensOf(gateway)
    await fc.assert(
      fc.asyncProperty(answer, async (parts) => {
        const y = JSON.stringify({ text: written(tokens, parts), [tokens[0] ?? '']: 1 })
        const { calls } = await gateway.deliver([''], y)
        JSON.parse(calls?.[0]?.function?.arguments ?? '')
        const sent = await gateway.send([user(ASKED), { role: 'assistant', content: null, tool_calls: calls }])
        expect(sent[1]?.tool_calls?.[0]?.function?.arguments).toBe(y)
      }),
    )
  }, 60_000)

  it('for a caller who reads types in the place of values', async () => {
    const gateway = openGateway(2)
    const tokens = await tokensOf(gateway)
    const [mail, card, codename, phone] = tokens
    const shown = await gateway.deliver([`${mail}, **${card}** or ${codename}; ${phone}`], `{"to":"${mail}"}`)
    expect(shown.content).toBe(`EMAIL_ADDRESS, **CREDIT_CARD** or CODENAME; ${phone}`)
    expect(shown.calls?.[0]?.function?.arguments).toBe('{"to":"EMAIL_ADDRESS"}')
    await fc.assert(
      fc.asyncProperty(answer, fc.array(fc.nat(), { maxLength: 20 }), async (parts, cuts) => {
        const y = written(tokens, parts)
        const { content } = await gateway.deliver(cutAt(y, cuts))
        for (const value of VALUES) expect(content).not.toContain(value)
        for (const history of [[assistant(content)], [user(ASKED), assistant(content)]]) {
          expect(contentOf(await gateway.send(history), history.length - 1)).toBe(y)
        }
      }),
      { numRuns: 100 },
    )
    expect(contentOf(await gateway.send([user('The CREDIT_CARD is mine.')]), 0)).toBe('The CREDIT_CARD is mine.')
  }, 60_000)

  it('in a body that another thread masks', async () => {
    const gateway = openGateway()
    const [mail = ''] = await tokensOf(gateway)
    const y = `To ${mail.toLowerCase()}.`
    const { content } = await gateway.deliver([y])
    expect(content).toBe(`To ${VALUES[0]}.`)
    const exchange = exchangeForTests()
    const session = sessionScopeOf(exchange.origin)
    const keys = { ...keyRingForTests.mappingKeys(session), delivered: structuredClone(gateway.delivered.of(session)) }
    const { masked } = await maskHere(chat({ model: 'm', messages: [assistant(content)] }), [], keys, exchange.scope)
    expect(JSON.parse(new TextDecoder().decode(masked)).messages[0].content).toBe(y)
  })

  it('but for a value that stands outside of those that were restored', async () => {
    const gateway = openGateway()
    const [mail = ''] = await tokensOf(gateway)
    const { content } = await gateway.deliver([`To ${mail.toLowerCase()} or bob@example.com.`])
    const sent = contentOf(await gateway.send([user(ASKED), assistant(content)]), 1)
    expect(sent).toMatch(/^To email_address_[0-9a-hjkmnp-tv-z]{10} or EMAIL_ADDRESS_[0-9A-HJKMNP-TV-Z]{10}\.$/)
  })

  it('and never to another session, or where one letter differs', async () => {
    const gateway = openGateway()
    const [mail = ''] = await tokensOf(gateway)
    const { content } = await gateway.deliver([`To ${mail.toLowerCase()}.`])
    const exact = `To ${mail}.`
    expect(contentOf(await gateway.send([assistant(`${content} `)]), 0)).toBe(`${exact} `)
    const other = contentOf(await gateway.send([assistant(content)], undefined, sessionForTests(8)), 0)
    expect(other).toMatch(/^To EMAIL_ADDRESS_[0-9A-HJKMNP-TV-Z]{10}\.$/)
    expect(other).not.toBe(exact)
  })

  it('keeps its values restorable', async () => {
    const gateway = openGateway()
    const [mail = ''] = await tokensOf(gateway)
    const { content } = await gateway.deliver([`To ${mail.toLowerCase()}.`])
    const decided = await gateway.send([assistant(content)], [])
    expect(contentOf(decided, 0)).toBe(`To ${mail.toLowerCase()}.`)
    expect((await gateway.deliver([mail])).content).toBe(VALUES[0])
  })
})
