import type { Approvals } from '@sluice/approvals'
import type { Clock } from '@sluice/contracts'
import type { SessionKeys } from '@sluice/keys'
import type { Outbox, RefusalFolds } from '@sluice/outbox'
import type { Pipeline, UsersStore } from '@sluice/pipeline'
import type { CodenameRegistry, KeptResponses } from '@sluice/pipeline/ports'
import type { PolicySource } from '@sluice/policy'
import type { Logger } from '@sluice/service-kit'
import type { SessionGate, SessionStore } from '@sluice/sessions'
import type { KeyRing } from '@sluice/token-vault'
import type { Door } from './admission/door.ts'
import type { ExchangeLifetimes } from './admission/exchange-lifetime.ts'
import type { ApiKeys } from './api-keys/api-keys.ts'
import type { Callers } from './api-keys/open-api-keys.ts'
import type { BodyPool } from './bodies/body-pool.ts'
import type { EndpointRegistry } from './endpoints/endpoint-registry.ts'
import type { RequestObserver } from './observation/request-observer.ts'
import type { Quotas } from './quotas/quotas.ts'
import type { Spendings } from './spending/spendings.ts'

/** What the routes of the gateway work with; `server.ts` puts it together. Each route picks what it needs. */
export interface Dependencies {
  readonly authenticator: Callers
  readonly apiKeys: Pick<ApiKeys, 'grantOf'>
  readonly sessions: Pick<SessionStore, 'find' | 'findUser' | 'requireUnstopped'>
  /** The way in for requests to a model; a freeze stops whatever is inside. */
  readonly gate: Pick<SessionGate, 'enter' | 'leave' | 'isFresh' | 'ensureFresh'>
  readonly users: UsersStore
  readonly policies: PolicySource
  readonly codenames: CodenameRegistry
  readonly quotas: Pick<Quotas, 'begin' | 'noteOverload'>
  readonly spendings: Pick<Spendings, 'of'>
  readonly endpoints: Pick<EndpointRegistry, 'current' | 'hold'>
  readonly pipeline: Pipeline
  readonly outbox: Pick<Outbox, 'requireRoom'>
  /** Counts who was refused before the pipeline. */
  readonly refusals: Pick<RefusalFolds, 'count'>
  readonly lifetimes: Pick<ExchangeLifetimes, 'open'>
  readonly door: Pick<Door, 'introduce'>
  readonly observer: Pick<RequestObserver, 'open'>
  /** What waits for a human. */
  readonly approvals: Pick<Approvals, 'get' | 'contentOf'>
  /** Responses that later requests may continue. */
  readonly kept: Pick<KeptResponses, 'find' | 'forget'>
  readonly keyRing: KeyRing
  readonly sessionKeys: Pick<SessionKeys, 'require' | 'load'>
  readonly clock: Clock
  readonly logger: Logger
  /** Where long bodies are parsed, read and masked. */
  readonly bodies: Pick<BodyPool, 'open'>
  readonly toolLimits: {
    /** The longest message to a tool server, in bytes. */
    readonly maxRequestBytes: number
    /** Origins of web pages that may use tools. */
    readonly allowedOrigins: readonly string[]
  }
  readonly limits: {
    /** The longest request body, in bytes. */
    readonly maxBodyBytes: number
    /** A longer body goes to a thread, in bytes. */
    readonly localBodyBytes: number
    /** Silence in a stream, in milliseconds, after which a comment line goes out. */
    readonly keepAliveMs: number
    /** Whether callers may ask to be shown what went to the model endpoint. */
    readonly mayShowSent: boolean
    /** How long a request may wait for its turn, in milliseconds. */
    readonly overloadWaitMs: number
    /** Whether the caller's own trace context goes on to endpoints. */
    readonly passesTraceContext: boolean
  }
}
