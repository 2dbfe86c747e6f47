import type { EndpointTrace, UsedTokens } from '@sluice/pipeline/ports'
import type { OpenSpan, SpanAttributes } from '@sluice/service-kit'
import type { ModelCallMetrics } from './model-call-metrics.ts'

interface ModelCall {
  readonly span: OpenSpan
  readonly metrics: ModelCallMetrics
  /** The facts that its metrics have, too. */
  readonly about: SpanAttributes
  /** As configuration names it. */
  readonly model: string
  readonly isStreamed: boolean
  readonly startedMs: number
  readonly nowMs: () => number
  readonly headers: Readonly<Record<string, string>>
}

type Attempt = Parameters<EndpointTrace['ended']>[0]

/** Nothing went out. */
const NOT_SENT: ReadonlySet<Attempt['outcome']> = new Set(['busy', 'limited'])

/**
 * One call of a model, after the conventions for generative AI: from the attempt to the end of its answer. Content is
 * neither kept nor sent.
 */
export class ModelCallSpan implements EndpointTrace {
  readonly headers: Readonly<Record<string, string>>
  readonly #call: ModelCall
  #isAnswering = false
  #hasEnded = false

  constructor(call: ModelCall) {
    this.#call = call
    this.headers = call.headers
  }

  ended({ outcome, status }: Attempt): void {
    if (outcome !== 'answered') {
      this.#end(outcome, { 'http.response.status_code': status }, !NOT_SENT.has(outcome))
      return
    }
    const { about, isStreamed, metrics, nowMs, startedMs } = this.#call
    this.#isAnswering = true
    if (isStreamed) metrics.began(nowMs() - startedMs, about)
  }

  answered(used: UsedTokens, model: string | undefined): void {
    const said = plausibleName(model, this.#call.model)
    // The conventions want counts, and no estimates.
    const counts = used.isEstimated
      ? {}
      : {
          'gen_ai.usage.input_tokens': used.input,
          'gen_ai.usage.output_tokens': used.output,
          'gen_ai.usage.cache_read.input_tokens': used.cachedInput,
        }
    if (!used.isEstimated && !this.#hasEnded) this.#call.metrics.used(used, this.#call.about)
    this.#end(undefined, { 'gen_ai.response.model': said, ...counts })
  }

  /** The exchange is over, and so is the call, whoever still works on it. @param code why the exchange has failed. */
  close(code: string | undefined): void {
    this.#end(this.#isAnswering ? code : (code ?? 'cancelled'))
  }

  #end(error: string | undefined, attributes: SpanAttributes = {}, wasSent = true): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const { about, metrics, nowMs, span, startedMs } = this.#call
    const endedMs = nowMs()
    span.end({ endedMs, attributes, error })
    if (wasSent) metrics.ended(endedMs - startedMs, about, error)
  }
}

/** A version that providers append to the name of a model, as in `-2026-08-06`, `@001` or `:1`. */
const VERSION = /^[-@:.]\d[\d.-]{0,15}$/

/**
 * An endpoint may say anything of its model, also what it was asked. Only the configured name goes on, with a version
 * behind it.
 */
function plausibleName(said: string | undefined, configured: string): string | undefined {
  if (said === undefined || !said.startsWith(configured)) return undefined
  const rest = said.slice(configured.length)
  return rest === '' || VERSION.test(rest) ? said : undefined
}
