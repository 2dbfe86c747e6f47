import type { CompletionChunk } from '@sluice/contracts'
import { answerOf, type Layers } from '@sluice/pipeline'

const TIMEOUT_MS = 2_000

/** Layers that decide at once and do nothing: a run over them costs what the runner itself costs. */
export function createEmptyLayers(answer: readonly CompletionChunk[]): Layers {
  const layer = <Id extends keyof Layers>(id: Id) => ({ id, timeoutMs: TIMEOUT_MS, onError: 'deny' }) as const
  const allow = () => ({ type: 'allow' }) as const
  const openGuard = () => undefined
  return {
    L0: { ...layer('L0'), decide: allow },
    L1: { ...layer('L1'), decide: allow },
    L2: { ...layer('L2'), decide: allow },
    L3: { ...layer('L3'), decide: allow },
    L4: { ...layer('L4'), openGuard },
    L5: { ...layer('L5'), decide: () => ({ type: 'answer', answer: answerOf(answer) }) },
    L6: {
      ...layer('L6'),
      seal: async () => undefined,
      openGuard: () => ({ take: (items) => items, end: () => [], seal: async () => undefined }),
    },
    L7: { ...layer('L7'), decide: allow, openGuard },
  }
}
