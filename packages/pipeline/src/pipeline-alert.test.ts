import type { CompletionChunk, PolicyViolation } from '@sluice/contracts'
import { describe, expect, it, vi } from 'vitest'
import type { Decision, Layers } from './layer.ts'
import { createEvidenceLayer } from './layers/l6-evidence/index.ts'
import { createPipeline } from './pipeline.ts'
import { createMemoryOutbox } from './ports/memory/memory-outbox.ts'
import type { Outbox } from './ports/outbox.ts'
import { chat } from './testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from './testing/exchange-for-tests.ts'
import { masksForTests } from './testing/masks-for-tests.ts'

const request = chat({ model: 'gpt-test', messages: [{ role: 'user', content: 'hello' }], stream: true })
const categories = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
const flags: string[] = []
const tile = { level: 0, categories, reidentificationRisk: 0, flags, digest: '' } as const
const observed: PolicyViolation = {
  ...{ policy_id: 'jailbreak', layer: 'L1', action: 'observed', severity: 'high', message: 'm' },
}
const chunk = (content: string, finish_reason: string | null = null): CompletionChunk => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta: { content }, finish_reason }],
})

/** A pipeline whose L1 decides so, and whose model streams until it is let go. */
function open(l1: Decision, outbox: Outbox) {
  const modelMayEnd = Promise.withResolvers<void>()
  async function* streaming() {
    yield [chunk('Hel')]
    await modelMayEnd.promise
    yield [chunk('lo', 'stop')]
  }
  const ask = vi.fn((): Decision => ({ type: 'answer', answer: { kind: 'chunks', chunks: streaming() } }))
  const layer = (id: keyof Layers, decide: () => Decision = () => ({ type: 'allow' })) =>
    ({
      ...{ id, timeoutMs: 500, onError: 'deny', decide },
      ...{ openGuard: () => undefined, openCallGuard: () => undefined },
    }) as const
  const layers = {
    L0: layer('L0', () => ({ type: 'allow', facts: { action: { category: 'B', rule: 'r' } } })),
    L1: layer('L1', () => l1),
    L2: {
      ...layer('L2', () => ({ type: 'allow', facts: { tile } })),
      lookAgain: () => ({ type: 'allow' }),
      findInAnswer: () => [],
    },
    ...{ L3: layer('L3'), L4: layer('L4'), L5: layer('L5', ask), L7: layer('L7') },
    L6: createEvidenceLayer({
      ...{ outbox, refusals: { getsOwnRecord: async () => true }, keyRing: keyRingForTests },
      ...{ masks: masksForTests(), newId: () => 'alert-1', timeoutMs: 500 },
    }),
  } as unknown as Layers
  const held = { timeoutMs: 50, keep: async () => ({ approvalId: 'approval-1' }) }
  const pipeline = createPipeline(layers, held, () => undefined)
  const { origin, runtime } = exchangeForTests({ request })
  return { ask, modelMayEnd, run: () => pipeline.run(origin, runtime) }
}

async function chunksOf(running: ReturnType<ReturnType<typeof open>['run']>) {
  const outcome = await running
  if (outcome.type !== 'answered' || outcome.answer.kind !== 'chunks') throw new Error(outcome.type)
  return outcome.answer.chunks[Symbol.asyncIterator]()
}

describe('a grave violation of a request that goes on', () => {
  it('is on record while the answer still streams, and the record at the end names the alert', async () => {
    const outbox = createMemoryOutbox()
    const { modelMayEnd, run } = open({ type: 'allow', violations: [observed] }, outbox)
    const chunks = await chunksOf(run())
    expect((await chunks.next()).value).toMatchObject([{ choices: [{ delta: { content: 'Hel' } }] }])
    expect(outbox.alerts).toMatchObject([{ id: 'alert-1', layer: 'L1', request_record_id: 'record-1' }])
    expect(outbox.records).toEqual([])
    modelMayEnd.resolve()
    while ((await chunks.next()).done !== true);
    expect(outbox.alerts).toHaveLength(1)
    expect(outbox.records).toMatchObject([
      { id: 'record-1', outcome: 'answered', violations: [observed], alerts: [{ layer: 'L1', id: 'alert-1' }] },
    ])
  })

  it('keeps the request from the model where it cannot be recorded', async () => {
    const outbox = createMemoryOutbox()
    const append: Outbox['append'] = async (record) => {
      if (record.kind === 'alert') throw new Error('down')
      await outbox.append(record)
    }
    const { ask, run } = open({ type: 'allow', violations: [observed] }, { append })
    expect(await run()).toMatchObject({ type: 'denied', refusal: { code: 'audit_unavailable' } })
    expect(ask).not.toHaveBeenCalled()
  })

  it.each<[string, Decision]>([
    ['is denied', { type: 'deny', refusal: { code: 'jailbreak_detected' }, violations: [observed] }],
    ['is less grave', { type: 'allow', violations: [{ ...observed, severity: 'medium' }] }],
    ['was masked', { type: 'allow', violations: [{ ...observed, action: 'masked' }] }],
    ['waits for a human', { type: 'hold', reason: { category: 'F', rule: 'r' }, violations: [observed] }],
  ])('leaves no alert where it %s: its record tells it', async (_what, l1) => {
    const outbox = createMemoryOutbox()
    const { modelMayEnd, run } = open(l1, outbox)
    modelMayEnd.resolve()
    const outcome = await run()
    if (outcome.type === 'answered' && outcome.answer.kind === 'chunks') {
      for await (const _ of outcome.answer.chunks);
    }
    expect(outbox.alerts).toEqual([])
    expect(outbox.records).toHaveLength(1)
  })
})
