import { type ChatMessage, type CompletionChunk, detectionSchema, responsesRequestSchema } from '@sluice/contracts'
import { dayShiftOf } from '@sluice/token-vault'
import { createMemoryStateMap } from '@sluice/token-vault/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect } from '../answer/index.ts'
import { HeldBody } from '../body-work.ts'
import { shiftDate } from '../dates/index.ts'
import { DeliveredTextMemory } from '../delivered/index.ts'
import type { Facts } from '../facts.ts'
import type { ExchangeRuntime } from '../layer.ts'
import { compileCodenames } from '../ports/codename-registry.ts'
import type { LocalRequest } from '../request/index.ts'
import { SentTextMemory } from '../sent/index.ts'
import { sessionScopeOf } from '../session-scope.ts'
import { chat, guardedBy, oneByOne } from '../testing/answers-for-tests.ts'
import {
  type ExchangeChanges,
  exchangeForTests,
  keyRingForTests,
  policyForTests,
  sessionForTests,
} from '../testing/exchange-for-tests.ts'
import { createSensitivityLayer, RULES } from './l2-sensitivity/index.ts'
import { createTokenizeLayer } from './l3-tokenize/index.ts'
import { createRehydrateLayer } from './l4-rehydrate/index.ts'

const unreadableLevels = { image: 7, audio: 7, file: 7, readFile: 7 } as const
const terms = { version: '1', index: compileCodenames([]) }
const SHIFT = { replace: 'shift' } as const
const shifting = detectionSchema.parse({ default: { DATE_TIME: SHIFT, DATE_OF_BIRTH: SHIFT } })

function chunkOf(delta: CompletionChunk['choices'][number]['delta'], reason: 'stop' | null = null): CompletionChunk {
  const head = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' } as const
  return { ...head, choices: [{ index: 0, delta, finish_reason: reason }] }
}

/** A gateway with the layers that find, replace and restore. */
function openGateway(detection = shifting) {
  const shared = { stateMap: createMemoryStateMap(), keyRing: keyRingForTests, delivered: new DeliveredTextMemory() }
  const find = createSensitivityLayer({
    codenames: { current: () => terms },
    ...{ unreadableLevels, detection, recognizers: RULES, timeoutMs: 10_000 },
  })
  const mask = createTokenizeLayer({
    ...shared,
    sent: new SentTextMemory(),
    unreadableLevels,
    writeTimeoutMs: 1_000,
    timeoutMs: 10_000,
  })
  const rehydrate = createRehydrateLayer({
    ...shared,
    ...{ shiftsDates: () => true, maxRestoredChars: 1_000_000, timeoutMs: 10_000 },
  })

  /** The messages as the model gets them, and what L3 knows of them. */
  async function send(messages: ChatMessage[], changes: ExchangeChanges = {}) {
    const request = chat({ model: 'm', messages })
    const { findings = [] } = await find.decide(request, exchangeForTests({ ...changes, request }))
    const decision = await mask.decide(request, exchangeForTests({ ...changes, findings }))
    const facts: Facts = { ...decision.facts }
    if (decision.type !== 'transform') return { messages, facts, violations: [], residual: undefined }
    await decision.pendingWrite
    const sent = decision.request
    if (sent.kind !== 'chat' || sent.remote !== undefined) throw new Error('It is a chat.')
    const again = await find.lookAgain(sent, exchangeForTests({ ...changes, request, facts }))
    return {
      messages: sent.body.messages,
      facts,
      violations: decision.violations ?? [],
      residual: again.facts?.residual,
    }
  }

  /** What the caller gets of an answer that comes in such pieces. */
  async function deliver(pieces: readonly string[], changes: ExchangeChanges & Pick<ExchangeRuntime, 'approval'>) {
    const { approval, ...others } = changes
    const plain = exchangeForTests(others)
    const exchange = approval === undefined ? plain : { ...plain, runtime: { ...plain.runtime, approval } }
    const guard = rehydrate.openGuard(exchange)
    if (guard === undefined) return { text: pieces.join(''), violations: [] }
    const passed: CompletionChunk[] = []
    for (const content of pieces) passed.push(...(await guard.take([chunkOf({ content })])))
    passed.push(...(await guard.take([chunkOf({}, 'stop')])), ...(await guard.end()))
    const text = passed.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
    return { text, violations: guard.violations?.() ?? [] }
  }

  return { ...shared, send, deliver, rehydrate, find, mask }
}

const DAYS = dayShiftOf(keyRingForTests.mappingKeys(sessionScopeOf(exchangeForTests().origin)).tokenKey)
const later = (date: string) => shiftDate(date, DAYS) ?? 'none'
const user = (content: string): ChatMessage => ({ role: 'user', content })
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content })
const contentOf = (messages: readonly ChatMessage[], at = 0) => String(messages[at]?.content)

const cutAt = (text: string, cuts: readonly number[]) => {
  const bounds = [0, ...cuts.map((at) => at % (text.length + 1)).sort((a, b) => a - b), text.length]
  return bounds.slice(1).map((end, at) => text.slice(bounds[at], end))
}

const ANNA = 'anna@example.com comes '

describe('dates that are shifted', () => {
  it('leave in their own form, with their day of the week and their time', async () => {
    const { messages, violations } = await openGateway().send([
      user(`${ANNA} on Saturday, 4 July 2026 at 10:00, and leaves on 2026-07-14. Born 24.12.1986.`),
    ])
    const mail = contentOf(messages).match(/EMAIL_ADDRESS_\w{10}/)?.[0]
    expect(contentOf(messages)).toBe(
      `${mail} comes  on Saturday, ${later('4 July 2026')} at 10:00, and leaves on ${later('2026-07-14')}. ` +
        `Born ${later('24.12.1986')}.`,
    )
    expect(violations.map(({ message }) => message)).toEqual([
      '1 value of type EMAIL_ADDRESS was replaced.',
      '2 values of type DATE_TIME were replaced.',
      '1 value of type DATE_OF_BIRTH was replaced.',
    ])
  })

  it('get a token where their day is not certain', async () => {
    const { messages } = await openGateway().send([user(`${ANNA}on 04/07/2026, 07/2026, or 29.02.1900 at 10:00`)])
    expect(contentOf(messages).replaceAll(/_[0-9A-Z]{10}/g, '')).toBe(
      'EMAIL_ADDRESS comes on DATE_TIME, DATE_TIME, or DATE_TIME',
    )
  })

  it('have the order of day and month that another date of their text shows, as long as that still shows it', async () => {
    const { send, deliver } = openGateway()
    // One of two days a fortnight apart shows its order in any session.
    for (const day of ['16', '17', '18', '19', '20']) {
      const shown = `${day}/07/2026`
      const { messages, facts } = await send([user(`${ANNA}from ${shown} to 04/08/2026`), user('And on 05/08/2026?')])
      const moved = shiftDate('04/08/2026', DAYS, 'day') ?? ''
      if (later(shown) === 'none') {
        expect(contentOf(messages)).toMatch(/ from DATE_TIME_\w{10} to DATE_TIME_\w{10}$/)
      } else {
        expect(contentOf(messages)).toMatch(new RegExp(` from ${later(shown)} to ${moved}$`))
        const { text } = await deliver([`until ${moved}`], { facts })
        expect(text).toBe('until 04/08/2026')
        const again = await send([user(`${ANNA}from ${shown} to 04/08/2026`), assistant(text)])
        expect(contentOf(again.messages, 1)).toBe(`until ${moved}`)
      }
      expect(contentOf(messages, 1)).toMatch(/^And on DATE_TIME_\w{10}\?$/)
    }
    const mixed = await send([user(`${ANNA}on 20/07/2026, 07/20/2026 and 04/08/2026`)])
    expect(contentOf(mixed.messages)).toMatch(/ and DATE_TIME_\w{10}$/)
  })

  it('are shifted wherever they stand, and never within another date', async () => {
    const { messages } = await openGateway().send([
      user('Free on 4 July and on 4 July 2027?'),
      assistant('Yes.'),
      user(`${ANNA}on 4 July`),
    ])
    expect(contentOf(messages)).toBe(`Free on ${later('4 July')} and on 4 July 2027?`)
  })

  it('get a token where the request has the other date as it is', async () => {
    const { messages } = await openGateway().send([
      user(`Fair on ${later('4 July 2026')}: `),
      assistant('Yes.'),
      user(`${ANNA}on 4 July 2026`),
    ])
    expect(contentOf(messages, 0)).toBe(`Fair on ${later('4 July 2026')}: `)
    expect(contentOf(messages, 2)).toMatch(/ on DATE_TIME_\w{10}$/)
  })

  it('are no residual', async () => {
    const detection = detectionSchema.parse({ default: { DATE_TIME: { ...SHIFT, find: 'always' } } })
    const { residual, messages } = await openGateway(detection).send([
      user('From 4 July 2026 to 14 July 2026, in 2027'),
    ])
    expect(contentOf(messages)).toBe(`From ${later('4 July 2026')} to ${later('14 July 2026')}, in 2027`)
    expect(residual).toEqual({})
  })

  it('stay in their session', async () => {
    const { send, deliver } = openGateway()
    const [one, other] = await Promise.all(
      [7, 11].map((id) => send([user(`${ANNA}on 4 July 2026`)], { session: sessionForTests(id) })),
    )
    expect(contentOf(one?.messages ?? [])).not.toBe(contentOf(other?.messages ?? []))
    const date = later('4 July 2026')
    const facts = other?.facts ?? {}
    expect((await deliver([`on ${date}`], { facts, session: sessionForTests(11) })).text).toBe(`on ${date}`)
  })
})

const ASKED = [user(`${ANNA}on 4 July 2026 and leaves on 14 July 2026; card of 2026-07-04, born 24 December.`)]
const SAID = ['4 July 2026', '14 July 2026', '2026-07-04', '24 December'] as const
const DERIVED = ['1 January 2031', '2031-01-02', '3 January 2031 at 10:00', '09.01.2031', 'January 5, 2031'] as const

describe('the way back', () => {
  it('restores a date that the answer repeats exactly, and flags any other', async () => {
    const { send, deliver } = openGateway()
    const { facts } = await send(ASKED)
    const [first, last, iso, noYear] = SAID.map(later)
    const { text, violations } = await deliver(
      [`**${first}** to ${last} (${iso}T10:00), ${noYear}; ${noYear} 2027, x${iso}, 1${last}. ${DERIVED[0]}`],
      { facts },
    )
    expect(text).toBe(
      `**4 July 2026** to 14 July 2026 (2026-07-04T10:00), 24 December; ${noYear} 2027, x${iso}, 1${last}. ${DERIVED[0]}`,
    )
    expect(violations).toMatchObject([{ policy_id: 'derived-date', layer: 'L4', action: 'observed' }])
    expect(violations[0]?.message).toContain(': 3.')
  })

  it('leaves dates alone where none was shifted', async () => {
    const { send, deliver } = openGateway()
    const { facts } = await send([user('Hello')])
    expect(await deliver([DERIVED.join(', ')], { facts })).toEqual({ text: DERIVED.join(', '), violations: [] })
  })

  it('leaves a date shifted for who may not see it, and says so', async () => {
    const { send, deliver } = openGateway()
    const { facts } = await send(ASKED)
    const policy = policyForTests(({ action }) => (action === 'reveal-entity' ? 'forbid' : 'permit'))
    const { text, violations } = await deliver([`on ${later(SAID[0])}`], { facts, policy })
    expect(text).toBe(`on ${later(SAID[0])}`)
    expect(violations).toMatchObject([{ policy_id: 'shifted-date' }])
  })

  it('goes for refusals, and for arguments of tools', async () => {
    const { send, rehydrate } = openGateway()
    const { facts } = await send(ASKED)
    const date = later(SAID[0])
    const calls = [{ index: 0, function: { name: 'book', arguments: JSON.stringify({ on: date, till: DERIVED[0] }) } }]
    const chunks = [chunkOf({ refusal: `not on ${date}` }), chunkOf({ tool_calls: calls }), chunkOf({}, 'stop')]
    const { choices } = await collect(guardedBy(rehydrate, oneByOne(...chunks), exchangeForTests({ facts })))
    expect(choices[0]?.message).toMatchObject({
      refusal: 'not on 4 July 2026',
      tool_calls: [{ function: { arguments: `{"on":"4 July 2026","till":"${DERIVED[0]}"}` } }],
    })
  })

  it('finds what an earlier request has shifted in the mapping', async () => {
    const { send, deliver } = openGateway()
    const { facts } = await send(ASKED)
    const shifted = [...(facts.shifted ?? [])]
    expect(JSON.stringify(shifted)).not.toContain('4 July 2026')
    expect((await deliver([`on ${later(SAID[0])}`], { shifted })).text).toBe('on 4 July 2026')
  })

  it('keeps the answer to an approved request with tokens, which come back to its caller', async () => {
    const { send, deliver } = openGateway()
    const { facts } = await send(ASKED)
    const approval = { id: 'a', begin: async () => undefined }
    const answer = [`on ${later(SAID[0]).slice(0, 5)}`, `${later(SAID[0]).slice(5)}, not ${DERIVED[0]}`]
    const kept = await deliver(answer, { facts, approval })
    expect(kept.text).toMatch(/^on DATE_TIME_\w{10}, not 1 January 2031$/)
    expect(kept.violations).toMatchObject([{ policy_id: 'derived-date' }])
    expect((await deliver([kept.text], {})).text).toBe(`on 4 July 2026, not ${DERIVED[0]}`)
    // The model wrote no token.
    const { messages } = await send([...ASKED, assistant(`on 4 July 2026, not ${DERIVED[0]}`)])
    expect(contentOf(messages, 1)).toBe(answer.join(''))
  })
})

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SAID.map(later)) },
  { weight: 2, arbitrary: fc.constantFrom(...DERIVED, ...SAID) },
  fc.constantFrom(
    ...[
      ' ',
      ', ',
      '. ',
      '\n',
      '-',
      '/',
      '.',
      ' at 10:00',
      ' 2027',
      ', 2027',
      ' de ',
      'th',
      'T10:00',
      'T',
      '1',
      '2',
      "'86",
    ],
  ),
  fc.constantFrom(
    ...['January', 'May', ' she', 'PERSON_7H3K9Q2M5T', '12', ' of ', '**', '"', '{"a":"', '🙂', '2026', 'x', '_'],
  ),
)
const answer = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))

describe('an answer with dates', () => {
  it('is restored the same at any cuts', async () => {
    const { send, deliver } = openGateway()
    const { facts } = await send(ASKED)
    await fc.assert(
      fc.asyncProperty(answer, fc.array(fc.nat(), { maxLength: 12 }), async (text, cuts) => {
        expect(await deliver(cutAt(text, cuts), { facts })).toEqual(await deliver([text], { facts }))
      }),
      { numRuns: 1_000 },
    )
  }, 60_000)

  it('goes back as the model wrote it', async () => {
    const { send, deliver } = openGateway()
    const { facts } = await send(ASKED)
    const between = fc.constantFrom(
      ', ',
      '. ',
      ' (',
      '\n- ',
      ' and ',
      '; ',
      ' at 10:00, ',
      ' ** ',
      ' in 2031, ',
      ' 🙂 ',
      '"',
    )
    const dates = fc.constantFrom(...SAID.map(later), ...DERIVED)
    const safe = fc
      .array(fc.tuple(dates, between), { minLength: 1, maxLength: 8 })
      .map((parts) => `Say ${parts.map(([date, sign]) => date + sign).join('')}`)
    await fc.assert(
      fc.asyncProperty(safe, fc.array(fc.nat(), { maxLength: 12 }), async (written, cuts) => {
        const { text } = await deliver(cutAt(written, cuts), { facts })
        const { messages } = await send([...ASKED, assistant(text), user('And then?')])
        expect(contentOf(messages, 1)).toBe(written)
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  it('holds back only what may be the beginning of a shifted date', async () => {
    const { send, rehydrate } = openGateway()
    const { facts } = await send(ASKED)
    const guard = rehydrate.openGuard(exchangeForTests({ facts }))
    const said = async (content: string) => {
      const items = (await guard?.take([chunkOf({ content })])) ?? []
      return items.map(({ choices }) => choices[0]?.delta.content).join('')
    }
    expect(await said('In 2031, on 30 January ')).toBe('In 2031, on 30 January ')
    const [date] = SAID.map(later)
    expect(await said(`and ${date?.slice(0, 4)}`)).toBe('and ')
    expect(await said(`${date?.slice(4)}`)).toBe('')
    expect(await said(' she')).toBe('4 July 2026 she')
  })
})

describe('what is no text for a model', () => {
  it('gets the name of the type, or what is general enough, where it is embedded', async () => {
    const input = `${ANNA}on 4 July 2026`
    const embedded = async (detection: typeof shifting) => {
      const { find, mask } = openGateway(detection)
      const request: LocalRequest = { kind: 'embeddings', body: { model: 'm', input: [input] } }
      const { findings = [] } = await find.decide(request, exchangeForTests({ request }))
      const decision = await mask.decide(request, exchangeForTests({ request, findings }))
      return decision.type === 'transform' ? JSON.stringify(decision.request.body) : ''
    }
    expect(await embedded(shifting)).toContain('EMAIL_ADDRESS comes on DATE_TIME')
    const general = detectionSchema.parse({ default: { DATE_TIME: { replace: 'generalize' } } })
    expect(await embedded(general)).toContain('EMAIL_ADDRESS comes on July 2026')
  })

  it('gets tokens for dates that would be shifted', async () => {
    const { find, mask } = openGateway()
    const body = {
      model: 'm',
      method: 'tools/call' as const,
      params: { name: 'book', arguments: { note: `${ANNA}4 July 2026` } },
    }
    const request: LocalRequest = { kind: 'tool-call', body }
    const { findings = [] } = await find.decide(request, exchangeForTests({ request }))
    const decision = await mask.decide(request, exchangeForTests({ request, findings }))
    expect(JSON.stringify(decision.type === 'transform' ? decision.request : '')).toMatch(/comes DATE_TIME_\w{10}/)
    expect(decision.facts?.shifted?.size).toBe(0)
  })
})

describe('a request that continues a response', () => {
  it('keeps the dates that the model was sent before, and restores them', async () => {
    const { find, mask, stateMap, deliver, send } = openGateway()
    const { facts } = await send(ASKED)
    const tile = { level: 3, categories: { PII: 1, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 } } as const
    const history = {
      tile: { ...tile, reidentificationRisk: 0.5, flags: [], digest: '' },
      names: { item_a: 3, item_b: -1 },
      count: 2,
    }
    const shifted = [...(facts.shifted ?? [])]
    const [first, last] = SAID.map(later)
    const before = [`She comes on ${first}`, `Until ${last}, or ${DERIVED[0]}`]
    const input = [...before, 'Or 4 July 2026, or 1 August 2026?', `On ${DERIVED[1]}`]
    const items = input.map((content, at) => ({ role: at === 1 || at === 3 ? 'assistant' : 'user', content }))
    const request = { kind: 'responses', body: responsesRequestSchema.parse({ model: 'm', input: items }) } as const
    const { findings = [] } = await find.decide(request, exchangeForTests({ request, history }))
    const decision = await mask.decide(request, exchangeForTests({ request, history, shifted, findings }))
    if (decision.type !== 'transform' || decision.request.kind !== 'responses' || decision.request.remote)
      throw new Error(decision.type)
    await decision.pendingWrite
    const sent = decision.request.body.input
    expect(Array.isArray(sent) ? sent.map(({ content }) => content) : []).toEqual([
      ...before,
      `Or ${first}, or ${later('1 August 2026')}?`,
      input[3],
    ])
    const answer = [`${last}, ${later('1 August 2026')}, ${first}`]
    const { text } = await deliver(answer, { request, shifted, facts: { ...decision.facts } })
    expect(text).toBe('14 July 2026, 1 August 2026, 4 July 2026')
    expect(await stateMap.read(sessionScopeOf(exchangeForTests().origin), [shifted[0]?.[1] ?? ''])).toHaveProperty(
      'size',
      1,
    )
  })
})

describe('what is generalized', () => {
  const GENERALIZE = { replace: 'generalize', find: 'always', minScore: 0.5 } as const
  const types = ['DATE_TIME', 'DATE_OF_BIRTH', 'AGE', 'ZIP_CODE', 'AMOUNT'] as const
  const detection = detectionSchema.parse({ default: Object.fromEntries(types.map((type) => [type, GENERALIZE])) })
  const text =
    'Seen on 4 July 2026, born 4 May 1976, aged 42, her mother aged 93. ZIP: 12345. She earns $5,432.10, and 4 July is free.'

  it('goes on less exact, is counted, and does not come back', async () => {
    const { send, deliver } = openGateway(detection)
    const { messages, facts, violations, residual } = await send([user(text)])
    const said = contentOf(messages)
    expect(said.replace(/_[0-9A-Z]{10}/, '')).toBe(
      'Seen on July 2026, born 1976, aged 40s, her mother aged 90+. ZIP: 123xx. She earns about $5,000, and DATE_TIME is free.',
    )
    expect(violations.map(({ policy_id, message }) => [policy_id, message.slice(0, 1)])).toEqual([
      ['mask-date-time', '2'],
      ['mask-date-of-birth', '1'],
      ['mask-age', '2'],
      ['mask-zip-code', '1'],
      ['mask-amount', '1'],
    ])
    expect([...(facts.restorations?.values() ?? [])].map(({ value }) => value)).toEqual(['4 July'])
    expect(residual).toEqual({})
    expect((await deliver(['July 2026, 1976, 40s, 90+, 123xx, about $5,000'], { facts })).text).toBe(
      'July 2026, 1976, 40s, 90+, 123xx, about $5,000',
    )
    // What was generalized is general enough.
    const again = await send([user(said)])
    expect(contentOf(again.messages)).toBe(said)
  })
})

it('is the same for a body that another thread holds', async () => {
  const exchange = exchangeForTests()
  const body = new HeldBody(chat({ model: 'm', messages: ASKED }), exchange.scope)
  await body.L2({
    ...{ tenant: 'acme', codenames: terms, unreadableLevels, detection: shifting, residualAction: 'deny' as const },
    ...{ continuesPersonal: false, session: 's', readsTraits: false },
  })
  const keys = keyRingForTests.mappingKeys(sessionScopeOf(exchange.origin))
  const { masked, shifted, sealed } = await body.L3({ ...keys, changes: { sentItems: { count: 0, others: [] } } })
  expect(new TextDecoder().decode(masked)).toContain(later('4 July 2026'))
  expect(shifted.map(([date]) => date).toSorted()).toEqual(SAID.map(later).toSorted())
  expect(shifted.every(([, name]) => sealed.some(([token]) => token === name))).toBe(true)
  // An approver is shown no date that is wrong.
  expect(new TextDecoder().decode((await body.L3(keys)).masked)).not.toContain(later('4 July 2026'))
})
