import type { ChatMessage, EntityFinding, EntityType, Level } from '@sluice/contracts'
import { ENTITY_CLASSES, SluiceError } from '@sluice/contracts'
import { openValue, type SecureStateMap } from '@sluice/token-vault'
import { createMemoryStateMap } from '@sluice/token-vault/testing'
import { describe, expect, it, vi } from 'vitest'
import { DeliveredTextMemory } from '../../delivered/index.ts'
import type { RewriterDecision } from '../../layer.ts'
import { type LocalRequest, positionsOf } from '../../request/index.ts'
import { runRequestLayer } from '../../run/run-request-layer.ts'
import { SentTextMemory } from '../../sent/index.ts'
import { sessionScopeOf } from '../../session-scope.ts'
import { chat } from '../../testing/answers-for-tests.ts'
import {
  type ExchangeChanges,
  exchangeForTests,
  keyRingForTests,
  sessionForTests,
} from '../../testing/exchange-for-tests.ts'
import { createTokenizeLayer } from './tokenize-layer.ts'

const scope = sessionScopeOf(exchangeForTests().origin)

/** Findings for the first position that holds each text, as L2 would report them. */
function find(request: LocalRequest, ...values: readonly (readonly [EntityType, string, Level?])[]): EntityFinding[] {
  return values.map(([entity, value, level = ENTITY_CLASSES[entity].level]) => {
    const position = positionsOf(request).find(({ text }) => text.includes(value))
    if (position === undefined) throw new Error(`No position holds ${value}`)
    const start = position.text.indexOf(value)
    return finding(entity, level, position.path, start, start + value.length)
  })
}

function finding(entity: EntityType, level: Level, position: string, start: number, end: number): EntityFinding {
  return { kind: 'entity', entity, level, position, start, end, confidence: 1, recognizer: 'test' }
}

const user = (content: string): ChatMessage => ({ role: 'user', content })

function setUp(stateMap: SecureStateMap = createMemoryStateMap(), timeoutMs = 1_000) {
  return createTokenizeLayer({
    unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 },
    stateMap,
    keyRing: keyRingForTests,
    delivered: new DeliveredTextMemory(),
    sent: new SentTextMemory(),
    writeTimeoutMs: 1_000,
    timeoutMs,
  })
}

async function tokenize(
  request: LocalRequest & { kind: 'chat' },
  findings: readonly EntityFinding[],
  changes: ExchangeChanges = {},
) {
  const stateMap = createMemoryStateMap()
  const decision = await setUp(stateMap).decide(request, exchangeForTests({ findings, ...changes }))
  if (decision.type !== 'transform' || decision.request.kind !== 'chat' || decision.request.remote)
    throw new Error(decision.type)
  const { body } = decision.request
  return { ...decision, body, text: JSON.stringify(body), restorations: decision.facts?.restorations, stateMap }
}

function pendingWriteOf(decision: RewriterDecision<'L3'>): Promise<void> | undefined {
  return decision.type === 'transform' ? decision.pendingWrite : undefined
}

describe('L3', () => {
  it('allows a request without findings, and asks the store for nothing', async () => {
    const stateMap = { write: vi.fn(), read: vi.fn() }
    const request = chat({ model: 'm', messages: [user('hello')] })
    const decision = await setUp(stateMap).decide(request, exchangeForTests())
    expect([decision.type, Object.keys(decision.facts ?? {})]).toEqual(['allow', ['sentBefore']])
    expect(stateMap.write).not.toHaveBeenCalled()
  })

  it('replaces values, reports them by type and keeps them for the way back', async () => {
    const request = chat({
      model: 'm',
      messages: [user('I am alice@example.com, card 4111111111111111'), user('or bob@example.com')],
    })
    const result = await tokenize(
      request,
      find(
        request,
        ['EMAIL_ADDRESS', 'alice@example.com'],
        ['CREDIT_CARD', '4111111111111111'],
        ['EMAIL_ADDRESS', 'bob@example.com'],
      ),
    )
    expect(result.body.messages[0]?.content).toMatch(/^I am EMAIL_ADDRESS_\w{10}, card CREDIT_CARD_\w{10}$/)
    expect([...(result.restorations?.values() ?? [])]).toEqual([
      { entity: 'EMAIL_ADDRESS', level: 3, value: 'alice@example.com' },
      { entity: 'CREDIT_CARD', level: 5, value: '4111111111111111' },
      { entity: 'EMAIL_ADDRESS', level: 3, value: 'bob@example.com' },
    ])
    expect(result.violations).toEqual([
      {
        policy_id: 'mask-email-address',
        layer: 'L3',
        action: 'masked',
        severity: 'medium',
        message: '2 values of type EMAIL_ADDRESS were replaced.',
      },
      {
        policy_id: 'mask-credit-card',
        layer: 'L3',
        action: 'masked',
        severity: 'high',
        message: '1 value of type CREDIT_CARD was replaced.',
      },
    ])
  })

  it('stores the mapping sealed, to be opened by this session only', async () => {
    const request = chat({ model: 'm', messages: [user('I am alice@example.com')] })
    const { stateMap, restorations } = await tokenize(request, find(request, ['EMAIL_ADDRESS', 'alice@example.com']))
    const [token = ''] = restorations?.keys() ?? []
    expect(JSON.stringify([...stateMap.entries])).not.toContain('alice@')
    const sealed = (await stateMap.read(scope, [token])).get(token) ?? ''
    expect(openValue(keyRingForTests, scope, token, sealed)).toEqual(restorations?.get(token))
    for (const other of [
      { ...scope, sessionId: 8 },
      { ...scope, tenant: 'other' },
      { ...scope, sub: 'bob' },
      { ...scope, secret: keyRingForTests.newSessionSecret(scope) },
    ]) {
      expect(() => openValue(keyRingForTests, other, token, sealed)).toThrow(SluiceError)
    }
    expect(() =>
      openValue(
        keyRingForTests,
        scope,
        token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        sealed,
      ),
    ).toThrow(SluiceError)
  })

  it('gives one value one token within a session, and another in every other session', async () => {
    const request = chat({ model: 'm', messages: [user('alice@example.com'), user('and alice@example.com')] })
    const findings = find(request, ['EMAIL_ADDRESS', 'alice@example.com'])
    const [one, again] = [await tokenize(request, findings), await tokenize(request, findings)]
    const other = await tokenize(request, findings, { session: sessionForTests(8) })
    const secret = keyRingForTests.newSessionSecret({ tenant: 'acme', sub: 'alice' })
    const sameNumber = await tokenize(request, findings, { session: { id: 7, secret } })
    expect(one.restorations?.size).toBe(1)
    expect(again.text).toBe(one.text)
    expect(one.body.messages[1]?.content).toBe(`and ${one.body.messages[0]?.content}`)
    expect(new Set([one.text, other.text, sameNumber.text]).size).toBe(3)
  })

  it('keeps each spelling apart', async () => {
    const request = chat({ model: 'm', messages: [user('alice@example.com'), user('Alice@Example.com')] })
    const found = find(request, ['EMAIL_ADDRESS', 'alice@example.com'], ['EMAIL_ADDRESS', 'Alice@Example.com'])
    const { restorations } = await tokenize(request, found)
    expect([...(restorations?.values() ?? [])].map(({ value }) => value)).toEqual([
      'alice@example.com',
      'Alice@Example.com',
    ])
  })

  it('replaces a value in every other place of the request where it stands as a whole word', async () => {
    const request = chat({
      model: 'm',
      messages: [
        user('My name is Alice Smith.'),
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{"who":"Alice Smith"}' } }],
        },
        { role: 'tool', tool_call_id: 't', content: '{"Alice Smith": [1]}' },
        user('Alice Smithson is not Alice Smith'),
      ],
      metadata: { owner: 'Alice Smith' },
    })
    const { text, restorations } = await tokenize(request, find(request, ['PERSON', 'Alice Smith']))
    const [token = ''] = restorations?.keys() ?? []
    expect(text.split(token)).toHaveLength(6)
    expect(text.replaceAll(token, '')).not.toMatch(/Alice Smith(?!son)/)
    expect(text).toContain('Alice Smithson')
  })

  it('lets a longer value swallow the shorter one that was found inside it', async () => {
    const request = chat({ model: 'm', messages: [user('My name is Alice Smith.'), user('Hi Alice Smith!')] })
    const [first] = find(request, ['PERSON', 'Alice Smith'])
    const { body: masked } = await tokenize(request, [first!, finding('PERSON', 4, '/messages/1/content', 3, 8)])
    expect(masked.messages[1]?.content).toMatch(/^Hi PERSON_(?:\w{4,8}_)?\w{10}!$/)
  })

  it('leaves short values alone where L2 did not find them', async () => {
    const request = chat({ model: 'm', messages: [user('My code is 491.'), user('491')] })
    const { body: masked } = await tokenize(request, find(request, ['PASSWORD', '491']))
    expect(masked.messages.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^My code is PASSWORD_/),
      '491',
    ])
  })

  it('keeps what L2 found where another value reaches into it', async () => {
    const request = chat({ model: 'm', messages: [user('My name is Alice Smith.'), user('Bob Alice Smith')] })
    const [first] = find(request, ['PERSON', 'Alice Smith'])
    const { body: masked } = await tokenize(request, [first!, finding('PERSON', 2, '/messages/1/content', 2, 9)])
    expect(masked.messages[1]?.content).toMatch(/^BoPERSON_(?:\w{4,8}_)?\w{10} Smith$/)
  })

  it.each<[Level, Level]>([
    [7, 5],
    [5, 7],
  ])('keeps the higher level where one value was found at %d and %d', async (...levels) => {
    const request = chat({ model: 'm', messages: [user('Foo'), user('Foo')] })
    const { restorations } = await tokenize(
      request,
      levels.map((level, index) => finding('CODENAME', level, `/messages/${index}/content`, 0, 3)),
    )
    expect([...(restorations?.values() ?? [])]).toEqual([{ entity: 'CODENAME', level: 7, value: 'Foo' }])
  })

  it.each<[string, readonly EntityFinding[]]>([
    ['names no position', [finding('PERSON', 2, '/messages/9/content', 0, 1)]],
    ['begins before its text', [finding('PERSON', 2, '/messages/0/content', -1, 1)]],
    ['reaches beyond its text', [finding('PERSON', 2, '/messages/0/content', 0, 99)]],
    ['is empty', [finding('PERSON', 2, '/messages/0/content', 1, 1)]],
    ['has no whole numbers', [finding('PERSON', 2, '/messages/0/content', 0.5, 2)]],
    ['continues none', [{ ...finding('PERSON', 2, '/messages/0/content', 0, 3), continues: true }]],
    [
      'overlaps another',
      [finding('PERSON', 2, '/messages/0/content', 0, 3), finding('PERSON', 2, '/messages/0/content', 2, 4)],
    ],
  ])('denies when a finding %s', async (_name, findings) => {
    const request = chat({ model: 'm', messages: [user('hello')] })
    const exchange = exchangeForTests({ findings })
    const result = await runRequestLayer(setUp(), request, exchange, () => undefined)
    expect(result).toMatchObject({ failure: 'error', decision: { type: 'deny', refusal: { code: 'layer_failed' } } })
  })

  const request = chat({ model: 'm', messages: [user('alice@example.com')] })
  const findings = find(request, ['EMAIL_ADDRESS', 'alice@example.com'])

  // What becomes of a write that fails or hangs is the runner's: see pipeline.test.ts, "a write that is not awaited at
  // once".
  it('begins the write and does not wait for it, and passes its failure on', async () => {
    const hanging = setUp({ write: () => new Promise(() => undefined), read: vi.fn() })
    const decision = await hanging.decide(request, exchangeForTests({ findings }))
    expect(await Promise.race([pendingWriteOf(decision), 'still pending'])).toBe('still pending')

    const failing = setUp({ write: () => Promise.reject(new SluiceError('dependency_unavailable')), read: vi.fn() })
    const pendingWrite = pendingWriteOf(await failing.decide(request, exchangeForTests({ findings })))
    await expect(pendingWrite).rejects.toMatchObject({ code: 'dependency_unavailable' })
  })

  it('does not write the same mapping again for a while, but does for another session, level or later', async () => {
    let nowMs = 0
    const write = vi.fn(async () => undefined)
    const layer = setUp({ write, read: vi.fn() })
    const clock = { nowMs: () => 0, monotonicMs: () => nowMs }
    const go = async (changes: ExchangeChanges = {}) => {
      await pendingWriteOf(await layer.decide(request, exchangeForTests({ findings, clock, ...changes })))
      return write.mock.calls.length
    }
    expect(await go()).toBe(1)
    nowMs = 59_999
    expect(await go()).toBe(1)
    expect(await go({ session: sessionForTests(8) })).toBe(2)
    expect(await go({ findings: find(request, ['EMAIL_ADDRESS', 'alice@example.com', 5]) })).toBe(3)
    nowMs = 60_000
    expect(await go()).toBe(4)
  })

  it('writes again after a write that failed', async () => {
    const write = vi.fn(async () => undefined)
    write.mockRejectedValueOnce(new SluiceError('dependency_unavailable'))
    const layer = setUp({ write, read: vi.fn() })
    const pendingWrite = pendingWriteOf(await layer.decide(request, exchangeForTests({ findings })))
    await expect(pendingWrite).rejects.toThrow()
    await layer.decide(request, exchangeForTests({ findings }))
    expect(write).toHaveBeenCalledTimes(2)
  })
})

describe('L3 with text to embed', () => {
  const texts: LocalRequest = {
    kind: 'embeddings',
    body: { model: 'm', input: ['Alice Smith asks', 'alice@example.com and Alice Smith'] },
  }

  it('writes bare types, and stores and remembers nothing', async () => {
    const stateMap = { write: vi.fn(), read: vi.fn() }
    const findings = find(texts, ['PERSON', 'Alice Smith'], ['EMAIL_ADDRESS', 'alice@example.com'])
    const decision = await setUp(stateMap).decide(texts, exchangeForTests({ findings }))
    expect(decision).toEqual({
      type: 'transform',
      request: { kind: 'embeddings', body: { model: 'm', input: ['PERSON asks', 'EMAIL_ADDRESS and PERSON'] } },
      violations: [
        expect.objectContaining({ policy_id: 'mask-person', message: '1 value of type PERSON was replaced.' }),
        expect.objectContaining({ policy_id: 'mask-email-address', action: 'masked' }),
      ],
    })
    expect(stateMap.write).not.toHaveBeenCalled()
  })

  it('gives the same text in every session', async () => {
    const findings = find(texts, ['PERSON', 'Alice Smith'])
    const inSession = async (id: number) =>
      setUp().decide(texts, exchangeForTests({ findings, session: sessionForTests(id) }))
    expect(await inSession(1)).toEqual(await inSession(2))
  })
})
