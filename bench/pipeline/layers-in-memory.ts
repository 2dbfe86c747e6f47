import { type ChatRequest, type CompletionChunk, detectionSchema, type LayerEvent } from '@sluice/contracts'
import { MosaicMemory } from '@sluice/mosaic'
import {
  answerOf,
  composeLayers,
  type EndpointSnapshot,
  type ExchangeOrigin,
  type ExchangeRuntime,
  type FailureObserver,
  type Layers,
  snapshotOf,
} from '@sluice/pipeline'
import { compileCodenames, unlimitedSpending } from '@sluice/pipeline/ports'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { createKeyRing } from '@sluice/token-vault'
import { createMasksInMemory } from './masks-in-memory.ts'

/** What a layer reports here is a fault of the bench. */
export const throwFailure: FailureObserver = (_layer, _exchange, cause) => {
  throw cause
}

const noCodenames = compileCodenames([])

type Outbox = Parameters<typeof composeLayers>[0]['outbox']

/** As a gateway keeps what callers have told. */
function mosaics(): MosaicMemory {
  return new MosaicMemory({ bound: 20, digest: (tenant, text) => keyRing.digest(tenant, text) })
}

const NO_OUTBOX: Outbox = { append: async () => undefined }

/** A model that answers at once. */
export function endpointsInMemory(answer: (request: ChatRequest) => readonly CompletionChunk[]): EndpointSnapshot {
  return snapshotOf([
    {
      name: 'bench',
      permittedLevel: 7,
      models: { chat: ['bench-model'], embeddings: [] },
      ask: async (request) => {
        if (request.kind !== 'chat' || request.remote !== undefined) throw new Error('The bench asks for completions.')
        return answerOf(answer(request.body))
      },
    },
  ])
}

const noAnswer = endpointsInMemory(() => [])

type AnswerCache = Parameters<typeof composeLayers>[0]['cache']

const NO_CACHE: AnswerCache = {
  find: async () => ({ answer: undefined, generation: '0' }),
  store: async () => undefined,
}

/** All layers over stores that keep nothing. Records go to `outbox`, answers to `cache`. */
export function createLayersInMemory(outbox: Outbox = NO_OUTBOX, cache: AnswerCache = NO_CACHE): Layers {
  return composeLayers(
    {
      users: { find: () => ({ active: true }) },
      codenames: { current: () => ({ version: '1', index: noCodenames }) },
      stateMap: { write: async () => undefined, read: async () => new Map<string, string>() },
      cache,
      kept: { find: async () => undefined, keep: async () => false, forget: async () => false },
      outbox,
      refusals: { getsOwnRecord: async () => true },
      masks: createMasksInMemory(),
      keyRing,
      mosaics: mosaics(),
      newId: () => '0190b0a0-0000-7000-a000-000000000000',
      random: Math.random,
    },
    {
      ...{ toolsOf: () => undefined, answerCalls: 'pass', earlierTexts: 'as-sent' },
      detection: detectionSchema.parse({}),
      residualAction: 'record',
      newValues: { action: 'pass', fromLevel: 4 },
      unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 },
      maxRestoredChars: 33_554_432,
      maxCachedAnswerBytes: 262_144,
      maxKeptResponseBytes: 1_048_576,
      maxCachedTemperature: 0.3,
      matchesSimilar: true,
      maxCacheWaitMs: 0,
      attempts: 3,
      firstByteTimeoutMs: 120_000,
    },
    throwFailure,
  )
}

const policies = createCedarPolicies({ clearances: { '*': { level: 7 } } }, { clock: { nowMs: Date.now } })
const principal = {
  tenant: 'default',
  sub: 'bench-subject',
  username: 'bench',
  groups: ['staff'],
  roles: [],
  departments: [],
  client: 'bench-client',
}

const keyRing = createKeyRing(new Map([['bench', Buffer.alloc(32, 1)]]), 'bench')
const session = { id: 1, secret: keyRing.newSessionSecret(principal) }

/** Who asks, in the n-th request. */
export function originOf(number: number, body: ChatRequest): ExchangeOrigin {
  return {
    requestId: `0190b0a0-0000-7000-8000-${String(number).padStart(12, '0')}`,
    request: { kind: 'chat', body },
    principal,
    session,
    cacheUse: 'full',
  }
}

export function runtimeForBench(endpoints: EndpointSnapshot = noAnswer): ExchangeRuntime {
  return {
    policy: policies.current('default'),
    endpoints,
    clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
    signal: new AbortController().signal,
    recordId: '0190b0a0-0000-7000-9000-000000000000',
    holdBytes: () => undefined,
    spending: unlimitedSpending(0),
  }
}

/** The account of an answered request, as the runner keeps it, for a layer that is measured without the runner. */
export const EVENTS: readonly LayerEvent[] = (['L0', 'L1', 'L2', 'L3', 'L7', 'L5', 'L7', 'L4', 'L6'] as const).map(
  (layer, index) => ({ layer, outcome: 'transform', duration_ms: 0.0123456789 * (index + 1), findings: index % 2 }),
)
