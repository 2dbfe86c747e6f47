import type { CompletionChunk, SensitivityTile } from '@sluice/contracts'
import { answerOf, type Layers } from '@sluice/pipeline'

const TIMEOUT_MS = 2_000

/** What the runner itself needs of L0 and L2, to ask the policy. */
const ACTION = { category: 'A', rule: 'bench' } as const
const TILE: SensitivityTile = {
  level: 0,
  categories: { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
  reidentificationRisk: 0,
  flags: [],
  digest: 'bench',
}

/** Layers that decide at once and do nothing: a run over them costs what the runner itself costs. */
export function createEmptyLayers(answer: readonly CompletionChunk[]): Layers {
  const layer = <Id extends keyof Layers>(id: Id) => ({ id, timeoutMs: TIMEOUT_MS, onError: 'deny' }) as const
  const allow = () => ({ type: 'allow' }) as const
  const openGuard = () => undefined
  const CALLS = { openCallGuard: openGuard, openEventCallGuard: openGuard }
  return {
    L0: { ...layer('L0'), ...CALLS, decide: () => ({ type: 'allow', facts: { action: ACTION } }) },
    L1: { ...layer('L1'), decide: allow, opinionTimeoutMs: TIMEOUT_MS, askGuards: allow },
    L2: {
      ...layer('L2'),
      decide: () => ({ type: 'allow', facts: { tile: TILE } }),
      lookAgain: allow,
      findInAnswer: () => [],
    },
    L3: { ...layer('L3'), decide: allow, replaceMore: allow },
    L4: { ...layer('L4'), decide: allow, openGuard, openEventGuard: openGuard },
    L5: { ...layer('L5'), decide: () => ({ type: 'answer', answer: answerOf(answer) }) },
    L6: {
      ...layer('L6'),
      alert: () => ({ alerts: [], work: Promise.resolve() }),
      seal: async () => undefined,
      openGuard: () => ({ take: (items) => items, end: () => [], seal: async () => undefined }),
    },
    L7: { ...layer('L7'), decide: allow, openGuard, openEventGuard: openGuard },
  }
}
