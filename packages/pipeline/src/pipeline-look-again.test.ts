import {
  type ChatMessage,
  type CompletionChunk,
  chatRequestSchema,
  detectionSchema,
  type ResidualAction,
} from '@sluice/contracts'
import { findTokens } from '@sluice/token-vault'
import { createMemoryStateMap } from '@sluice/token-vault/testing'
import { describe, expect, it } from 'vitest'
import { answerOf } from './answer/answer.ts'
import { HeldBody } from './body-work.ts'
import { DeliveredTextMemory } from './delivered/index.ts'
import type { Facts } from './facts.ts'
import type { Account, Ending, Exchange, Layers } from './layer.ts'
import { createSensitivityLayer } from './layers/l2-sensitivity/index.ts'
import { createTokenizeLayer } from './layers/l3-tokenize/index.ts'
import { createPipeline } from './pipeline.ts'
import { compileCodenames } from './ports/codename-registry.ts'
import type { LocalRequest, ModelRequest } from './request/index.ts'
import { SentTextMemory } from './sent/index.ts'
import { sessionScopeOf } from './session-scope.ts'
import { chat } from './testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from './testing/exchange-for-tests.ts'

const unreadableLevels = { image: 7, audio: 7, file: 7, readFile: 7 } as const
const snapshot = { version: '1', index: compileCodenames([]) }
const shared = { codenames: { current: () => snapshot }, unreadableLevels, timeoutMs: 1_000 }
const stateMap = createMemoryStateMap()

/** The first look masks the address, and does not see the card, which two answers of tools share. */
const MESSAGES: ChatMessage[] = [
  { role: 'tool', tool_call_id: 'one', content: 'Write to anna@example.com. The card is 4111 1111' },
  { role: 'tool', tool_call_id: 'two', content: ' 1111 1111. The order is 536107704.' },
]

/** A run over L2, L3 and layers that do nothing, and what would have reached the model. */
async function run(
  residualAction: ResidualAction,
  lookAgain?: Layers['L2']['lookAgain'],
  request: ModelRequest = chat({ model: 'm', messages: MESSAGES }),
) {
  const sent: LocalRequest[] = []
  const endings: { ending: Ending; facts: Facts; account: Account }[] = []
  const layer = <Id extends string>(id: Id) =>
    ({
      ...{ id, timeoutMs: 1_000, onError: 'deny', decide: () => ({ type: 'allow' }) },
      ...{ openGuard: () => undefined, openCallGuard: () => undefined },
    }) as const
  const L2 = createSensitivityLayer({ ...shared, residualAction })
  const L3 = createTokenizeLayer({
    ...{ stateMap, keyRing: keyRingForTests, delivered: new DeliveredTextMemory(), unreadableLevels },
    sent: new SentTextMemory(),
    ...{ writeTimeoutMs: 1_000, timeoutMs: 1_000 },
  })
  const end = async (ending: Ending, exchange: Exchange) =>
    void endings.push({ ending, facts: exchange.facts, account: exchange.account() })
  const layers = {
    L0: { ...layer('L0'), decide: () => ({ type: 'allow', facts: { action: { category: 'A', rule: 'r' } } }) },
    ...{
      L1: layer('L1'),
      L2: lookAgain === undefined ? L2 : { ...L2, lookAgain, timeoutMs: 50 },
      L3,
      L4: layer('L4'),
      L7: layer('L7'),
    },
    L5: {
      ...layer('L5'),
      decide(request: ModelRequest) {
        if (request.remote === undefined) sent.push(request)
        const chunk: CompletionChunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [] }
        return { type: 'answer', answer: answerOf([chunk]) }
      },
    },
    L6: {
      ...layer('L6'),
      alert: () => ({ alerts: [], work: Promise.resolve() }),
      seal: end,
      openGuard: (exchange: Exchange) => ({
        take: (items: unknown) => items,
        end: async () => {
          await end({ outcome: 'answered' }, exchange)
          return []
        },
        seal: async (ending: Ending) => await end(ending, exchange),
      }),
    },
  } as unknown as Layers
  const failures: unknown[] = []
  const held = { timeoutMs: 50, keep: async () => ({ approvalId: 'approval-1' }) }
  const pipeline = createPipeline(layers, held, (_layer, _exchange, cause) => failures.push(cause))
  const { origin, runtime } = exchangeForTests({
    request,
    clock: { nowMs: () => 0, monotonicMs: () => performance.now() },
  })
  const outcome = await pipeline.run(origin, runtime)
  if (outcome.type === 'answered' && outcome.answer.kind === 'chunks') for await (const _ of outcome.answer.chunks);
  return { outcome, failures, end: endings[0], sent: textsOf(sent[0]?.body) }
}

function textsOf(body: unknown): readonly unknown[] {
  return body === undefined ? [] : chatRequestSchema.parse(body).messages.map(({ content }) => content)
}

const withoutIds = (texts: readonly unknown[]) =>
  texts.map((text) =>
    findTokens(String(text)).reduceRight(
      (rest, { start, end }) => `${rest.slice(0, start)}${rest.slice(start, end).slice(0, -11)}${rest.slice(end)}`,
      String(text),
    ),
  )

describe('what is still there when L3 has masked a request', () => {
  it('is recorded by type and passes, at the level that it has', async () => {
    const { sent, end, outcome } = await run('record')
    expect(withoutIds(sent)).toEqual([
      'Write to EMAIL_ADDRESS. The card is 4111 1111',
      ' 1111 1111. The order is 536107704.',
    ])
    expect(end?.facts).toMatchObject({ residual: { CREDIT_CARD: 1, US_SSN: 1 }, tile: { level: 5 } })
    expect(end?.account.violations).toContainEqual(
      expect.objectContaining({ policy_id: 'residual-credit-card', layer: 'L2', action: 'observed', severity: 'high' }),
    )
    // Layers are listed once, however often they look.
    expect(outcome.report.layersExecuted().filter((layer) => layer === 'L2')).toHaveLength(1)
    expect(end?.account.events.filter(({ layer }) => layer === 'L2')).toHaveLength(1)
  })

  it('is masked, as far as it is sure, and the same look shows nothing more of it', async () => {
    const { sent, end } = await run('mask')
    expect(withoutIds(sent)).toEqual(['Write to EMAIL_ADDRESS. The card is CREDIT_CARD', '. The order is 536107704.'])
    expect(end?.facts.residual).toEqual({ US_SSN: 1 })
    const values = [...(end?.facts.restorations?.values() ?? [])].map(({ value }) => value)
    expect(values).toEqual(['anna@example.com', '4111 1111 1111 1111'])
    expect(end?.account.violations.map(({ policy_id, action }) => `${policy_id} ${action}`)).toEqual([
      'mask-email-address masked',
      'mask-credit-card masked',
    ])
    const again = await run(
      'deny',
      undefined,
      chat({
        model: 'm',
        messages: sent.map((content) => ({ role: 'tool', tool_call_id: 'one', content: String(content) })),
      }),
    )
    expect(again.outcome.type).toBe('answered')
    expect(again.end?.facts.residual).toEqual({ US_SSN: 1 })
  })

  it('refuses the request where it is sure, and not for what it only counts', async () => {
    const { outcome, sent, end } = await run('deny')
    expect(outcome).toMatchObject({ type: 'denied', refusal: { code: 'content_blocked' } })
    expect(sent).toEqual([])
    expect(end?.account.violations).toContainEqual(
      expect.objectContaining({ policy_id: 'residual-credit-card', action: 'blocked' }),
    )
    const counted = await run(
      'deny',
      undefined,
      chat({ model: 'm', messages: [{ role: 'user', content: 'The order is 536107704.' }] }),
    )
    expect(counted.outcome.type).toBe('answered')
    expect(counted.end?.facts.residual).toEqual({ US_SSN: 1 })
  })

  it.each([
    ['throws', () => Promise.reject(new Error('boom'))],
    ['hangs', () => new Promise<never>(() => undefined)],
    [
      'throws at once',
      () => {
        throw new Error('boom')
      },
    ],
  ])('refuses the request where the look %s', async (_, look) => {
    const { outcome, sent, end, failures } = await run('record', look)
    expect(outcome).toMatchObject({
      type: 'denied',
      refusal: { code: expect.stringMatching(/^layer_(?:failed|timeout)$/) },
    })
    expect([sent, failures.length]).toEqual([[], 1])
    expect(end?.facts.residual).toBeUndefined()
  })

  it.each(['record', 'mask'] as const)('is the same for a body in another thread: %s', async (residualAction) => {
    const { origin } = exchangeForTests()
    const owner = { user: 'u', clock: { monotonicMs: () => 0 }, isStopped: false, stopReason: undefined }
    const body = new HeldBody(chat({ model: 'm', messages: MESSAGES }), owner)
    await body.L2({
      ...{ tenant: 'acme', codenames: snapshot, unreadableLevels, detection: detectionSchema.parse({}) },
      ...{ continuesPersonal: false, session: 's', residualAction, readsTraits: false },
    })
    const { masked, residual, sealed } = await body.L3(keyRingForTests.mappingKeys(sessionScopeOf(origin)))
    const here = await run(residualAction)
    const sent: unknown = JSON.parse(Buffer.from(masked).toString())
    expect(textsOf({ model: 'm', ...Object(sent) })).toEqual(here.sent)
    expect(residual.types).toEqual(here.end?.facts.residual)
    expect(new Set(sealed.map(([token]) => token))).toEqual(new Set(here.end?.facts.restorations?.keys()))
  })

  it('is unknown of a body that no thread has looked at again, which is refused', async () => {
    const remote = {
      L2: async () => ({
        tile: {
          level: 0,
          categories: { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
          reidentificationRisk: 0,
          flags: [],
          digest: 'd',
        },
        findings: 0,
      }),
      L3: async () => ({ masked: new Uint8Array(), sealed: [], violations: [] }),
    } as unknown as NonNullable<ModelRequest['remote']>
    const { outcome } = await run('record', undefined, { kind: 'chat', body: { model: 'm' }, remote })
    expect(outcome).toMatchObject({ type: 'denied', refusal: { code: 'layer_failed' } })
  })
})
