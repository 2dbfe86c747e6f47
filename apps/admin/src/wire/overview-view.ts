import { z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import type { Overview } from '../overview/overviews.ts'
import { isoTime } from './freeze-view.ts'

const count = z.int().min(0)

const OUTCOMES = ['answered', 'cached', 'held', 'denied', 'failed', 'aborted', 'refused'] as const

const countsSchema = z.object({
  answered: count.describe('A kept answer that is fetched again is not counted anew.'),
  cached: count.describe('Answered from the cache.'),
  held: count.describe('Those that wait, or waited, for a human.'),
  denied: count.describe('Denied by a layer or a policy.'),
  failed: count,
  aborted: count.describe('Broken off by the caller, or by a freeze.'),
  refused: count.describe('Refused before any layer: without a token, over a limit. Repeated ones are counted late.'),
})

export const overviewSchema = z
  .object({
    at: z.iso.datetime().describe('When it was put together, up to two seconds ago.'),
    requests: z.object({
      step_seconds: z.int(),
      steps: z
        .array(z.object({ at: z.iso.datetime(), ...countsSchema.shape }))
        .describe('Those in which there were any.'),
      total: countsSchema,
      by_layer: z
        .array(z.object({ layer: z.string(), outcome: z.string(), requests: count }))
        .describe('Which layers have held, denied or failed requests.'),
      cache_hit_rate: z.number().min(0).max(1).optional().describe('Of what was answered; absent where nothing was.'),
    }),
    gateways: z
      .object({ alive: count, silent: count })
      .describe('Those that answer callers; workers are not among them.'),
    workers: z
      .object({ alive: count, silent: count })
      .describe('Those that carry out approved requests and drain the outbox. They hold a lease as gateways do.'),
    services: z.object({
      ready: count,
      unready: z.array(z.object({ service: z.string(), failing: z.array(z.string()) })),
    }),
    outbox: z.object({
      records: count,
      oldest_seconds: z.number().min(0),
      waiting: z.record(z.string(), count).describe('Records that each consumer has not taken, by its name.'),
    }),
    evidence: z.object({
      due_proofs: count,
      oldest_due_seconds: z.number().min(0).optional(),
      overdue_challenges: count.describe('Records that an auditor has named, and whose time is over.'),
      unpublished_records: count.describe('Records of the log that no published checkpoint has.'),
    }),
    frozen_users: count.optional(),
    approvals: z.object({ waiting: count }).optional().describe('100 stands for that many or more.'),
    spend: z
      .array(z.object({ currency: z.string().optional(), cost_micros: count, requests: count, tokens: count }))
      .optional()
      .describe('Of today, of UTC.'),
    dead_letters: z.object({ siem: count, soar: count }).optional().describe('Of the SOAR system 100 stands for more.'),
  })
  .openapi('Overview')

/** Which parts a caller may see beside those that all of the overview may. */
export interface VisibleParts {
  readonly freezes: boolean
  readonly approvals: boolean
  readonly spend: boolean
  readonly deliveries: boolean
}

/** A process that was not heard for so long is silent, in milliseconds. */
export const SILENT_MS = 15_000

export function viewOverview(
  overview: Overview,
  stepSeconds: number,
  visible: VisibleParts,
): z.output<typeof overviewSchema> {
  const { atMs, leases, services, outbox, evidence, frozenUsers, approvals, deadLetters } = overview
  const unready = services.filter(({ status, seenMsAgo }) => status !== 'ready' || seenMsAgo > SILENT_MS)
  const { due, oldestDueAt, overdue, unpublished } = evidence
  const oldestDue = oldestDueAt && Math.max(0, atMs - oldestDueAt.getTime()) / 1_000
  return {
    at: isoTime(atMs),
    requests: viewRequests(overview, stepSeconds),
    gateways: countLeases(leases, 'gateway'),
    workers: countLeases(leases, 'worker'),
    services: {
      ready: services.length - unready.length,
      unready: unready.map(({ service, failing }) => ({ service, failing })),
    },
    outbox: {
      ...{ records: outbox.records, oldest_seconds: outbox.oldestMs / 1_000 },
      waiting: Object.fromEntries(outbox.waiting),
    },
    evidence: {
      ...{ due_proofs: due, overdue_challenges: overdue, unpublished_records: unpublished },
      ...defined({ oldest_due_seconds: oldestDue }),
    },
    ...defined({
      frozen_users: visible.freezes ? frozenUsers : undefined,
      approvals: visible.approvals ? { waiting: approvals } : undefined,
      spend: visible.spend ? viewSpend(overview) : undefined,
      dead_letters: visible.deliveries ? deadLetters : undefined,
    }),
  }
}

function countLeases(leases: Overview['leases'], kind: Overview['leases'][number]['kind']) {
  const ofKind = leases.filter((lease) => lease.kind === kind)
  const alive = ofKind.filter(({ isAlive }) => isAlive).length
  return { alive, silent: ofKind.length - alive }
}

function viewSpend({ spend }: Overview) {
  return spend.map(({ currency, costMicros, requests, inputTokens, outputTokens }) => ({
    ...{ cost_micros: costMicros, requests, tokens: inputTokens + outputTokens },
    ...defined({ currency }),
  }))
}

type Counts = z.output<typeof countsSchema>

function viewRequests({ steps }: Overview, stepSeconds: number): z.output<typeof overviewSchema>['requests'] {
  const total = noCounts()
  const byStep = new Map<number, Counts>()
  const byLayer = new Map<string, { layer: string; outcome: string; requests: number }>()
  for (const { at, outcome, layer, requests } of steps) {
    const counts = byStep.get(at.getTime()) ?? noCounts()
    byStep.set(at.getTime(), counts)
    const known = OUTCOMES.find((one) => one === outcome)
    if (known === undefined) continue
    counts[known] += requests
    total[known] += requests
    if (layer === '') continue
    const key = `${layer} ${outcome}`
    const sum = byLayer.get(key) ?? { layer, outcome, requests: 0 }
    sum.requests += requests
    byLayer.set(key, sum)
  }
  const answered = total.answered + total.cached
  return {
    step_seconds: stepSeconds,
    steps: [...byStep].map(([atMs, counts]) => ({ at: isoTime(atMs), ...counts })),
    total,
    by_layer: [...byLayer.values()].toSorted((one, other) => other.requests - one.requests),
    ...defined({ cache_hit_rate: answered === 0 ? undefined : total.cached / answered }),
  }
}

function noCounts(): Counts {
  return { answered: 0, cached: 0, held: 0, denied: 0, failed: 0, aborted: 0, refused: 0 }
}
