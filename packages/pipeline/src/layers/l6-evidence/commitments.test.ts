import { createHash, createHmac } from 'node:crypto'
import {
  type CompletionChunk,
  canonicalJson,
  digestOfBasis,
  outboxRecordSchema,
  type Principal,
  readOpening,
  type SensitivityTile,
} from '@sluice/contracts'
import { describe, expect, it, vi } from 'vitest'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import type { MaskPool } from '../../ports/mask-pool.ts'
import { createMemoryOutbox } from '../../ports/memory/memory-outbox.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import type { Outbox } from '../../ports/outbox.ts'
import { Disclosed } from '../../run/disclosed.ts'
import { drain, guardedBy, oneByOne } from '../../testing/answers-for-tests.ts'
import {
  type ExchangeChanges,
  exchangeForTests,
  keyRingForTests,
  policyForTests,
  sessionForTests,
} from '../../testing/exchange-for-tests.ts'
import { masksForTests } from '../../testing/masks-for-tests.ts'
import { createEvidenceLayer } from './evidence-layer.ts'

const head = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' } as const
const text: CompletionChunk = { ...head, choices: [{ index: 0, delta: { content: 'Hello' } }] }
const end: CompletionChunk = { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
const categories = { PII: 1, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
const tile: SensitivityTile = { level: 3, categories, reidentificationRisk: 0, flags: [], digest: '' }
const sha256 = (...parts: (string | Uint8Array)[]) => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest('base64url')
}

const ask = () => Promise.reject(new Error('Nobody asks here.'))
const models = { chat: ['gpt-test'], embeddings: [] }
const eu: ModelEndpoint = { name: 'eu', permittedLevel: 5, region: 'eu', models, ask }
const us: ModelEndpoint = { name: 'us', permittedLevel: 3, models, ask }
const endpoints = snapshotOf([eu, us])

function setUp(options: { readonly outbox?: Outbox; readonly masks?: MaskPool } = {}) {
  const outbox = createMemoryOutbox()
  const masks = masksForTests()
  const onPolicy = vi.fn()
  let ids = 0
  const layer = createEvidenceLayer({
    ...{ outbox, masks, ...options, keyRing: keyRingForTests, timeoutMs: 1_000, onPolicy },
    ...{ refusals: { getsOwnRecord: async () => true }, newId: () => `clearance-${++ids}` },
  })
  /** Sends one answer through, and says what is on record of it. */
  const answer = async (changes: ExchangeChanges = {}) => {
    await drain(guardedBy(layer, oneByOne(text, end), exchangeForTests({ facts: { tile }, endpoints, ...changes })))
    return outbox.records.at(-1)?.evidence
  }
  return { layer, outbox, masks, onPolicy, answer }
}

/** What has been disclosed: to these endpoints, in this order, and of these tokens. */
function disclosed(
  asked: readonly ModelEndpoint[],
  tokens: readonly string[] = [],
  highest: 0 | 3 | 4 = 0,
  invented = 0,
): Disclosed {
  const all = new Disclosed()
  for (const endpoint of asked) all.toEndpoint(endpoint, { digest: () => sha256(`sent to ${endpoint.name}`) })
  all.toCaller({ highest, tokens: () => tokens, invented })
  return all
}

/** The number that a shift of `masksForTests` commits to. */
const committed = (shift: string | undefined) => Buffer.from(shift ?? '', 'base64url')[0]

function openingOf({ tenant, id, sealed_opening }: { tenant: string; id: string; sealed_opening: string }) {
  const opening = readOpening(keyRingForTests.open({ purpose: 'evidence', tenant }, sealed_opening, id))
  if (opening === undefined) throw new Error('A record has an opening.')
  return opening
}

describe('what the record of a request commits to', () => {
  it('is its level, the highest level that may be restored, and every endpoint that was asked', async () => {
    const { answer, outbox, masks } = setUp()
    const evidence = await answer({ disclosed: disclosed([eu, us, eu], ['PERSON_B', 'EMAIL_ADDRESS_A'], 4) })
    expect(evidence).toMatchObject({
      ...{ kind: 'answered', permitted: 3, residual: null, masked: masks.taken[0]?.masked },
      endpoints: [
        ['eu', 5],
        ['us', 3],
      ],
    })
    expect(committed(evidence?.shift)).toBe(3 + 8 * 4)
    expect(outboxRecordSchema.parse(outbox.records[0])).toEqual(outbox.records[0])
    expect(openingOf(outbox.records[0]!)).toMatchObject({
      ...{ value: masks.taken[0]?.value, blinding: masks.taken[0]?.blinding },
      ...{ prompt: sha256('sent to eu'), restored: sha256('EMAIL_ADDRESS_A\nPERSON_B') },
    })
  })

  it('is the highest level where nobody looked, and no endpoint where none was asked', async () => {
    const { answer, outbox } = setUp()
    const evidence = await answer({ facts: {} })
    expect(evidence).toMatchObject({ kind: 'answered', endpoints: [], permitted: null })
    expect(committed(evidence?.shift)).toBe(7)
    expect(openingOf(outbox.records[0]!)).toMatchObject({ prompt: sha256(''), restored: sha256('') })
  })

  it.each([
    [1, '1 token of the answer is none of the session and was left as it is.'],
    [3, '3 tokens of the answer are none of the session and were left as they are.'],
  ])('counts %i tokens that the session does not have', async (invented, message) => {
    const { answer, outbox } = setUp()
    await answer({ disclosed: disclosed([eu], ['PERSON_A'], 3, invented) })
    expect(outbox.records[0]?.violations).toEqual([
      { policy_id: 'invented-token', layer: 'L4', action: 'observed', severity: 'low', message },
    ])
  })

  it('is that nothing was restored where nothing left', async () => {
    const { layer, outbox } = setUp()
    const changes = () => ({ facts: { tile }, disclosed: disclosed([us], ['PERSON_A'], 4) })
    await layer.seal({ outcome: 'denied', code: 'content_blocked' }, exchangeForTests({ endpoints, ...changes() }))
    await layer.openGuard(exchangeForTests({ endpoints, ...changes() })).seal({ outcome: 'aborted' })
    const begun = layer.openGuard<CompletionChunk>(exchangeForTests({ endpoints, ...changes() }))
    begun.take([text])
    await begun.seal({ outcome: 'aborted' })
    const [denied, unread, left] = outbox.records
    expect([denied, unread, left].map((record) => record?.evidence?.kind)).toEqual(['refused', 'refused', 'answered'])
    expect([denied, unread, left].map((record) => committed(record?.evidence?.shift))).toEqual([3, 3, 3 + 8 * 4])
    expect(openingOf(unread!)).toMatchObject({ restored: sha256('') })
    expect(openingOf(left!)).toMatchObject({ restored: sha256('PERSON_A') })
    expect(denied?.evidence?.permitted).toBe(3)
  })

  it('uses each mask once', async () => {
    const { answer, outbox, masks } = setUp()
    for (let request = 0; request < 3; request += 1) await answer()
    const used = [...outbox.clearances.map(({ basis }) => basis), ...outbox.records.map(({ evidence }) => evidence)]
    expect(new Set(used.map((one) => one?.masked)).size).toBe(4)
    expect(masks.taken).toHaveLength(4)
  })
})

describe('a request that no proof could be made of', () => {
  const critical = { policy_id: 'evidence-levels', layer: 'L6', action: 'blocked', severity: 'critical' }

  it.each([
    ['went to an endpoint below its level', { disclosed: disclosed([us]), facts: { tile: { ...tile, level: 4 } } }],
    [
      'could have values restored above the clearance',
      { disclosed: disclosed([eu], [], 4), policy: { ...policyForTests(), clearanceOf: () => 3 } },
    ],
  ] as const)('is broken off before its answer begins: it %s', async (_what, changes) => {
    const { layer, outbox } = setUp()
    const onFailure = vi.fn()
    const exchange = exchangeForTests({ facts: { tile }, endpoints, ...changes } as ExchangeChanges)
    const reading = drain(guardedBy(layer, oneByOne(text, end), exchange, onFailure))
    await expect(reading).rejects.toMatchObject({ code: 'layer_failed' })
    expect(onFailure).toHaveBeenCalledOnce()
    expect(outbox.records).toMatchObject([
      { outcome: 'failed', code: 'layer_failed', violations: [critical], evidence: { kind: 'refused' } },
    ])
  })

  it('is recorded as such where it was refused', async () => {
    const { layer, outbox } = setUp()
    const exchange = exchangeForTests({ facts: {}, endpoints, disclosed: disclosed([us]) })
    await expect(layer.seal({ outcome: 'failed' }, exchange)).rejects.toThrow('above its permitted level')
    expect(outbox.records).toMatchObject([{ violations: [critical] }])
  })
})

describe("the clearance of a session's caller", () => {
  it('is on record before the first request that names it, with salted digests that its opening opens', async () => {
    const append = vi.fn<Outbox['append']>(async () => undefined)
    const { answer, onPolicy, masks } = setUp({ outbox: { append } })
    await answer({ policy: { ...policyForTests(), clearanceOf: () => 4 } })
    const [[clearance], [request]] = append.mock.calls as [Parameters<Outbox['append']>, Parameters<Outbox['append']>]
    if (clearance.kind !== 'clearance' || request.kind !== 'request') throw new Error('They stand the other way round.')
    expect(outboxRecordSchema.parse(clearance)).toEqual(clearance)
    expect(request.facts).toContain(digestOfBasis(clearance.basis))
    const { key, value, blinding } = openingOf(clearance)
    const salt = (name: string) => createHmac('sha256', Buffer.from(key, 'base64url')).update(name).digest()
    const claims = {
      ...{ sub: 'alice', username: 'alice', roles: [], groups: [], departments: [], client: 'app' },
      ...{ clearance: 4, policy_version: 'policy-1' },
    }
    const mask = masks.taken.find(({ masked }) => masked === clearance.basis.masked)
    expect(clearance).toMatchObject({ kind: 'clearance', tenant: 'acme', session_id: 7, ...claims })
    expect(clearance.basis).toEqual({
      ...{ id: clearance.id, ...policyForTests().digests, registry: endpoints.registry.digest },
      ...{ masked: mask?.masked, shift: mask?.shiftTo(4), claims: sha256(salt('claims'), canonicalJson(claims)) },
      opening: sha256(salt('opening'), Buffer.from(value, 'base64url'), Buffer.from(blinding, 'base64url')),
    })
    expect(onPolicy.mock.calls).toEqual([
      ['acme', expect.objectContaining({ version: 'policy-1' }), endpoints.registry],
    ])
  })

  it('is put on record once for a session, and again when claims, policies or endpoints change', async () => {
    const { answer, outbox } = setUp()
    const alice: Principal = {
      ...{ tenant: 'acme', sub: 'alice', username: 'alice', client: 'app' },
      ...{ groups: ['staff'], roles: [], departments: [] },
    }
    const basisOf = async (changes: ExchangeChanges) => (await answer({ principal: alice, ...changes }))?.basis
    const first = await basisOf({})
    const same = [await basisOf({}), await basisOf({ principal: structuredClone(alice) }), await basisOf({})]
    const changed = [
      await basisOf({ session: sessionForTests(8) }),
      await basisOf({ policy: { ...policyForTests(), version: 'policy-2' } }),
      await basisOf({ principal: { ...alice, groups: ['staff', 'board'] } }),
      await basisOf({ principal: { ...alice, roles: ['auditor'] } }),
      await basisOf({ principal: { ...alice, client: 'other' } }),
      await basisOf({ endpoints: snapshotOf([eu, { ...us, permittedLevel: 4 }]) }),
    ]
    expect(new Set([first, ...same]).size).toBe(1)
    expect(new Set([first, ...changed]).size).toBe(7)
    expect(await basisOf({})).toBe(first)
    expect(outbox.clearances).toHaveLength(7)
  })

  it('is put on record anew within the hour, because its record may be erased', async () => {
    const { answer, outbox } = setUp()
    const at = (monotonicMs: number) => ({ nowMs: () => 1_700_000_000_000, monotonicMs: () => monotonicMs })
    const basisAt = async (monotonicMs: number) => (await answer({ clock: at(monotonicMs) }))?.basis
    const first = await basisAt(5_000)
    expect(await basisAt(3_604_999)).toBe(first)
    const second = await basisAt(3_605_000)
    expect(second).not.toBe(first)
    expect(await basisAt(3_605_001)).toBe(second)
    expect(outbox.clearances).toHaveLength(2)
  })

  it('is put on record once where several requests come first, and none of them is accepted without it', async () => {
    const waiting: PromiseWithResolvers<void>[] = []
    const kinds: string[] = []
    const append: Outbox['append'] = async ({ kind }) => {
      kinds.push(kind)
      if (kind !== 'clearance') return
      const accepted = Promise.withResolvers<void>()
      waiting.push(accepted)
      await accepted.promise
    }
    const { answer: answerTo } = setUp({ outbox: { append } })
    const { principal } = exchangeForTests().origin
    const answer = () => answerTo({ principal })
    const settled: string[] = []
    const running = ['one', 'two', 'three'].map((name) =>
      answer().then(
        () => settled.push(name),
        () => settled.push(`${name} refused`),
      ),
    )
    await expect.poll(() => kinds).toEqual(['clearance', 'request', 'request', 'request'])
    expect(settled).toEqual([])
    waiting[0]?.reject(new Error('full'))
    await Promise.all(running)
    expect(settled.toSorted()).toEqual(['one refused', 'three refused', 'two refused'])
    // One that is not on record is not named again.
    const later = answer()
    await expect.poll(() => waiting).toHaveLength(2)
    waiting[1]?.resolve()
    await later
    expect(kinds.slice(4)).toEqual(['clearance', 'request'])
  })
})

describe('masks', () => {
  it('that are not there yet make the end of the answer wait, and the clearance stands before it all the same', async () => {
    const ready = masksForTests()
    const asked: PromiseWithResolvers<void>[] = []
    const masks: MaskPool = {
      take: async (user) => {
        const gate = Promise.withResolvers<void>()
        asked.push(gate)
        await gate.promise
        return await ready.take(user)
      },
    }
    const append = vi.fn<Outbox['append']>(async () => undefined)
    const { answer } = setUp({ outbox: { append }, masks })
    const running = answer()
    await expect.poll(() => asked).toHaveLength(1)
    asked[0]?.resolve()
    await expect.poll(() => asked).toHaveLength(2)
    expect(append).not.toHaveBeenCalled()
    asked[1]?.resolve()
    await running
    expect(append.mock.calls.map(([{ kind }]) => kind)).toEqual(['clearance', 'request'])
  })

  it('that do not come leave no record, and no complete answer', async () => {
    const { layer, outbox } = setUp({ masks: { take: () => Promise.reject(new Error('none')) } })
    const chunks = guardedBy(layer, oneByOne(text, end), exchangeForTests({ facts: { tile }, endpoints }))
    expect((await chunks.next()).value).toEqual([text])
    await expect(chunks.next()).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect(outbox.stored).toEqual([])
  })
})
