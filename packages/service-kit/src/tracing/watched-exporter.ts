import type { ExportResult } from '@opentelemetry/core'
import type { Clock } from '@sluice/contracts'
import type { Logger } from '../logger.ts'
import type { Counter } from '../metrics.ts'

/** A collector that is away is told of once a minute, not with every batch. */
const REPORT_EVERY_MS = 60_000

interface ExportWatchOptions {
  readonly signal: 'spans' | 'metrics'
  readonly clock: Clock
  readonly logger: Logger
  readonly exports: Counter<'signal' | 'outcome'>
}

/** Counts exports, and logs those that fail: the SDK says nothing of either. */
export class ExportWatch {
  readonly #options: ExportWatchOptions
  #reportedMs = Number.NEGATIVE_INFINITY
  #failedSince = 0

  constructor(options: ExportWatchOptions) {
    this.#options = options
  }

  /** @param count how many spans, or 1 for the metrics of an interval. */
  ended(count: number, { code, error }: ExportResult): void {
    const { exports, signal } = this.#options
    const hasFailed = code !== 0
    exports.inc({ signal, outcome: hasFailed ? 'failed' : 'sent' }, count)
    if (hasFailed) this.#report(count, error)
  }

  /** What a collector answers goes no further than its status. */
  #report(count: number, error: (Error & { readonly code?: unknown }) | undefined): void {
    const { clock, logger, signal } = this.#options
    this.#failedSince += count
    const nowMs = clock.monotonicMs()
    if (nowMs - this.#reportedMs < REPORT_EVERY_MS) return
    logger.warn({ signal, lost: this.#failedSince, reason: error?.name, code: error?.code }, 'telemetry was not taken')
    this.#reportedMs = nowMs
    this.#failedSince = 0
  }
}
