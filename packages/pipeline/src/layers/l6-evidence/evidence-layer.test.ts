import { createHash } from 'node:crypto'
import {
  type CompletionChunk,
  digestOfTile,
  type EmbeddingsAnswer,
  outboxRecordSchema,
  type RequestRecord,
  readOpening,
  requestRecordSchema,
  type SensitivityTile,
  SluiceError,
} from '@sluice/contracts'
import { describe, expect, it, vi } from 'vitest'
import type { Ending } from '../../layer.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { createMemoryOutbox } from '../../ports/memory/memory-outbox.ts'
import type { Outbox } from '../../ports/outbox.ts'
import type { RefusalFolds } from '../../ports/refusal-folds.ts'
import type { ModelRequest } from '../../request/index.ts'
import { drain, guardedBy } from '../../testing/answers-for-tests.ts'
import {
  type ExchangeChanges,
  exchangeForTests,
  keyRingForTests,
  policyForTests,
} from '../../testing/exchange-for-tests.ts'
import { masksForTests } from '../../testing/masks-for-tests.ts'
import { createEvidenceLayer } from './evidence-layer.ts'

const head = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' } as const
const text = (content: string): CompletionChunk => ({ ...head, choices: [{ index: 0, delta: { content } }] })
const end: CompletionChunk = { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
const sha256 = (value: string) => createHash('sha256').update(value).digest('base64url')

const endpoints = snapshotOf([
  {
    name: 'stub',
    permittedLevel: 7,
    models: { chat: ['gpt-test'], embeddings: ['vectors'] },
    ask: () => Promise.reject(new Error('Nobody asks here.')),
  },
])

const newId = () => 'alert-1'
const masks = masksForTests()
const refusals: RefusalFolds = { getsOwnRecord: async () => true }

async function* stream(...chunks: readonly (CompletionChunk | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk
    yield [chunk]
  }
}

function setUp(changes: ExchangeChanges = {}, outbox: Outbox = createMemoryOutbox()) {
  const layer = createEvidenceLayer({
    ...{ outbox, refusals, masks, keyRing: keyRingForTests, newId, timeoutMs: 1_000 },
  })
  const exchange = exchangeForTests({ endpoints, ...changes })
  const guard = (...chunks: (CompletionChunk | Error)[]) => guardedBy(layer, stream(...chunks), exchange)
  return { layer, exchange, guard }
}

function withOutbox(changes: ExchangeChanges = {}) {
  const outbox = createMemoryOutbox()
  return { ...setUp(changes, outbox), outbox, records: outbox.records, stored: outbox.stored }
}

const read = drain<CompletionChunk>

/** What opens the commitment of a record, and what it says was delivered. */
function openingOf(record: RequestRecord) {
  const scope = { purpose: 'evidence', tenant: record.tenant } as const
  const text = keyRingForTests.open(scope, record.sealed_opening, record.id)
  const opening = readOpening(text)
  if (opening === undefined || !('delivered' in opening)) throw new Error('A record has an opening.')
  const delivered: unknown = JSON.parse(opening.delivered)
  return { text, key: Buffer.from(opening.key, 'base64url'), delivered }
}

describe('L6', () => {
  it('leaves one record before the last chunk leaves, and lets the others pass at once', async () => {
    const { guard, records } = withOutbox()
    const chunks = guard(text('Hel'), text('lo'), end)
    expect([await chunks.next(), await chunks.next()]).toEqual(
      [text('Hel'), text('lo')].map((value) => ({ value: [value], done: false })),
    )
    expect(records).toHaveLength(0)
    expect(await chunks.next()).toEqual({ value: [end], done: false })
    expect(records).toHaveLength(1)
    expect((await chunks.next()).done).toBe(true)
    expect(records).toMatchObject([{ outcome: 'answered', request_id: 'request-1' }])
  })

  it('commits to every fact and to what was delivered, which only the sealed opening shows', async () => {
    const categories = { PII: 1, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
    const tile: SensitivityTile = { level: 3, categories, reidentificationRisk: 0, flags: ['f'], digest: '' }
    const violation = {
      policy_id: 'mask-person',
      layer: 'L3',
      action: 'masked',
      severity: 'low',
      message: 'm',
    } as const
    const event = { layer: 'L0', outcome: 'allow', duration_ms: 0.5, findings: 0 } as const
    const threat = { threat: 'prompt-leak', position: '/messages/0/content', start: 4, end: 27, confidence: 0.31 }
    const { guard, records, stored } = withOutbox({
      facts: { action: { category: 'B', rule: 'r' }, tile, endpoint: 'stub', threats: [{ kind: 'threat', ...threat }] },
      account: () => ({ events: [event], violations: [violation], cacheHit: true, alerts: [] }),
    })
    await read(guard(text('Hello'), end))
    const record = records[0]!
    expect(requestRecordSchema.parse(record)).toEqual(record)
    const { commitment, sealed_opening, evidence: _committed, ...facts } = record
    expect(facts).toEqual({
      kind: 'request',
      version: 4,
      id: 'record-1',
      request_id: 'request-1',
      time_ms: 1_700_000_000_000,
      tenant: 'acme',
      sub: 'alice',
      session_id: 7,
      model: 'gpt-test',
      policy_version: 'policy-1',
      outcome: 'answered',
      action: 'B',
      tile: { ...tile, digest: digestOfTile(tile) },
      endpoint: 'stub',
      cache_hit: true,
      usage: {
        ...{ model: 'gpt-test', input_tokens: 0, output_tokens: 0, cost_micros: 0, estimated: false, departments: [] },
      },
      layers: [event],
      violations: [violation],
      threats: [threat],
    })
    const opening = openingOf(record)
    expect(opening.delivered).toEqual([[0, '/content', sha256('Hello')]])
    expect(opening.key).toHaveLength(32)
    expect(commitment).toBe(sha256(`${opening.text}\n${stored[0]?.facts}`))
    expect(sealed_opening).toMatch(/^test\./)
  })

  it('tells the suspicion of the session with the record, where L1 has looked', async () => {
    const noted: unknown[] = []
    const suspicions = { note: async (...told: unknown[]) => void noted.push(told) }
    const layer = createEvidenceLayer({
      ...{
        outbox: createMemoryOutbox(),
        refusals,
        masks,
        keyRing: keyRingForTests,
        newId,
        timeoutMs: 1_000,
        suspicions,
      },
    })
    const session = { raise: 1, messages: 5, halfLifeMs: 1_000 }
    const policy = { ...policyForTests(), jailbreak: { observe: 0.3, block: 0.9, session } }
    await layer.seal({ outcome: 'denied', code: 'c' }, exchangeForTests({ policy, facts: { marks: ['a'] } }))
    await layer.seal({ outcome: 'denied', code: 'c' }, exchangeForTests({ policy }))
    await layer.seal({ outcome: 'denied', code: 'c' }, exchangeForTests({ facts: { marks: ['a'] } }))
    expect(noted).toEqual([[{ tenant: 'acme', sub: 'alice', sessionId: 7 }, ['a'], session]])
  })

  it('accepts no record whose signs cannot be noted', async () => {
    const suspicions = { note: () => Promise.reject(new Error('down')) }
    const layer = createEvidenceLayer({
      ...{
        outbox: createMemoryOutbox(),
        refusals,
        masks,
        keyRing: keyRingForTests,
        newId,
        timeoutMs: 1_000,
        suspicions,
      },
    })
    const session = { raise: 1, messages: 5, halfLifeMs: 1_000 }
    const policy = { ...policyForTests(), jailbreak: { observe: 0.3, block: 0.9, session } }
    const exchange = exchangeForTests({ policy, facts: { marks: ['a'] } })
    await expect(layer.seal({ outcome: 'failed' }, exchange)).rejects.toMatchObject({ code: 'audit_unavailable' })
  })

  it('records what an answer has cost when it ended, and whom it is charged to', async () => {
    let output = 0
    const usage = () => ({
      ...{ model: 'gpt-test-1', input: 30, cachedInput: 20, output, isEstimated: false },
      ...{ costMicros: 70 + output, currency: 'EUR' },
    })
    const { principal } = exchangeForTests().origin
    const departments = ['sales', 'finance']
    const { guard, records } = withOutbox({
      facts: { endpoint: 'stub', usage },
      principal: { ...principal, departments, client: 'api-key:k-1' },
    })
    const answer = guard(text('Hello'), end)
    await answer.next()
    output = 5
    await read(answer)
    expect(records[0]?.usage).toEqual({
      ...{ model: 'gpt-test-1', input_tokens: 30, cached_tokens: 20, output_tokens: 5, cost_micros: 75 },
      ...{ currency: 'EUR', estimated: false, departments: ['finance', 'sales'], api_key: 'k-1' },
    })
    expect(departments).toEqual(['sales', 'finance'])
  })

  it('records no usage of a request that nobody has answered', async () => {
    const { layer, exchange, records } = withOutbox()
    await layer.seal({ outcome: 'denied', code: 'budget_exceeded' }, exchange)
    expect(records[0]).toMatchObject({ outcome: 'denied', code: 'budget_exceeded' })
    expect(records[0]).not.toHaveProperty('usage')
  })

  it.each([
    ['the name of a model that an endpoint serves', 'gpt-test', 'gpt-test'],
    ['the same with the name of the endpoint', 'stub/gpt-test', 'stub/gpt-test'],
    ['no text of the caller where no endpoint serves such a model', 'Maria Keller 4111', /^hmac-sha256:[\w-]{43}$/],
    ['nor a model of another kind of request', 'vectors', /^hmac-sha256:[\w-]{43}$/],
  ])('records %s', async (_what, model, recorded) => {
    const request: ModelRequest = { kind: 'chat', body: { model, messages: [{ role: 'user', content: 'Hello' }] } }
    const { guard, records } = withOutbox({ request })
    await read(guard(end))
    expect(records[0]?.model).toEqual(expect.stringMatching(recorded))
    expect(JSON.stringify(records)).not.toContain('Maria')
  })

  it('salts each commitment anew', async () => {
    const { guard, records } = withOutbox()
    await read(guard(end))
    await read(guard(end))
    expect(new Set(records.map(({ commitment }) => commitment)).size).toBe(2)
  })

  it('digests each text of each choice alike, however it was cut', async () => {
    const whole: CompletionChunk['choices'] = [
      { index: 1, delta: { content: 'b\u{1f600}' } },
      { index: 0, delta: { content: 'aé', tool_calls: [{ index: 0, function: { arguments: '{}' } }] } },
    ]
    const pieces: CompletionChunk['choices'][] = [
      [{ index: 0, delta: { role: 'assistant', content: 'a' } }],
      [
        { index: 1, delta: { content: 'b\ud83d' } },
        { index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '{' } }] } },
      ],
      [
        { index: 1, delta: { content: '\ude00' } },
        { index: 0, delta: { content: 'é' } },
      ],
      [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '}' } }] }, finish_reason: 'tool_calls' }],
    ]
    const { guard, records } = withOutbox()
    await read(guard({ ...head, choices: whole }, end))
    await read(guard(...pieces.map((choices) => ({ ...head, choices })), end))
    const expected = [
      [0, '/content', sha256('aé')],
      [0, '/tool_calls/0/function/arguments', sha256('{}')],
      [1, '/content', sha256('b\u{1f600}')],
    ]
    expect(records.map((record) => openingOf(record).delivered)).toEqual([expected, expected])
  })

  it.each<[string, unknown, string]>([
    ['a SluiceError', new SluiceError('upstream_interrupted'), 'upstream_interrupted'],
    ['any other error', new Error('secret'), 'internal_error'],
  ])('records an answer that breaks off with %s as failed, and breaks off as well', async (_name, error, code) => {
    const { guard, records } = withOutbox()
    await expect(read(guard(text('Hel'), end, error as Error))).rejects.toBe(error)
    expect(records).toMatchObject([{ outcome: 'failed', code }])
    // The end of the choice was kept back and never delivered.
    expect(openingOf(records[0]!).delivered).toEqual([[0, '/content', sha256('Hel')]])
    expect(JSON.stringify(records)).not.toContain('secret')
  })

  it('records an answer whose reader leaves as aborted', async () => {
    const { guard, records } = withOutbox()
    const chunks = guard(text('a'), text('b'), end)
    await chunks.next()
    await chunks.return()
    await chunks.return()
    expect((await chunks.next()).done).toBe(true)
    expect(records).toMatchObject([{ outcome: 'aborted' }])
    expect(openingOf(records[0]!).delivered).toEqual([[0, '/content', sha256('a')]])
  })

  it('records an answer that is left before it was first read, and closes its source', async () => {
    const { layer, exchange, records } = withOutbox()
    const source = stream(text('a'))
    const closed = vi.spyOn(source, 'return')
    const chunks = guardedBy(layer, source, exchange)
    await chunks.return()
    expect(records).toMatchObject([{ outcome: 'aborted' }])
    expect(closed).toHaveBeenCalledOnce()
    expect((await chunks.next()).done).toBe(true)
    expect(records).toHaveLength(1)
  })

  it('records an answer that is cut off as aborted, with our reason where we have one', async () => {
    for (const reason of [new SluiceError('session_frozen'), undefined]) {
      const controller = new AbortController()
      const { guard, records } = withOutbox({ signal: controller.signal })
      const chunks = guard(text('a'), new SluiceError('upstream_interrupted'))
      await chunks.next()
      controller.abort(reason)
      await expect(read(chunks)).rejects.toMatchObject({ code: 'upstream_interrupted' })
      expect(records).toHaveLength(1)
      expect(records[0]).toMatchObject({ outcome: 'aborted' })
      expect(records[0]?.code).toBe(reason?.code)
    }
  })

  it('leaves no second record where the reader goes before the last chunk', async () => {
    const { guard, records } = withOutbox()
    const chunks = guard(end)
    await chunks.next()
    await chunks.return()
    expect(records).toMatchObject([{ outcome: 'answered' }])
  })

  it('records an empty answer', async () => {
    const { guard, records } = withOutbox()
    expect(await read(guard())).toEqual([])
    expect(records).toMatchObject([{ outcome: 'answered' }])
  })

  it('never completes an answer whose record is not accepted, and tries only once', async () => {
    const cause = new Error('full')
    const append = vi.fn<Outbox['append']>(async () => Promise.reject(cause))
    const { guard } = setUp({}, { append })
    const chunks = guard(text('a'), end)
    expect((await chunks.next()).value).toEqual([text('a')])
    await expect(chunks.next()).rejects.toMatchObject({ code: 'audit_unavailable', cause })
    expect((await chunks.next()).done).toBe(true)
    expect(append.mock.calls.map(([{ kind }]) => kind)).toEqual(['clearance', 'request'])
  })

  it('never completes an answer whose record is not accepted in time', async () => {
    const layer = createEvidenceLayer({
      outbox: { append: () => new Promise(() => undefined) },
      ...{ refusals, masks, keyRing: keyRingForTests, newId },
      timeoutMs: 5,
    })
    const chunks = guardedBy(layer, stream(text('a'), end), exchangeForTests({ endpoints }))
    const seen: CompletionChunk[] = []
    const reading = (async () => {
      for await (const batch of chunks) seen.push(...batch)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'layer_timeout' })
    expect(seen).toEqual([text('a')])
  })

  it('digests the vectors of a whole answer, and lets it leave once its record is accepted', async () => {
    const { layer, exchange, records } = withOutbox()
    const vectors: EmbeddingsAnswer = {
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [0.5, -1] },
        { object: 'embedding', index: 1, embedding: 'AAAAPw==' },
      ],
      model: 'm',
      usage: { prompt_tokens: 1, total_tokens: 1 },
    }
    const guard = layer.openGuard<EmbeddingsAnswer>(exchange)
    expect(await guard.take([vectors])).toEqual([])
    expect(records).toHaveLength(0)
    expect(await guard.end()).toEqual([vectors])
    expect(openingOf(records[0]!).delivered).toEqual([
      [0, '/embedding', sha256('[0.5,-1]')],
      [1, '/embedding', sha256('AAAAPw==')],
    ])
  })

  it('digests the digests of many vectors, so that a record stays short', async () => {
    const { layer, exchange, records, stored } = withOutbox()
    const data = Array.from({ length: 2_048 }, (_, index): EmbeddingsAnswer['data'][number] => ({
      ...{ object: 'embedding', index, embedding: [index] },
    }))
    const usage = { prompt_tokens: 1, total_tokens: 1 }
    const guard = layer.openGuard<EmbeddingsAnswer>(exchange)
    await guard.take([{ object: 'list', data, model: 'm', usage }])
    await guard.end()
    const digests = data.map(({ index }) => [index, '/embedding', sha256(JSON.stringify([index]))])
    expect(openingOf(records[0]!).delivered).toEqual({ count: 2_048, sha256: sha256(JSON.stringify(digests)) })
    expect(JSON.stringify(stored).length).toBeLessThan(1_024)
  })

  it('begins an alert for each layer with grave violations, and names them in the record', async () => {
    const grave = (layer: 'L0' | 'L1') =>
      ({ policy_id: 'p', layer, action: 'observed', severity: 'high', message: 'm' }) as const
    const { layer, exchange, outbox } = withOutbox()
    const { alerts, work } = layer.alert([grave('L1'), grave('L0'), grave('L1')], exchange)
    await work
    expect(alerts.map((alert) => alert.layer)).toEqual(['L1', 'L0'])
    expect(outbox.alerts).toMatchObject([
      {
        ...{ kind: 'alert', id: 'alert-1', request_record_id: 'record-1', request_id: 'request-1', session_id: 7 },
        ...{ tenant: 'acme', sub: 'alice', model: 'gpt-test', layer: 'L1', violations: [grave('L1'), grave('L1')] },
      },
      { layer: 'L0', violations: [grave('L0')] },
    ])
    expect(outbox.alerts.every((alert) => outboxRecordSchema.safeParse(alert).success)).toBe(true)
    const account = () => ({ events: [], violations: [], cacheHit: false, alerts })
    await layer.seal({ outcome: 'held' }, exchangeForTests({ endpoints, account }))
    expect(outbox.records).toMatchObject([{ alerts }])
  })

  it('rejects with audit_unavailable where an alert is not accepted', async () => {
    const { layer, exchange } = setUp({}, { append: async () => Promise.reject(new Error('down')) })
    const violation = { policy_id: 'p', layer: 'L1', action: 'observed', severity: 'high', message: 'm' } as const
    await expect(layer.alert([violation], exchange).work).rejects.toMatchObject({ code: 'audit_unavailable' })
  })

  it('seals requests that got no answer', async () => {
    const { layer, exchange, records } = withOutbox()
    await layer.seal({ outcome: 'denied', code: 'jailbreak_detected' }, exchange)
    await layer.seal({ outcome: 'held' }, exchange)
    expect(records).toMatchObject([{ outcome: 'denied', code: 'jailbreak_detected' }, { outcome: 'held' }])
    expect(openingOf(records[0]!).delivered).toEqual([])
  })

  it.each<[string, Ending, boolean, boolean]>([
    ['a refusal before any layer', { outcome: 'denied', code: 'model_not_found' }, false, false],
    ['a refusal by a layer', { outcome: 'denied', code: 'jailbreak_detected' }, true, true],
  ])('leaves no record of %s that is counted', async (_what, ending, hasEvents, byLayer) => {
    const outbox = createMemoryOutbox()
    const getsOwnRecord = vi.fn<RefusalFolds['getsOwnRecord']>(async () => false)
    const own = { layer: 'L6', outcome: 'transform', duration_ms: 0, findings: 0 } as const
    const event = { layer: 'L0', outcome: 'allow', duration_ms: 0, findings: 0 } as const
    const layer = createEvidenceLayer({
      ...{ outbox, refusals: { getsOwnRecord }, masks, keyRing: keyRingForTests, newId },
      timeoutMs: 1_000,
    })
    const events = hasEvents ? [event, own] : [own]
    await layer.seal(
      ending,
      exchangeForTests({ endpoints, account: () => ({ events, violations: [], cacheHit: false, alerts: [] }) }),
    )
    expect(outbox.records).toEqual([])
    expect(getsOwnRecord.mock.calls).toEqual([[{ tenant: 'acme', sub: 'alice', code: ending.code }, byLayer]])
  })

  it('counts no request that was held, that ended otherwise or that may have left', async () => {
    const outbox = createMemoryOutbox()
    const layer = createEvidenceLayer({
      ...{ outbox, refusals: { getsOwnRecord: async () => false }, masks, keyRing: keyRingForTests, newId },
      timeoutMs: 1_000,
    })
    const endings: Ending[] = [
      { outcome: 'held' },
      { outcome: 'aborted', code: 'session_frozen' },
      { outcome: 'denied', code: 'upstream_rejected' },
      { outcome: 'denied', code: 'context_length_exceeded' },
    ]
    for (const ending of endings) await layer.seal(ending, exchangeForTests({ endpoints }))
    const late = exchangeForTests({ endpoints })
    late.disclosed.toEndpoint({ name: 'stub', permittedLevel: 7 })
    endings.push({ outcome: 'denied', code: 'layer_timeout' })
    await layer.seal({ outcome: 'denied', code: 'layer_timeout' }, late)
    expect(outbox.records.map(({ outcome, code }) => ({ outcome, ...(code && { code }) }))).toEqual(endings)
  })

  it('rejects with audit_unavailable when what was counted before cannot be recorded', async () => {
    const cause = new SluiceError('audit_unavailable')
    const layer = createEvidenceLayer({
      ...{ outbox: createMemoryOutbox(), refusals: { getsOwnRecord: () => Promise.reject(cause) } },
      ...{ keyRing: keyRingForTests, masks, newId, timeoutMs: 1_000 },
    })
    await expect(
      layer.seal({ outcome: 'denied', code: 'model_not_found' }, exchangeForTests({ endpoints })),
    ).rejects.toBe(cause)
  })

  it('rejects with audit_unavailable when such a record is not accepted', async () => {
    const { layer, exchange } = setUp({}, { append: async () => Promise.reject(new Error('down')) })
    await expect(layer.seal({ outcome: 'held' }, exchange)).rejects.toMatchObject({ code: 'audit_unavailable' })
  })
})
