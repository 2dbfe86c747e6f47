import { type LayerId, type SensitivityTile, SluiceError } from '@sluice/contracts'
import type { PolicyDecision, PolicyQuestion, PolicySnapshot } from '@sluice/policy'
import { describe, expect, it, vi } from 'vitest'
import { answerOf } from './answer/index.ts'
import type { Decision, Ending, EvidenceLayer, GrantedApproval, HeldRequests, Layers } from './layer.ts'
import type { Outcome } from './outcome.ts'
import { createPipeline } from './pipeline.ts'
import { chat, drain } from './testing/answers-for-tests.ts'
import { exchangeForTests, policyForTests } from './testing/exchange-for-tests.ts'

const tile: SensitivityTile = {
  level: 5,
  categories: { PII: 0, PHI: 0, PCI: 1, SECRET: 0, CODENAME: 0 },
  reidentificationRisk: 0,
  flags: [],
  digest: 'd',
}
const action = { category: 'F', rule: 'pay' } as const
const HOLD: Decision = { type: 'hold', reason: action, facts: { action }, violations: [] }
const ALLOW: Decision = { type: 'allow', facts: { action } }

interface Scene {
  readonly l0?: Decision
  readonly l1?: Decision
  readonly l2?: Decision
  readonly keep?: HeldRequests['keep']
  /** The policy's answer once the tile is known. */
  readonly effect?: PolicyDecision['effect']
  readonly approval?: GrantedApproval
  readonly approvers?: PolicyDecision['approvers']
}

async function run({ l0 = ALLOW, l1 = { type: 'allow' }, l2, effect = 'permit', approval, ...scene }: Scene) {
  const endings: Ending[] = []
  const seal = async (ending: Ending) => void endings.push(ending)
  const asked: PolicyQuestion[] = []
  const ask = vi.fn((): Decision => ({ type: 'answer', answer: answerOf([]) }))
  const layer = <Id extends LayerId>(id: Id, decide: () => Decision = () => ({ type: 'allow' })) =>
    ({
      ...{ id, timeoutMs: 50, onError: 'deny', decide },
      ...{ openGuard: () => undefined, openCallGuard: () => undefined },
    }) as const
  const evidence: EvidenceLayer = {
    ...{ id: 'L6', timeoutMs: 50, onError: 'deny', seal },
    alert: () => ({ alerts: [], work: Promise.resolve() }),
    openGuard: () => ({ take: (items) => items, end: () => [], seal }),
  }
  const layers = {
    L0: layer('L0', () => l0),
    L1: layer('L1', () => l1),
    L2: {
      ...layer('L2', () => l2 ?? { type: 'allow', facts: { tile } }),
      lookAgain: () => ALLOW,
      findInAnswer: () => [],
    },
    ...{ L3: layer('L3'), L4: layer('L4'), L5: layer('L5', ask), L6: evidence, L7: layer('L7') },
  } as unknown as Layers
  const keep = vi.fn<HeldRequests['keep']>(scene.keep ?? (async () => ({ approvalId: 'approval-1' })))
  const pipeline = createPipeline(layers, { timeoutMs: 50, keep }, () => undefined)
  const { approvers } = scene
  const policy: PolicySnapshot = {
    ...policyForTests(),
    decide: (question) => {
      asked.push(question)
      const decision = { effect, policyIds: ['policy-for-tests'] as const }
      return approvers === undefined ? decision : { ...decision, approvers }
    },
  }
  const request = chat({ model: 'm', messages: [{ role: 'user', content: 'Pay' }] })
  const { origin, runtime } = exchangeForTests({ request, policy })
  const outcome = await pipeline.run(origin, approval === undefined ? runtime : { ...runtime, approval })
  return { outcome, endings, asked, ask, keep, listed: () => outcome.report.layersExecuted() }
}

const codeOf = (outcome: Outcome) => (outcome.type === 'denied' ? outcome.refusal.code : outcome.type)

describe('a request that waits for a human', () => {
  it('passes the inspectors, is kept, recorded, and not sent', async () => {
    const { outcome, endings, ask, keep, listed } = await run({ l0: HOLD })
    expect(outcome).toMatchObject({ type: 'held', reason: action, approvalId: 'approval-1' })
    expect(listed()).toEqual(['L0', 'L1', 'L2', 'L6'])
    expect(endings).toEqual([{ outcome: 'held' }])
    expect(keep.mock.calls[0]?.[1].facts.tile).toBe(tile)
    expect(ask).not.toHaveBeenCalled()
  })

  it('may be held for its data alone: the policy is asked again with the tile', async () => {
    const { outcome, asked } = await run({ effect: 'hold' })
    expect(outcome).toMatchObject({ type: 'held', reason: action })
    expect(asked).toMatchObject([{ action: 'perform-action', resource: { category: 'F' }, context: { tile } }])
    expect(outcome.report.account().violations).toMatchObject([{ layer: 'L2', action: 'held' }])
  })

  it('needs the approvers of both questions', async () => {
    const first: Decision = { ...HOLD, reason: { ...action, approvers: [{ count: 2, roles: [] }] } }
    const { outcome } = await run({ l0: first, effect: 'hold', approvers: [{ count: 1, roles: ['ciso'] }] })
    expect(outcome).toMatchObject({
      type: 'held',
      reason: {
        ...action,
        approvers: [
          { count: 2, roles: [] },
          { count: 1, roles: ['ciso'] },
        ],
      },
    })
  })

  it('says once what both questions say', async () => {
    const held = {
      policy_id: 'policy-for-tests',
      layer: 'L0',
      action: 'held',
      severity: 'medium',
      message: '',
    } as const
    const { outcome } = await run({ l0: { ...HOLD, violations: [held] }, effect: 'hold' })
    expect(outcome.report.account().violations).toEqual([held])
  })

  it.each([
    ['an inspector', { l1: { type: 'deny', refusal: { code: 'jailbreak_detected' } } }, 'jailbreak_detected'],
    ['the second question', { effect: 'forbid' }, 'action_not_permitted'],
    ['a missing tile', { l2: { type: 'allow' } }, 'layer_failed'],
  ] as const)('is refused and not queued where %s denies', async (_, scene, code) => {
    const { outcome, keep } = await run({ l0: HOLD, ...scene })
    expect(codeOf(outcome)).toBe(code)
    expect(keep).not.toHaveBeenCalled()
  })

  it.each([
    ['fails', () => Promise.reject(new Error('lost')), 'layer_failed'],
    ['refuses', () => Promise.reject(new SluiceError('request_too_large')), 'request_too_large'],
    ['hangs', () => new Promise<never>(() => undefined), 'layer_timeout'],
  ])('is refused where keeping it %s', async (_, keep, code) => {
    const { outcome, endings, ask } = await run({ l0: HOLD, keep })
    expect(codeOf(outcome)).toBe(code)
    expect(endings).toEqual([{ outcome: 'denied', code }])
    expect(ask).not.toHaveBeenCalled()
  })
})

describe('a request that humans have approved', () => {
  it('is not held again, and is marked as begun before it leaves', async () => {
    const begun: string[] = []
    const begin = async () => void begun.push('begun')
    const { outcome, ask, keep } = await run({ l0: HOLD, effect: 'hold', approval: { id: 'approval-1', begin } })
    expect(outcome.type).toBe('answered')
    if (outcome.type === 'answered' && outcome.answer.kind === 'chunks') await drain(outcome.answer.chunks)
    expect(begun).toEqual(['begun'])
    expect(ask).toHaveBeenCalledOnce()
    expect(keep).not.toHaveBeenCalled()
  })

  it.each([
    ['refuses', () => Promise.reject(new SluiceError('conflict')), 'conflict'],
    ['hangs', () => new Promise<never>(() => undefined), 'layer_timeout'],
  ])('does not leave where the mark %s', async (_, begin, code) => {
    const { outcome, ask } = await run({ l0: HOLD, approval: { id: 'approval-1', begin } })
    expect(codeOf(outcome)).toBe(code)
    expect(ask).not.toHaveBeenCalled()
  })

  it('does not leave where the policy of now forbids it', async () => {
    const begin = vi.fn(async () => undefined)
    const { outcome, ask } = await run({ l0: HOLD, effect: 'forbid', approval: { id: 'approval-1', begin } })
    expect(codeOf(outcome)).toBe('action_not_permitted')
    expect(begin).not.toHaveBeenCalled()
    expect(ask).not.toHaveBeenCalled()
  })
})
