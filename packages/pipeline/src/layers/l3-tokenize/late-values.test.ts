import type { ChatMessage, EarlierTexts, EntityFinding } from '@sluice/contracts'
import { createMemoryStateMap } from '@sluice/token-vault/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeliveredTextMemory } from '../../delivered/index.ts'
import { positionsOf } from '../../request/index.ts'
import { SentTextMemory } from '../../sent/index.ts'
import { chat } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests, sessionForTests } from '../../testing/exchange-for-tests.ts'
import { createTokenizeLayer } from './tokenize-layer.ts'

const [OWN, OTHER] = [{ name: 'own' }, { name: 'other' }]
const NAME = 'Thornwick'

interface Turn {
  readonly texts: readonly string[]
  /** The texts in which L2 finds the name. */
  readonly found?: readonly number[]
  readonly endpoint?: object
  readonly session?: number
  /** What it finds there. */
  readonly name?: string
  /** Whether the endpoint has got the request. */
  readonly isAnswered?: boolean
}

/** A gateway that sends turns, and gives what each endpoint got: each text with `#` for a token. */
function gateway(earlierTexts: EarlierTexts = 'as-sent') {
  const sent = new SentTextMemory()
  const layer = createTokenizeLayer({
    ...{ stateMap: createMemoryStateMap(), keyRing: keyRingForTests, delivered: new DeliveredTextMemory() },
    ...{ sent, earlierTexts, unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 } },
    ...{ writeTimeoutMs: 1_000, timeoutMs: 1_000 },
  } as const)
  return async ({ texts, found = [], name = NAME, endpoint = OWN, session = 7, isAnswered = true }: Turn) => {
    const request = chat({ model: 'm', messages: texts.map((content): ChatMessage => ({ role: 'user', content })) })
    const paths = positionsOf(request).map(({ path }) => path)
    const findings = found.map((at): EntityFinding => {
      const value = texts[at]?.includes(name) === true ? name : NAME
      const start = texts[at]?.indexOf(value) ?? -1
      const place = { position: paths[at] ?? '', start, end: start + value.length }
      return { kind: 'entity', entity: 'PERSON', level: 2, ...place, confidence: 1, recognizer: 'test' }
    })
    const exchange = exchangeForTests({ request, findings, session: sessionForTests(session) })
    const decision = await layer.decide(request, exchange)
    const masked = decision.type === 'transform' ? decision.request : request
    const before = decision.facts?.sentBefore
    const asBefore = before?.asBefore(endpoint, masked)
    if (isAnswered) before?.wentTo(endpoint, asBefore)
    const leaving = asBefore?.request ?? masked
    if (leaving.kind !== 'chat' || leaving.remote !== undefined) throw new Error(leaving.kind)
    const written = leaving.body.messages.map(({ content }) => String(content).replace(/PERSON_\w+/g, '#'))
    return { written, values: asBefore?.values, isMasked: asBefore?.isMasked }
  }
}

const [ASKED, LEARNED, THEN] = [`Who is ${NAME}?`, `Mr ${NAME} is my neighbour.`, `Is ${NAME} nice?`]

describe('a value that is found in a later turn', () => {
  it('stands in what went to the endpoint before as it stood then, and has its token in everything else', async () => {
    const send = gateway()
    expect((await send({ texts: [ASKED] })).written).toEqual([ASKED])
    const second = await send({ texts: [ASKED, LEARNED], found: [1] })
    expect(second).toEqual({ written: [ASKED, 'Mr # is my neighbour.'], values: 1, isMasked: false })
    const third = await send({ texts: [ASKED, LEARNED, THEN], found: [1] })
    expect(third.written).toEqual([ASKED, 'Mr # is my neighbour.', 'Is # nice?'])
  })

  it('has its token everywhere at another endpoint, also at one of the same name', async () => {
    const send = gateway()
    await send({ texts: [ASKED] })
    for (const endpoint of [OTHER, { ...OWN }]) {
      const { written, values } = await send({ texts: [ASKED, LEARNED], found: [1], endpoint })
      expect([written, values]).toEqual([['Who is #?', 'Mr # is my neighbour.'], undefined])
    }
  })

  it('has its token in another session', async () => {
    const send = gateway()
    await send({ texts: [ASKED] })
    await send({ texts: ['Hello'], session: 8 })
    expect((await send({ texts: [ASKED, LEARNED], found: [1], session: 8 })).written[0]).toBe('Who is #?')
  })

  it('has its token in a text that was not sent, though it was looked at', async () => {
    const send = gateway()
    await send({ texts: [ASKED], endpoint: OTHER })
    expect((await send({ texts: [ASKED, LEARNED], found: [1] })).written[0]).toBe('Who is #?')
  })

  it('stays replaced where the text in which it was found is dropped', async () => {
    const send = gateway()
    await send({ texts: ['Hello'] })
    await send({ texts: ['Hello', LEARNED, ASKED], found: [1] })
    expect((await send({ texts: [ASKED, `It is ${NAME}.`], found: [1] })).written).toEqual(['Who is #?', 'It is #.'])
  })

  it('keeps a shorter value in it replaced that was known before', async () => {
    const send = gateway()
    const text = `Who is Quorl ${NAME}?`
    expect((await send({ texts: [text, LEARNED], found: [1] })).written[0]).toBe('Who is Quorl #?')
    const whole = `Mr Quorl ${NAME} called.`
    const later = await send({ texts: [text, LEARNED, whole], found: [1, 2], name: `Quorl ${NAME}` })
    expect(later.written).toEqual(['Who is Quorl #?', 'Mr # is my neighbour.', 'Mr # called.'])
    expect((await send({ texts: [text, whole], found: [1], name: `Quorl ${NAME}` })).written[0]).toBe('Who is #?')
  })

  it('has its token where a longer value covered it then', async () => {
    const send = gateway()
    const text = `Who is Quorl ${NAME}?`
    const whole = `Mr Quorl ${NAME} called.`
    expect((await send({ texts: [text, whole], found: [1], name: `Quorl ${NAME}` })).written[0]).toBe('Who is #?')
    expect((await send({ texts: [text, LEARNED], found: [1] })).written[0]).toBe('Who is Quorl #?')
  })

  it('has its token where the endpoint did not get the text', async () => {
    const send = gateway()
    await send({ texts: [ASKED], isAnswered: false })
    expect((await send({ texts: [ASKED, LEARNED], found: [1] })).written[0]).toBe('Who is #?')
  })

  it('gets its token with the setting for that, which is counted once', async () => {
    const send = gateway('mask')
    await send({ texts: [ASKED] })
    const second = await send({ texts: [ASKED, LEARNED], found: [1] })
    expect(second).toEqual({ written: ['Who is #?', 'Mr # is my neighbour.'], values: 1, isMasked: true })
    expect((await send({ texts: [ASKED, LEARNED, THEN], found: [1] })).values).toBeUndefined()
  })
})

/** Texts of a conversation, some with the name, and in which of them L2 finds it. */
const conversation = fc.array(fc.record({ isNamed: fc.boolean(), isFound: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
})

it('any conversation that grows goes to an endpoint with the bytes that it had', async () => {
  await fc.assert(
    fc.asyncProperty(
      conversation,
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      async (messages, elsewhere) => {
        const send = gateway()
        const texts = messages.map(({ isNamed }, at) => (isNamed ? `${at}: ${NAME} came.` : `${at}: Nobody came.`))
        const found = messages.flatMap(({ isNamed, isFound }, at) => (isNamed && isFound ? [at] : []))
        const got = new Map<object, readonly string[]>()
        const seen = new Map<object, Set<string>>([OWN, OTHER].map((endpoint) => [endpoint, new Set()]))
        for (let turn = 1; turn <= texts.length; turn += 1) {
          const endpoint = elsewhere[turn - 1] === true ? OTHER : OWN
          const here = found.filter((at) => at < turn)
          const { written } = await send({ texts: texts.slice(0, turn), found: here, endpoint })
          const before = got.get(endpoint) ?? []
          expect(written.slice(0, before.length)).toEqual(before)
          // In the clear stands the name only in what the endpoint has seen so, or before it was found at all.
          const clear = written.filter((text) => text.includes(NAME))
          if (here.length > 0) for (const text of clear) expect(seen.get(endpoint)).toContain(text)
          for (const text of clear) seen.get(endpoint)?.add(text)
          got.set(endpoint, written)
        }
      },
    ),
    { numRuns: 300 },
  )
})
