import type { ChatRequest, CompletionChunk, Level } from '@sluice/contracts'

/** One place where a model can be asked. */
export interface ModelEndpoint {
  readonly name: string
  /** The highest sensitivity level that may be sent there. */
  readonly permittedLevel: Level
  /** The models that this endpoint serves, as callers name them. */
  readonly models: readonly string[]
  /**
   * Asks the model and resolves once the answer has begun (headers arrived and, in a stream, the first event), so
   * that a failure up to here can still go to another endpoint. A JSON answer comes as one chunk.
   * Rejects with an `EndpointError`. The iterable throws `SluiceError` if the answer breaks off.
   */
  ask(request: ChatRequest, call: EndpointCall): Promise<AsyncIterable<CompletionChunk>>
}

export interface EndpointCall {
  readonly requestId: string
  readonly signal: AbortSignal
}

/** Why an endpoint gave no answer, and whether another one may be tried. */
export type EndpointFailure =
  | { readonly kind: 'connect' | 'headers-timeout' | 'protocol' }
  | {
      readonly kind: 'status'
      readonly status: number
      /** From `retry-after`, in whole seconds. */
      readonly retryAfterSeconds?: number
      /** The upstream's `x-ratelimit-*` headers: at most 16, each name and value at most 128 characters. */
      readonly rateLimit?: Readonly<Record<string, string>>
      /** The upstream's own error members, for a 4xx that the caller can mend. */
      readonly upstream?: { readonly message?: string; readonly param?: string; readonly code?: string }
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
