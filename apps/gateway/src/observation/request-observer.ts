import type { ServerResponse } from 'node:http'
import { DEFAULT_TENANT, ERRORS, type Principal, type SluiceError } from '@sluice/contracts'
import type { Refused } from '@sluice/outbox'
import type { ModelRequestKind, Outcome, Report, UpstreamAttempt } from '@sluice/pipeline'
import { type Logger, type Metrics, peerNetwork, type ServiceEnv, setRequestLogFields } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { ExchangeSpans, ExchangeTraces } from './exchange-traces.ts'
import { type RequestEnding, RequestMetrics, type TokenUsage } from './request-metrics.ts'

/** Follows requests to a model, for the request log and the metrics; content is neither kept nor written. */
export class RequestObserver {
  readonly #metrics: RequestMetrics
  readonly #onRefused: OnRefused
  readonly #logger: Logger
  readonly #traces: ExchangeTraces | undefined

  /**
   * @param onRefused receives each caller who was refused before the pipeline, which leaves no record of that.
   * @param traces undefined where nothing is traced.
   */
  constructor(metrics: Metrics, logger: Logger, onRefused: OnRefused, traces?: ExchangeTraces) {
    this.#traces = traces
    this.#onRefused = onRefused
    this.#metrics = new RequestMetrics(metrics)
    this.#logger = logger
  }

  /** Follows one request until its last byte has left. */
  open(context: Context<ServiceEnv>, kind: ModelRequestKind, outgoing: ServerResponse): RequestObservation {
    const span = context.get('span')
    const trace = span === undefined ? undefined : this.#traces?.follow(span)
    return new RequestObservation(context, kind, outgoing, this.#metrics, this.#onRefused, trace)
  }

  /** Counts a request that was turned away before anybody looked at it. */
  turnedAway(tenant: string, kind: ModelRequestKind): void {
    const nothing = { model: undefined, usage: undefined, events: [], violations: [] }
    this.#metrics.finished({ tenant, kind, outcome: 'failed', code: 'overloaded', ...nothing })
  }

  /** Counts an attempt to ask a model endpoint, and logs why it failed. */
  attempted({ cause, ...attempt }: UpstreamAttempt): void {
    this.#metrics.attempted(attempt.endpoint, attempt.outcome)
    if (attempt.outcome === 'answered') return
    const line = cause === undefined ? attempt : { ...attempt, err: cause }
    if (attempt.outcome === 'rejected') this.#logger.info(line, 'model endpoint rejected the request')
    else if (attempt.outcome === 'busy') this.#logger.info(line, 'no free connection to the model endpoint')
    else this.#logger.warn(line, 'model endpoint failed')
  }
}

type OnRefused = (refused: Refused) => void

/** What becomes known of one request on its way. */
export class RequestObservation {
  /** Undefined where the request is not traced. */
  readonly trace: ExchangeSpans | undefined
  readonly #context: Context<ServiceEnv>
  readonly #kind: ModelRequestKind
  readonly #outgoing: ServerResponse
  readonly #metrics: RequestMetrics
  readonly #onRefused: OnRefused
  readonly #address: string | undefined
  #caller: Pick<Principal, 'tenant' | 'sub'> | undefined
  #hasEntered = false
  #model: string | undefined
  #report: Report | undefined
  #held = false
  #usage: TokenUsage | undefined
  #error: SluiceError | undefined

  constructor(
    context: Context<ServiceEnv>,
    kind: ModelRequestKind,
    outgoing: ServerResponse,
    metrics: RequestMetrics,
    onRefused: OnRefused,
    trace?: ExchangeSpans,
  ) {
    this.trace = trace
    this.#onRefused = onRefused
    this.#context = context
    this.#kind = kind
    this.#outgoing = outgoing
    this.#metrics = metrics
    // A socket that is closed has no address any more.
    this.#address = outgoing.socket?.remoteAddress
    outgoing.once('close', () => this.#finish())
  }

  identified({ tenant, sub }: Principal): void {
    this.#caller = { tenant, sub }
    setRequestLogFields(this.#context, { tenant, sub })
  }

  entered({ id }: { readonly id: number }): void {
    this.#hasEntered = true
    setRequestLogFields(this.#context, { sessionId: String(id) })
  }

  /** @param model a name under which the configuration serves a model. */
  permitted(model: string): void {
    this.#model = model
  }

  ran({ report, type }: Outcome): void {
    this.#report = report
    this.#held = type === 'held'
  }

  counted(usage: TokenUsage | null | undefined): void {
    if (usage) this.#usage = usage
  }

  /** An error that the response's status cannot show, because the stream had begun. */
  brokeOff(error: SluiceError): void {
    this.#error = error
  }

  /** The name of the endpoint that answers. */
  get endpoint(): string | undefined {
    return this.#report?.endpoint()
  }

  #finish(): void {
    const { endpoint } = this
    const code = this.#code()
    const outcome = this.#outcome(code)
    if (outcome === 'denied' && code !== undefined && !this.#hasEntered) {
      this.#onRefused({ ...(this.#caller ?? strangerFrom(this.#address)), code })
    }
    setRequestLogFields(this.#context, {
      outcome,
      ...(code !== undefined && { code }),
      ...(this.#model !== undefined && { model: this.#model }),
      ...(endpoint !== undefined && { endpoint }),
    })
    if (endpoint !== undefined && code?.startsWith('upstream_')) this.#metrics.attempted(endpoint, 'interrupted')
    this.trace?.finish(outcome === 'failed' ? (code ?? 'failed') : undefined)
    const account = this.#report?.account()
    this.#metrics.finished({
      tenant: this.#caller?.tenant,
      kind: this.#kind,
      outcome,
      code,
      model: this.#model,
      usage: this.#usage,
      events: account?.events ?? [],
      violations: account?.violations ?? [],
    })
  }

  #code(): string | undefined {
    const code = this.#error?.code ?? this.#context.get('requestLogFields')?.code
    return code ?? (this.#outgoing.writableFinished ? undefined : 'request_aborted')
  }

  #outcome(code: string | undefined): RequestEnding {
    if (code === undefined) return this.#held ? 'held' : 'answered'
    if (code === 'request_aborted' || code === 'answer_not_read') return 'failed'
    const status = this.#error === undefined ? this.#outgoing.statusCode : ERRORS[this.#error.code].status
    return status >= 500 ? 'failed' : 'denied'
  }
}

/** Who asks without a valid token is known by network only. */
export function strangerFrom(address: string | undefined): Omit<Refused, 'code'> {
  return { tenant: DEFAULT_TENANT, peer: peerNetwork(address) }
}
