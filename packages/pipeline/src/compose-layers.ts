import {
  type ActionCategory,
  type AnswerCallsAction,
  type DetectionConfig,
  type EarlierTexts,
  isMaskedWhereHidden,
  keptLevelOf,
  type Level,
  type NewValuesAction,
  type ResidualAction,
  shiftsDates,
  type UnreadableLevels,
} from '@sluice/contracts'
import type { KeyRing, SecureStateMap } from '@sluice/token-vault'
import { DeliveredTextMemory } from './delivered/index.ts'
import type { Layers } from './layer.ts'
import { createInterceptLayer } from './layers/l0-intercept/index.ts'
import { createJailbreakLayer } from './layers/l1-semantic/index.ts'
import {
  createAnswerValues,
  createSensitivityLayer,
  faultsOfCustom,
  faultsOfNames,
} from './layers/l2-sensitivity/index.ts'
import { createTokenizeLayer } from './layers/l3-tokenize/index.ts'
import { createRehydrateLayer } from './layers/l4-rehydrate/index.ts'
import { createRouteLayer, EndpointHealth } from './layers/l5-route/index.ts'
import { createEvidenceLayer, type PolicyObserver } from './layers/l6-evidence/index.ts'
import { createCacheLayer } from './layers/l7-cache/index.ts'
import type { CodenameRegistry } from './ports/codename-registry.ts'
import type { KeptResponses } from './ports/kept-responses.ts'
import type { MaskPool } from './ports/mask-pool.ts'
import type { Mosaics } from './ports/mosaics.ts'
import type { Outbox } from './ports/outbox.ts'
import type { RefusalFolds } from './ports/refusal-folds.ts'
import type { SemanticCache } from './ports/semantic-cache.ts'
import type { SessionSuspicions } from './ports/session-suspicions.ts'
import type { AttemptObserver } from './ports/upstream-attempt.ts'
import type { UsersStore } from './ports/users-store.ts'
import type { FailureObserver } from './run/run-request-layer.ts'
import { SentTextMemory } from './sent/index.ts'

/** Everything outside the process that the layers work with. */
interface LayerPorts {
  readonly users: UsersStore
  readonly codenames: CodenameRegistry
  readonly stateMap: SecureStateMap
  readonly cache: SemanticCache
  readonly kept: KeptResponses
  readonly outbox: Outbox
  readonly refusals: RefusalFolds
  readonly masks: MaskPool
  readonly keyRing: KeyRing
  /** What callers have told of persons; nothing is looked for where it is left out. */
  readonly mosaics?: Mosaics | undefined
  /** What sessions have sent before that looked like an attack; nothing is remembered where it is left out. */
  readonly suspicions?: SessionSuspicions | undefined
  /** What is known of endpoints; shown by metrics. */
  readonly health?: EndpointHealth | undefined
  /** 0 (inclusive) to 1 (exclusive), for back-off jitter. */
  readonly random: () => number
  /** Gives a record an id of its own: a UUIDv7. */
  readonly newId: () => string
  /** Told of the policy and of the endpoints behind each clearance that is put on record. */
  readonly onPolicy?: PolicyObserver | undefined
}

export interface LayerLimits {
  /** What is done about calls that a model makes and the policy would hold or refuse. */
  readonly answerCalls: AnswerCallsAction
  /** What tools do by the word of an operator, by name, for the callers of a tenant. */
  readonly toolsOf: (tenant: string) => ReadonlyMap<string, ActionCategory> | undefined
  /** What a request with content that cannot be read counts as. */
  readonly unreadableLevels: UnreadableLevels
  /** What L2 looks for. */
  readonly detection: DetectionConfig
  /** What is done about values that L2's second look is sure of. */
  readonly residualAction: ResidualAction
  /** What an endpoint gets of a text that went to it before one of its values was known. */
  readonly earlierTexts: EarlierTexts
  /** What is done about values of this level and above that a model has written itself. */
  readonly newValues: { readonly action: NewValuesAction; readonly fromLevel: Level }
  /** Longer answers are not remembered; UTF-8 bytes of their JSON. */
  readonly maxCachedAnswerBytes: number
  /** Longer responses are not kept for a later request; UTF-8 bytes of their JSON, with what was sent. */
  readonly maxKeptResponseBytes: number
  /** Requests that name a higher temperature are not answered from the cache. */
  readonly maxCachedTemperature: number
  /** Whether a user who asks the same in other words is given a remembered answer. */
  readonly matchesSimilar: boolean
  /** The longest that a request waits for the answer to an equal one that is under way, in milliseconds. */
  readonly maxCacheWaitMs: number
  /** The longest that the texts of an answer may become with values in them; UTF-16 code units. */
  readonly maxRestoredChars: number
  /** How often endpoints are asked for one request, all of them together. */
  readonly attempts: number
  /** The longest time until a model begins to answer, in milliseconds. */
  readonly firstByteTimeoutMs: number
}

/** A layer that works in memory has had far more than its usual microseconds after this long. */
const MEMORY_TIMEOUT_MS = 250
/**
 * A layer that asks a store waits a little longer than the store's own time-out, so that the store's error is reported.
 */
const STORE_TIMEOUT_MS = 950
/** The longest that a record may wait for a mask, where requests take more of them than are made. */
export const MASK_TIMEOUT_MS = 2_000
/** Text work on the longest body that is taken, done in turns with the text work of other requests. */
const TEXT_TIMEOUT_MS = 30_000

const RETRIES = { baseDelayMs: 200, maxDelayMs: 5_000 }

/** What guard models may take: more than each of them is allowed to by the registry, so that its own error is told. */
const OPINION_TIMEOUT_MS = 21_000

/** Why a configuration of what L2 looks for cannot be used; empty where it can. */
export function faultsOfDetection(config: DetectionConfig): readonly string[] {
  return [...faultsOfCustom(config.recognizers), ...faultsOfNames(config)]
}

/** What will be known of endpoints from how they answer: L5 keeps it, and metrics show it. */
export function createEndpointHealth(): EndpointHealth {
  return new EndpointHealth()
}

/**
 * The eight layers of `order.ts` over their ports, with the time that each may take.
 *
 * @param onFailure receives why an answer could not be remembered.
 * @param onAttempt receives every attempt to ask a model endpoint.
 */
export function composeLayers(
  ports: LayerPorts,
  limits: LayerLimits,
  onFailure: FailureObserver,
  onAttempt?: AttemptObserver,
): Layers {
  const { users, codenames, stateMap, cache, kept, outbox, refusals, masks, suspicions, keyRing, random } = ports
  const delivered = new DeliveredTextMemory()
  return {
    L0: createInterceptLayer({
      ...{ users, lookUpTimeoutMs: STORE_TIMEOUT_MS, timeoutMs: TEXT_TIMEOUT_MS },
      ...{ toolsOf: limits.toolsOf, answerCalls: limits.answerCalls },
    }),
    L1: createJailbreakLayer({
      timeoutMs: TEXT_TIMEOUT_MS,
      opinionTimeoutMs: OPINION_TIMEOUT_MS,
      keptLevelOf: (tenant) => keptLevelOf(limits.detection, tenant),
      memory: suspicions && { suspicions, digest: (tenant, text) => keyRing.digest(tenant, text) },
    }),
    L2: createSensitivityLayer({
      codenames,
      mosaics: ports.mosaics,
      detection: limits.detection,
      residualAction: limits.residualAction,
      unreadableLevels: limits.unreadableLevels,
      timeoutMs: TEXT_TIMEOUT_MS,
    }),
    L3: createTokenizeLayer({
      ...{ stateMap, keyRing, delivered, sent: new SentTextMemory(), earlierTexts: limits.earlierTexts },
      unreadableLevels: limits.unreadableLevels,
      ...{ writeTimeoutMs: STORE_TIMEOUT_MS, timeoutMs: TEXT_TIMEOUT_MS },
    }),
    L4: createRehydrateLayer({
      stateMap,
      keyRing,
      delivered,
      isMasked: (tenant, entity) => isMaskedWhereHidden(limits.detection, tenant, entity),
      newValues: {
        action: limits.newValues.action,
        finderFor: createAnswerValues({
          codenames,
          detection: limits.detection,
          fromLevel: limits.newValues.fromLevel,
        }),
      },
      shiftsDates: (tenant) => shiftsDates(limits.detection, tenant),
      maxRestoredChars: limits.maxRestoredChars,
      timeoutMs: TEXT_TIMEOUT_MS,
    }),
    L5: createRouteLayer({
      timeoutMs: limits.firstByteTimeoutMs + MEMORY_TIMEOUT_MS,
      retry: { ...RETRIES, attempts: limits.attempts, budgetMs: limits.firstByteTimeoutMs },
      keyRing,
      random,
      health: ports.health,
      onAttempt,
    }),
    L6: createEvidenceLayer({
      ...{ outbox, refusals, keyRing, masks, suspicions, newId: ports.newId, onPolicy: ports.onPolicy },
      timeoutMs: MASK_TIMEOUT_MS + STORE_TIMEOUT_MS,
    }),
    L7: createCacheLayer({
      ...{ cache, kept, keyRing, codenames },
      lookUpTimeoutMs: STORE_TIMEOUT_MS,
      maxWaitMs: limits.maxCacheWaitMs,
      maxAnswerBytes: limits.maxCachedAnswerBytes,
      maxKeptBytes: limits.maxKeptResponseBytes,
      maxTemperature: limits.maxCachedTemperature,
      matchesSimilar: limits.matchesSimilar,
      onFailure,
    }),
  }
}
