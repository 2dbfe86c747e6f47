import type { Approvals } from '@sluice/approvals'
import type { Clock } from '@sluice/contracts'
import type {
  CountedStep,
  EvidenceProofsRepository,
  LogCheckpoints,
  RequestCounts,
  SiemDeadLetters,
  SoarDeliveriesRepository,
  UsageRepository,
  UsageRow,
} from '@sluice/db'
import type { MeasuredOutbox } from '@sluice/outbox'
import type { SeenService } from '@sluice/redis'
import { singleFlight } from '@sluice/service-kit/async'
import type { GatewayLease, SessionStore } from '@sluice/sessions'
import { LRUCache } from 'lru-cache'

/** How far an overview looks back from the step of the moment, and in which steps: a step of a day is one of UTC. */
export const WINDOWS = {
  hour: { lengthMs: 3_600_000, stepSeconds: 300 },
  day: { lengthMs: 86_400_000, stepSeconds: 3_600 },
  fortnight: { lengthMs: 13 * 86_400_000, stepSeconds: 86_400 },
} as const

type OverviewWindow = keyof typeof WINDOWS

/** The figures of a tenant, and those of the installation that stand behind them. */
export interface Overview {
  readonly atMs: number
  readonly steps: readonly CountedStep[]
  readonly leases: readonly GatewayLease[]
  readonly services: readonly SeenService[]
  readonly outbox: MeasuredOutbox
  readonly evidence: Awaited<ReturnType<EvidenceProofsRepository['count']>> & {
    /** Records that no published checkpoint has yet. */
    readonly unpublished: number
  }
  /** Held requests that wait for a human; the most that is counted stands for more. */
  readonly approvals: number
  readonly frozenUsers: number
  /** Of today, of UTC. */
  readonly spend: readonly UsageRow[]
  readonly deadLetters: { readonly siem: number; readonly soar: number }
}

interface OverviewSources {
  readonly clock: Clock
  readonly requestCounts: Pick<RequestCounts, 'report'>
  readonly sessions: Pick<SessionStore, 'leases' | 'countFrozenUsers'>
  readonly serviceStates: () => Promise<readonly SeenService[]>
  readonly measureOutbox: () => Promise<MeasuredOutbox>
  readonly proofs: Pick<EvidenceProofsRepository, 'count'>
  readonly checkpoints: Pick<LogCheckpoints, 'find' | 'size'>
  readonly approvals: Pick<Approvals, 'list'>
  readonly usage: Pick<UsageRepository, 'report'>
  readonly letters: Pick<SiemDeadLetters, 'countDead'>
  readonly soarDeliveries: Pick<SoarDeliveriesRepository, 'list'>
}

/** However many look at it, the figures of a tenant are put together once in so many milliseconds. */
const FRESH_FOR_MS = 2_000
const MAX_KEPT = 500
/** Held requests and deliveries that are counted. */
const MAX_COUNTED = 100

/** Puts overviews together. Each costs a dozen look-ups in indexes, whatever the size of the trail. */
export class Overviews {
  readonly #sources: OverviewSources
  readonly #kept = new LRUCache<string, { readonly overview: Overview; readonly untilMs: number }>({ max: MAX_KEPT })
  readonly #share = singleFlight<string, Overview>()

  constructor(sources: OverviewSources) {
    this.#sources = sources
  }

  /** The overview of a tenant, up to two seconds old. Throws `dependency_unavailable`. */
  async of(tenant: string, window: OverviewWindow): Promise<Overview> {
    const { clock } = this.#sources
    const key = JSON.stringify([tenant, window])
    const kept = this.#kept.get(key)
    if (kept !== undefined && clock.monotonicMs() < kept.untilMs) return kept.overview
    return await this.#share(key, async () => {
      const untilMs = clock.monotonicMs() + FRESH_FOR_MS
      const overview = await this.#gather(tenant, window)
      this.#kept.set(key, { overview, untilMs })
      return overview
    })
  }

  async #gather(tenant: string, window: OverviewWindow): Promise<Overview> {
    const { clock, requestCounts, sessions, serviceStates, measureOutbox, usage } = this.#sources
    const atMs = clock.nowMs()
    const { lengthMs, stepSeconds } = WINDOWS[window]
    // From the beginning of a step, so that the first one is whole.
    const from = new Date(Math.floor((atMs - lengthMs) / (stepSeconds * 1_000)) * stepSeconds * 1_000)
    const today = new Date(atMs).toISOString().slice(0, '2026-11-01'.length)
    const [steps, leases, services, outbox, evidence, approvals, frozenUsers, spend, deadLetters] = await Promise.all([
      requestCounts.report({ tenant, from, stepSeconds }),
      sessions.leases(),
      serviceStates(),
      measureOutbox(),
      this.#evidence(),
      this.#waitingApprovals(tenant),
      sessions.countFrozenUsers(tenant),
      usage.report({ tenant, from: today, to: today, by: 'day', limit: MAX_COUNTED }),
      this.#deadLetters(tenant),
    ])
    return { atMs, steps, leases, services, outbox, evidence, approvals, frozenUsers, spend, deadLetters }
  }

  async #evidence(): Promise<Overview['evidence']> {
    const { proofs, checkpoints } = this.#sources
    const [counts, size, published] = await Promise.all([
      proofs.count(),
      checkpoints.size(),
      checkpoints.find('published'),
    ])
    return { ...counts, unpublished: Math.max(0, size - (published?.size ?? 0)) }
  }

  async #waitingApprovals(tenant: string): Promise<number> {
    const query = { tenant, limit: MAX_COUNTED, after: undefined, states: ['pending'], departments: undefined } as const
    return (await this.#sources.approvals.list(query)).length
  }

  async #deadLetters(tenant: string): Promise<Overview['deadLetters']> {
    const { letters, soarDeliveries } = this.#sources
    const [siem, soar] = await Promise.all([
      letters.countDead(tenant),
      soarDeliveries.list({ tenant, state: 'dead', limit: MAX_COUNTED }),
    ])
    return { siem: [...siem.values()].reduce((sum, some) => sum + some, 0), soar: soar.length }
  }
}
