import {
  type CodenameRegistry,
  createCacheLayer,
  createEvidenceLayer,
  createInterceptLayer,
  createJailbreakLayer,
  createPipeline,
  createRehydrateLayer,
  createRouteLayer,
  createSensitivityLayer,
  createTokenizeLayer,
  type FailureObserver,
  type ModelEndpoint,
  type Outbox,
  type Pipeline,
  type SemanticCache,
  type UsersStore,
} from '@sluice/pipeline'
import type { KeyRing, SecureStateMap } from '@sluice/token-vault'

/** Every adapter that the layers work with, and their bounds. */
export interface PipelineParts {
  readonly users: UsersStore
  readonly codenames: CodenameRegistry
  readonly stateMap: SecureStateMap
  readonly cache: SemanticCache
  readonly outbox: Outbox
  readonly endpoints: readonly ModelEndpoint[]
  readonly keyRing: KeyRing
  /** 0..1, for back-off jitter. */
  readonly random: () => number
  readonly maxCachedAnswerBytes: number
  readonly attemptsPerEndpoint: number
  /** Longest time until a model begins to answer, in milliseconds. */
  readonly firstByteTimeoutMs: number
  readonly onFailure: FailureObserver
}

/** A layer that works in memory has had far more than its usual microseconds after this long. */
const MEMORY_TIMEOUT_MS = 250
/** A layer that asks a store waits a little longer than the store's own time-out, so that the store's error is told. */
const STORE_TIMEOUT_MS = 950
/** Text work on the longest body that is taken. */
const SCAN_TIMEOUT_MS = 2_000

/** The one place where the ports of the pipeline meet their adapters. */
export function composePipeline(parts: PipelineParts): Pipeline {
  const { users, codenames, stateMap, cache, outbox, endpoints, keyRing, onFailure } = parts
  return createPipeline(
    {
      L0: createInterceptLayer({ users, timeoutMs: STORE_TIMEOUT_MS }),
      L1: createJailbreakLayer({ timeoutMs: SCAN_TIMEOUT_MS }),
      L2: createSensitivityLayer({ codenames, timeoutMs: SCAN_TIMEOUT_MS }),
      L3: createTokenizeLayer({ stateMap, keyRing, timeoutMs: STORE_TIMEOUT_MS }),
      L4: createRehydrateLayer({ stateMap, keyRing, timeoutMs: STORE_TIMEOUT_MS }),
      L5: createRouteLayer({
        endpoints,
        timeoutMs: parts.firstByteTimeoutMs + MEMORY_TIMEOUT_MS,
        retry: {
          attempts: parts.attemptsPerEndpoint,
          baseDelayMs: 200,
          maxDelayMs: 5_000,
          budgetMs: parts.firstByteTimeoutMs,
        },
        random: parts.random,
      }),
      L6: createEvidenceLayer({ outbox, keyRing, timeoutMs: STORE_TIMEOUT_MS }),
      L7: createCacheLayer({
        cache,
        keyRing,
        timeoutMs: STORE_TIMEOUT_MS,
        maxAnswerBytes: parts.maxCachedAnswerBytes,
        onFailure,
      }),
    },
    onFailure,
  )
}
