import type { LayerEvent } from '@sluice/contracts'
import type { ModelRequest } from '../request/index.ts'
import type { ServingEndpoint } from './find-serving.ts'
import type { UsedTokens } from './spending.ts'
import type { UpstreamAttempt } from './upstream-attempt.ts'

/** When a layer began to work, and what came of it. */
export interface TimedEvent {
  readonly event: LayerEvent
  /** As the exchange's clock counts, `monotonicMs`. */
  readonly startedMs: number
}

/** What is told of one exchange that is traced. It sees no content, and must not throw. */
export interface ExchangeTrace {
  /** @param timeline what the layers have done until it is asked. Called once, before the first of them works. */
  began(timeline: () => readonly TimedEvent[]): void
  /** An endpoint is about to be asked. */
  asks(serving: ServingEndpoint, request: ModelRequest, startedMs: number): EndpointTrace
}

/** What is told of one attempt to ask an endpoint. */
export interface EndpointTrace {
  /** What the endpoint learns of the trace. */
  readonly headers: Readonly<Record<string, string>>
  /** The attempt has failed, or its answer has begun. */
  ended(attempt: Pick<UpstreamAttempt, 'outcome' | 'status'>): void
  /**
   * The answer is over: it has ended, broken off, or been left.
   *
   * @param model that has answered, in the endpoint's own words, which may be anything.
   */
  answered(used: UsedTokens, model: string | undefined): void
}
