import type { Clock } from '@sluice/contracts'
import type { Logger } from './logger.ts'

/** Resolves when the dependency can be used, with a detail to show if there is one; rejects when it cannot. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<unknown>

export interface CheckReport {
  readonly status: 'up' | 'down'
  readonly latency_ms: number
  readonly detail?: string
}

export interface ReadinessReport {
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

export interface HealthOptions {
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
export function createHealth({ clock, logger, timeoutMs = 1_000, cacheMs = 250 }: HealthOptions): Health {
  const checks = new Map<string, ReadinessCheck>()
  const lastStatus = new Map<string, CheckReport['status']>()
  let draining = false
  let latest: Run | undefined

  async function runChecks(): Promise<Record<string, CheckReport>> {
    const reports = [...checks].map(async ([name, check]) => {
      const { report, cause } = await runCheck(check, clock, timeoutMs)
      if (lastStatus.get(name) !== report.status) {
        lastStatus.set(name, report.status)
        if (report.status === 'down') logger.warn({ check: name, detail: report.detail, err: cause }, 'dependency down')
        else logger.info({ check: name, latencyMs: report.latency_ms }, 'dependency up')
      }
      return [name, report] as const
    })
    return Object.fromEntries(await Promise.all(reports))
  }

  return {
    addCheck(name, check) {
      if (checks.has(name)) throw new Error(`there already is a readiness check named ${name}`)
      checks.set(name, check)
      latest = undefined
    },
    async report() {
      if (latest === undefined || isOutdated(latest)) latest = start()
      const results = await latest.done
      const up = Object.values(results).every(({ status }) => status === 'up')
      return { status: draining ? 'draining' : up ? 'ready' : 'unready', checks: results }
    },
    drain() {
      draining = true
    },
  }

  function isOutdated({ finishedMs }: Run): boolean {
    return finishedMs !== undefined && clock.monotonicMs() - finishedMs >= cacheMs
  }

  function start(): Run {
    const run: Run = { finishedMs: undefined, done: runChecks() }
    void run.done.finally(() => {
      run.finishedMs = clock.monotonicMs()
    })
    return run
  }
}

async function runCheck(check: ReadinessCheck, clock: Clock, timeoutMs: number) {
  const startedMs = clock.monotonicMs()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const timedOut = new Promise<never>((_resolve, reject) => {
      timeout.signal.addEventListener('abort', () => reject(new CheckTimeout(timeoutMs)), { once: true })
    })
    const detail = await Promise.race([check(timeout.signal), timedOut])
    const report: CheckReport = {
      status: 'up',
      latency_ms: elapsed(),
      ...(typeof detail === 'string' ? { detail } : {}),
    }
    return { report, cause: undefined }
  } catch (cause) {
    const report: CheckReport = { status: 'down', latency_ms: elapsed(), detail: describeFailure(cause) }
    return { report, cause }
  } finally {
    clearTimeout(timer)
  }

  function elapsed(): number {
    return Math.round(clock.monotonicMs() - startedMs)
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
