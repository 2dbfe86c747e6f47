import { SluiceError } from '@sluice/contracts'
import type { PolicyQuestion } from '@sluice/policy'
import { type SensitiveValue, sealValue } from '@sluice/token-vault'
import { describe, expect, it, vi } from 'vitest'
import { collect } from '../../answer/index.ts'
import { DeliveredTextMemory } from '../../delivered/index.ts'
import { guardedBy, oneByOne } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests, policyForTests } from '../../testing/exchange-for-tests.ts'
import { CARD, deltas, MAIL, read, restoreContent, scope, setUp } from './answer-for-tests.ts'
import { createRehydrateLayer } from './rehydrate-layer.ts'
import { TokenValues } from './token-values.ts'

describe('L4 and clearance', () => {
  it('leaves the tokens that this caller may not see', async () => {
    const policy = policyForTests((question) =>
      question.action === 'reveal-entity' && question.resource.entity === 'CREDIT_CARD' ? 'forbid' : 'permit',
    )
    expect(await restoreContent([`${MAIL} ${CARD}`], { policy })).toBe(`alice@example.com ${CARD}`)
  })

  it('restores nothing above the level that the record commits to, even where a policy would permit it', async () => {
    const policy = { ...policyForTests(), clearanceOf: () => 3 as const }
    const { guard, exchange } = setUp({ policy })
    const { choices } = await collect(guard(...deltas({ content: `${MAIL} ${CARD} ${MAIL}` })))
    expect(choices[0]?.message.content).toBe(`alice@example.com ${CARD} alice@example.com`)
    expect(exchange.disclosed.restored?.highest).toBe(3)
    expect([...(exchange.disclosed.restored?.tokens() ?? [])]).toEqual([MAIL])
  })

  it('asks with the level of the value, not of its type', async () => {
    const asked: PolicyQuestion[] = []
    const policy = policyForTests((question) => {
      asked.push(question)
      return 'permit'
    })
    await restoreContent([MAIL], {
      policy,
      facts: { restorations: new Map([[MAIL, { entity: 'EMAIL_ADDRESS', level: 6, value: 'x' }]]) },
    })
    expect(asked).toEqual([
      {
        principal: expect.objectContaining({ sub: 'alice' }),
        action: 'reveal-entity',
        resource: { entity: 'EMAIL_ADDRESS', level: 6 },
      },
    ])
  })
})

describe('L4 and tokens of earlier turns', () => {
  const value: SensitiveValue = { entity: 'PERSON', level: 2, value: 'Grace' }
  const OLD = 'PERSON_9999999999'

  async function withOld(owner = scope) {
    const open = setUp()
    await open.stateMap.write(owner, new Map([[OLD, sealValue(keyRingForTests, owner, OLD, value)]]))
    const reads = vi.spyOn(open.stateMap, 'read')
    return { ...open, reads }
  }

  it('looks them up once, together, and only those that the request had not', async () => {
    const { guard, reads } = await withOld()
    const text = `${OLD} ${MAIL} PERSON_8888888888 ${OLD}`
    const { choices } = await collect(guard(...deltas({ content: text }, { content: ` ${OLD} PERSON_8888888888` })))
    expect(choices[0]?.message.content).toBe('Grace alice@example.com PERSON_8888888888 Grace Grace PERSON_8888888888')
    expect(reads.mock.calls).toEqual([[scope, [OLD, 'PERSON_8888888888']]])
  })

  it.each([
    ['number', { sessionId: 8 }],
    ['tenant', { tenant: 'other' }],
    ['user', { sub: 'bob' }],
    ['secret', {}],
  ])('never restores a token of another session, which differs in its %s', async (_what, change) => {
    const owner = { ...scope, ...change }
    const { guard } = await withOld({ ...owner, secret: keyRingForTests.newSessionSecret(owner) })
    const { choices } = await collect(guard(...deltas({ content: OLD })))
    expect(choices[0]?.message.content).toBe(OLD)
  })

  it('looks up all that one request can have, 256 at a time, and no more', async () => {
    const { guard, reads } = await withOld()
    const many = Array.from({ length: 50_300 }, (_, index) => `PERSON_${String(index).padStart(10, '0')}`)
    await read(guard(...deltas({ content: many.join(' ') }, { content: ` ${OLD}` })))
    const sizes = reads.mock.calls.map(([, tokens]) => tokens.length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(50_000)
    expect(reads.mock.calls.flatMap(([, tokens]) => tokens)).toEqual(many.slice(0, 50_000))
  })

  it('gives the event loop a turn between two calls for the tokens of one short text', async () => {
    const { guard, reads } = await withOld()
    const names = Array.from({ length: 400 }, (_, index) => `PERSON_${String(index).padStart(10, '0')}`)
    await read(guard(...deltas({ content: names.join('') })))
    expect(reads.mock.calls.map(([, tokens]) => tokens.length)).toEqual([256, 144])
  })

  it('opens the values of many answers, which a store gives at once, in turns of the event loop', async () => {
    let ms = 0
    let turn = 0
    const clock = { nowMs: () => 1_700_000_000_000, monotonicMs: () => (ms += 1) }
    const names = Array.from({ length: 256 }, (_, index) => `PERSON_${String(index).padStart(10, '0')}`)
    const counting = setInterval(() => undefined, 1_000)
    const count = () => {
      turn += 1
      if (counting.hasRef()) setImmediate(count)
    }
    setImmediate(count)
    const ends = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const stateMap = { write: vi.fn(), read: async () => new Map<string, string>() }
        await new TokenValues(stateMap, keyRingForTests, exchangeForTests({ clock })).learn(names)
        return turn
      }),
    )
    clearInterval(counting.unref())
    expect(new Set(ends).size).toBeGreaterThan(4)
  })

  it('breaks off when the store fails, or gives what cannot be opened', async () => {
    const failing = setUp()
    vi.spyOn(failing.stateMap, 'read').mockRejectedValue(new SluiceError('dependency_unavailable'))
    await expect(read(failing.guard(...deltas({ content: OLD })))).rejects.toMatchObject({
      code: 'dependency_unavailable',
    })
    const tampered = setUp()
    vi.spyOn(tampered.stateMap, 'read').mockResolvedValue(new Map([[OLD, 'test.AAAA']]))
    await expect(read(tampered.guard(...deltas({ content: OLD })))).rejects.toMatchObject({ code: 'layer_failed' })
  })

  it('breaks off when the store does not answer in time', async () => {
    const stateMap = { write: vi.fn(), read: () => new Promise<never>(() => undefined) }
    const layer = createRehydrateLayer({
      ...{ stateMap, keyRing: keyRingForTests, delivered: new DeliveredTextMemory() },
      ...{ maxRestoredChars: 100, timeoutMs: 5 },
    })
    const chunks = guardedBy(layer, oneByOne(...deltas({ content: OLD })), exchangeForTests())
    await expect(read(chunks)).rejects.toMatchObject({ code: 'layer_timeout' })
  })
})
