import type { ChatRequest, CompletionChunk, LayerEvent } from '@sluice/contracts'
import {
  createCacheLayer,
  createEvidenceLayer,
  createInterceptLayer,
  createJailbreakLayer,
  createRehydrateLayer,
  createRouteLayer,
  createSensitivityLayer,
  createTokenizeLayer,
  type ExchangeStart,
  type Layers,
} from '@sluice/pipeline'
import { createLevelPolicy } from '@sluice/policy'
import { createKeyRing } from '@sluice/token-vault'

/** All layers over stores that keep nothing and a model that answers at once. */
export function createLayersInMemory(answer: (request: ChatRequest) => readonly CompletionChunk[]): Layers {
  const keyRing = createKeyRing(new Map([['bench', Buffer.alloc(32, 1)]]), 'bench')
  const stateMap = { write: async () => undefined, read: async () => new Map<string, string>() }
  const timeoutMs = 2_000
  return {
    L0: createInterceptLayer({ users: { find: async () => ({ active: true }) }, timeoutMs }),
    L1: createJailbreakLayer({ timeoutMs }),
    L2: createSensitivityLayer({ codenames: { current: () => ({ version: '1', terms: [] }) }, timeoutMs }),
    L3: createTokenizeLayer({ stateMap, keyRing, timeoutMs }),
    L4: createRehydrateLayer({ stateMap, keyRing, timeoutMs }),
    L5: createRouteLayer({
      endpoints: [
        {
          name: 'bench',
          permittedLevel: 7,
          models: ['bench-model'],
          ask: async (request) => streamOf(answer(request)),
        },
      ],
      retry: { attempts: 3, baseDelayMs: 200, maxDelayMs: 5_000, budgetMs: 120_000 },
      timeoutMs: 121_000,
      random: Math.random,
    }),
    L6: createEvidenceLayer({ outbox: { append: async () => undefined }, keyRing, timeoutMs }),
    L7: createCacheLayer({
      cache: { find: async () => undefined, store: async () => undefined },
      keyRing,
      timeoutMs,
      maxAnswerBytes: 262_144,
      onFailure: (_layer, _exchange, cause) => {
        throw cause
      },
    }),
  }
}

export async function* streamOf(chunks: readonly CompletionChunk[]): AsyncGenerator<CompletionChunk, void, undefined> {
  for (const chunk of chunks) yield chunk
}

const policies = createLevelPolicy({ clearances: { '*': { level: 7 } } })
const principal = {
  tenant: 'default',
  sub: 'bench-subject',
  username: 'bench',
  groups: ['staff'],
  roles: [],
  departments: [],
  client: 'bench-client',
}

/** What the gateway knows of a request before the first layer sees it. */
export function startOf(number: number): ExchangeStart {
  return {
    requestId: `0190b0a0-0000-7000-8000-${String(number).padStart(12, '0')}`,
    model: 'bench-model',
    principal,
    session: { id: 1 },
    policy: policies.current('default'),
    cacheUse: 'full',
    clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
    signal: new AbortController().signal,
  }
}

/** The account of an answered request, as the runner keeps it, for a layer that is measured without the runner. */
export const EVENTS: readonly LayerEvent[] = (['L0', 'L1', 'L2', 'L3', 'L7', 'L5', 'L7', 'L4', 'L6'] as const).map(
  (layer, index) => ({ layer, outcome: 'transform', duration_ms: 0.0123456789 * (index + 1), findings: index % 2 }),
)
