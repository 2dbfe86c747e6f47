import type { LayerEvent, PolicyViolation } from '@sluice/contracts'
import type { ModelRequestKind, UpstreamAttempt } from '@sluice/pipeline'
import type { Counter, Histogram, Metrics } from '@sluice/service-kit'
import { BoundedLabels } from './bounded-labels.ts'

export type RequestEnding = 'answered' | 'held' | 'denied' | 'failed'

/** What an upstream counted, where it says so. */
export interface TokenUsage {
  readonly prompt_tokens: number
  readonly completion_tokens?: number | undefined
}

/** One finished request to a model. */
interface FinishedRequest {
  /** Undefined where the token was refused. */
  readonly tenant: string | undefined
  readonly kind: ModelRequestKind
  readonly outcome: RequestEnding
  /** A code of the error table; undefined where all went well. */
  readonly code: string | undefined
  /** The configured name of the model; undefined where none was found. */
  readonly model: string | undefined
  readonly usage: TokenUsage | undefined
  readonly events: readonly LayerEvent[]
  readonly violations: readonly PolicyViolation[]
}

/** Policies that are counted by name. */
const MAX_POLICIES = 200
/** Tenants that are counted by name. */
const MAX_TENANTS = 200
/** Models that are counted by name, written with and without their endpoint. */
const MAX_MODELS = 1_000
/** In seconds. Most layers work for microseconds; L5 waits for the model. */
const LAYER_BUCKETS = [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.0025, 0.01, 0.05, 0.25, 1, 5, 30]

/** Counts what happens to requests to a model. Every label comes from a closed set or is bounded in number. */
export class RequestMetrics {
  readonly #requests: Counter<'tenant' | 'kind' | 'outcome' | 'code'>
  readonly #tokens: Counter<'model' | 'direction'>
  readonly #layerSeconds: Histogram<'layer'>
  readonly #violations: Counter<'policy_id' | 'action'>
  readonly #cache: Counter<'result'>
  readonly #upstream: Counter<'endpoint' | 'outcome'>
  readonly #policyLabels = new BoundedLabels(MAX_POLICIES)
  readonly #tenantLabels = new BoundedLabels(MAX_TENANTS)
  readonly #modelLabels = new BoundedLabels(MAX_MODELS)
  readonly #layerSeries = new Map<string, Histogram.Internal<'layer'>>()

  constructor(metrics: Metrics) {
    this.#requests = metrics.counter({
      name: 'sluice_model_requests_total',
      help: 'Finished requests to a model, by tenant, kind, outcome and error code (none where all went well).',
      labelNames: ['tenant', 'kind', 'outcome', 'code'],
    })
    this.#tokens = metrics.counter({
      name: 'sluice_model_tokens_total',
      help: 'Tokens as the model endpoints report them; streams report them only when asked to.',
      labelNames: ['model', 'direction'],
    })
    this.#layerSeconds = metrics.histogram({
      name: 'sluice_layer_duration_seconds',
      help: 'Time that a layer worked on one request and its answer; L5 waits for the model.',
      labelNames: ['layer'],
      buckets: LAYER_BUCKETS,
    })
    this.#violations = metrics.counter({
      name: 'sluice_policy_violations_total',
      help: 'Policy violations by policy and by what was done about them.',
      labelNames: ['policy_id', 'action'],
    })
    this.#cache = metrics.counter({
      name: 'sluice_answer_cache_total',
      help: 'Look-ups in the answer cache.',
      labelNames: ['result'],
    })
    this.#upstream = metrics.counter({
      name: 'sluice_upstream_requests_total',
      help: 'Attempts to ask a model endpoint, and answers that broke off (interrupted).',
      labelNames: ['endpoint', 'outcome'],
    })
  }

  /** @param outcome of an attempt, or `interrupted` for an answer that had begun. */
  attempted(endpoint: string, outcome: UpstreamAttempt['outcome'] | 'interrupted'): void {
    this.#upstream.inc({ endpoint, outcome })
  }

  finished(request: FinishedRequest): void {
    const { tenant, kind, outcome, code, model, usage, events, violations } = request
    const label = tenant === undefined ? 'unknown' : this.#tenantLabels.of(tenant)
    this.#requests.inc({ tenant: label, kind, outcome, code: code ?? 'none' })
    this.#countLayers(events)
    for (const { policy_id, action } of violations) {
      this.#violations.inc({ policy_id: this.#policyLabels.of(policy_id), action })
    }
    if (usage !== undefined && model !== undefined) this.#countTokens(this.#modelLabels.of(model), usage)
  }

  #countLayers(events: readonly LayerEvent[]): void {
    for (const { layer, outcome, duration_ms } of events) {
      let series = this.#layerSeries.get(layer)
      if (series === undefined) {
        series = this.#layerSeconds.labels({ layer })
        this.#layerSeries.set(layer, series)
      }
      series.observe(duration_ms / 1_000)
      if (layer !== 'L7') continue
      if (outcome === 'answer') this.#cache.inc({ result: 'hit' })
      else if (outcome === 'allow') this.#cache.inc({ result: 'miss' })
    }
  }

  #countTokens(model: string, { prompt_tokens, completion_tokens }: TokenUsage): void {
    this.#tokens.inc({ model, direction: 'prompt' }, prompt_tokens)
    if (completion_tokens !== undefined) this.#tokens.inc({ model, direction: 'completion' }, completion_tokens)
  }
}
