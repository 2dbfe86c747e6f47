import type { Level } from '@sluice/contracts'
import type { Answer } from '../answer/answer.ts'
import type { ModelRequest } from '../request/index.ts'
import type { SentBytes } from '../run/disclosed.ts'
import type { EndpointBudget } from './spending.ts'

/** One place where a model can be asked. */
export interface ModelEndpoint {
  readonly name: string
  /** The highest sensitivity level that may be sent there. */
  readonly permittedLevel: Level
  /** Who runs it, as a policy may ask. What configuration does not say is absent. */
  readonly providerKind?: 'hosted' | 'cloud-platform' | 'byok' | 'self-hosted' | undefined
  /** Whose interface it has, as OpenTelemetry calls it (`gen_ai.provider.name`); what does not say so is absent. */
  readonly providerName?: string | undefined
  /** Where it works on what it is sent, for example `eu`. */
  readonly region?: string | undefined
  /** How many days it keeps what it is sent. */
  readonly retentionDays?: number | undefined
  /**
   * Whether it gives all users of a tenant the same answer to the same request, so that they may share answers. Not so
   * where it looks up what the user owns, or personalises. An endpoint that does not say is not shareable.
   */
  readonly shareable?: boolean
  /** The models served here, as callers name them: for conversations of every wire, and for embeddings. */
  readonly models: {
    readonly chat: readonly string[]
    readonly embeddings: readonly string[]
    /** For a tool server: its own name among those of models. */
    readonly tools?: readonly string[]
  }
  /** Further names by which callers may ask, and the model that each stands for. */
  readonly aliases?: Readonly<Record<string, string>> | undefined
  /** A lower number is asked first; its place in configuration where it is absent. */
  readonly priority?: number | undefined
  /** The share of sessions that it gets among endpoints of the same priority, more than 0; 1 where it is absent. */
  readonly weight?: number | undefined
  /** What it costs by model; undefined where configuration does not say. */
  readonly priceOf?: ((model: string) => ModelPrice | undefined) | undefined
  /** What it may cost over all callers; undefined where it has no limit on tokens or money. */
  readonly budget?: EndpointBudget | undefined
  /**
   * The connections behind it, for those who remember how it does: they stay the same over reloads that change
   * nothing of them. The endpoint itself where it is absent.
   */
  readonly connections?: object | undefined
  /**
   * Asks the model and resolves once the answer has begun (headers arrived and, in a stream, the first event), so
   * that a failure up to here can still go to another endpoint. The answer has the form of the request's kind, whatever
   * the endpoint's own wire; see `Answer`.
   * Rejects with an `EndpointError`. The chunks throw a `SluiceError` if the answer breaks off.
   */
  ask(request: ModelRequest, call: EndpointCall): Promise<Answer>
}

/** What a million tokens cost, in millionths of the currency's unit: 2.5 EUR are 2,500,000. */
export interface ModelPrice {
  /** ISO 4217. */
  readonly currency: string
  readonly inputMicros: number
  readonly outputMicros: number
  /** Of input that the endpoint had in its own cache. */
  readonly cachedInputMicros: number
}

export interface EndpointCall {
  readonly requestId: string
  /** What the answer is called, whatever the endpoint calls it. */
  readonly answerId: string
  /** Who asks: the same text for all requests of a user. Connections are shared fairly by it; it is not sent. */
  readonly user: string
  readonly signal: AbortSignal
  /** Where the request belongs: a tool server has a session of its own for each, and tools are known by tenant. */
  readonly scope: { readonly tenant: string; readonly sessionId: number }
  /** Headers of the caller that may go on, by name in small letters; an endpoint takes those of its wire. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Marks what the endpoint has signed or encrypted, so that it is known when the caller brings it back. `covered` is
   * the text that it signs; empty for what is encrypted.
   */
  readonly markSeal: (original: string, covered: string) => string
  /** Called before the first byte of the request goes out. */
  readonly leaving: (bytes: SentBytes) => void
  /** Charges bytes of an answer that is held as a whole. What it throws ends the call. */
  readonly holdBytes: (bytes: number) => void
  /** Called where an answer breaks off that had begun, and its reader has not left. */
  readonly brokeOff?: () => void
}

/** The codes of an endpoint's error that clients act on. Nothing else that an endpoint calls a code goes further. */
export type UpstreamCode = 'context_length_exceeded' | 'content_filter' | 'rate_limit_exceeded' | 'insufficient_quota'

/** Why an endpoint gave no answer, and whether another one may be tried. */
export type EndpointFailure =
  | { readonly kind: 'connect' | 'headers-timeout' | 'protocol' }
  /** The user's share of the connections is in use, and no other one became free in time. */
  | { readonly kind: 'busy' }
  /** It has been sent as many requests as it takes a minute. Nothing was sent. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | {
      readonly kind: 'status'
      readonly status: number
      /** From `retry-after`, in whole seconds. */
      readonly retryAfterSeconds?: number
      /** The upstream's `x-ratelimit-*` headers for requests and tokens: numbers and durations. */
      readonly rateLimit?: Readonly<Record<string, string>>
      /** What callers may read of the upstream's own error. */
      readonly upstream?: { readonly message?: string; readonly param?: string; readonly code?: UpstreamCode }
    }

export class EndpointError extends Error {
  readonly endpoint: string
  readonly failure: EndpointFailure

  constructor(endpoint: string, failure: EndpointFailure, options?: { readonly cause?: unknown }) {
    super(`Endpoint ${endpoint} gave no answer (${failure.kind}).`, options)
    this.name = 'EndpointError'
    this.endpoint = endpoint
    this.failure = failure
  }
}
