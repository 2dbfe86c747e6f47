import type { Clock } from '@sluice/contracts'
import { defined, withTimeout } from './async/index.ts'
import type { Logger } from './logger.ts'

/** Resolves when the dependency can be used, with a detail to show if there is one; rejects when it cannot. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<unknown>

interface CheckReport {
  readonly status: 'up' | 'down'
  readonly latency_ms: number
  readonly detail?: string
}

interface ReadinessReport {
  readonly status: 'ready' | 'unready' | 'draining'
  readonly checks: Readonly<Record<string, CheckReport>>
}

export interface Health {
  addCheck(name: string, check: ReadinessCheck): void
  /** The state of every dependency, at most `cacheMs` old. */
  report(): Promise<ReadinessReport>
  /** From now on the service reports unready, whatever its dependencies say. */
  drain(): void
}

interface HealthOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly timeoutMs?: number
  readonly cacheMs?: number
}

interface Run {
  readonly done: Promise<Record<string, CheckReport>>
  /** Monotonic; undefined while the checks still run. */
  finishedMs: number | undefined
}

/**
 * Keeps the named readiness checks of a service. They run side by side, each under a time-out (1 s by default), and
 * probes that come while they run or within `cacheMs` (250 by default) share one result.
 */
export function createHealth(options: HealthOptions): Health {
  return new ServiceHealth(options)
}

class ServiceHealth implements Health {
  readonly #options: Required<HealthOptions>
  readonly #checks = new Map<string, ReadinessCheck>()
  readonly #lastStatus = new Map<string, CheckReport['status']>()
  #draining = false
  #latest: Run | undefined

  constructor({ timeoutMs = 1_000, cacheMs = 250, ...rest }: HealthOptions) {
    this.#options = { timeoutMs, cacheMs, ...rest }
  }

  addCheck(name: string, check: ReadinessCheck): void {
    if (this.#checks.has(name)) throw new Error(`there already is a readiness check named ${name}`)
    this.#checks.set(name, check)
    this.#latest = undefined
  }

  async report(): Promise<ReadinessReport> {
    if (this.#latest === undefined || this.#isOutdated(this.#latest)) this.#latest = this.#start()
    const checks = await this.#latest.done
    const up = Object.values(checks).every(({ status }) => status === 'up')
    return { status: this.#draining ? 'draining' : up ? 'ready' : 'unready', checks }
  }

  drain(): void {
    this.#draining = true
  }

  #isOutdated({ finishedMs }: Run): boolean {
    const { clock, cacheMs } = this.#options
    return finishedMs !== undefined && clock.monotonicMs() - finishedMs >= cacheMs
  }

  #start(): Run {
    const run: Run = { finishedMs: undefined, done: this.#runChecks() }
    void run.done.finally(() => {
      run.finishedMs = this.#options.clock.monotonicMs()
    })
    return run
  }

  async #runChecks(): Promise<Record<string, CheckReport>> {
    const { clock, timeoutMs } = this.#options
    const reports = [...this.#checks].map(async ([name, check]) => {
      const { report, cause } = await runCheck(check, clock, timeoutMs)
      this.#logChange(name, report, cause)
      return [name, report] as const
    })
    return Object.fromEntries(await Promise.all(reports))
  }

  #logChange(name: string, { status, detail, latency_ms }: CheckReport, err: unknown): void {
    if (this.#lastStatus.get(name) === status) return
    this.#lastStatus.set(name, status)
    const { logger } = this.#options
    if (status === 'down') logger.warn({ check: name, detail, err }, 'dependency down')
    else logger.info({ check: name, latencyMs: latency_ms }, 'dependency up')
  }
}

async function runCheck(check: ReadinessCheck, clock: Clock, timeoutMs: number) {
  const startedMs = clock.monotonicMs()
  const elapsed = () => Math.round(clock.monotonicMs() - startedMs)
  try {
    const detail = await withTimeout(timeoutMs, check, () => {
      throw new CheckTimeout(timeoutMs)
    })
    const shown = defined({ detail: typeof detail === 'string' ? detail : undefined })
    const report: CheckReport = { status: 'up', latency_ms: elapsed(), ...shown }
    return { report, cause: undefined }
  } catch (cause) {
    const report: CheckReport = { status: 'down', latency_ms: elapsed(), detail: describeFailure(cause) }
    return { report, cause }
  }
}

class CheckTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`)
    this.name = 'CheckTimeout'
  }
}

/** A code or a name only: a message may hold a connection string, and anyone who can reach the probe reads this. */
function describeFailure(cause: unknown): string {
  if (cause instanceof CheckTimeout) return cause.message
  if (!(cause instanceof Error)) return 'failed'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
