import { alignColumns } from '../command-line.ts'
import { percentile } from '../gateway/statistics.ts'
import type { FloodReply } from './flood-process.ts'

/** What must hold under overload: the share of the peak that is still done, and a freeze in milliseconds. */
const LEAST_GOODPUT = 0.8
const LONGEST_FREEZE_MS = 500
/** Of the user who asks for little. */
const LEAST_LIGHT = 0.99
/** What the load generator must have sent of what was due. */
const LEAST_SENT = 0.9
const SHED = /^(?:429|503) /

export interface OverloadSettings {
  /** Of each part, over all rounds. */
  readonly seconds: number
  readonly rounds: number
  readonly times: number
  readonly users: number
  readonly chars: number
  readonly fromSource: boolean
}

export interface OverloadResult {
  readonly settings: OverloadSettings
  readonly closed: readonly { readonly connections: number; readonly perSecond: number }[]
  /** Right answers a second where nobody asks for more. */
  readonly peak: number
  /** What was asked for. */
  readonly perSecond: number
  readonly flood: FloodReply
  readonly freezesMs: readonly number[]
  /** Of freezes where nobody asks for anything: what this machine makes of them. */
  readonly calmFreezesMs: readonly number[]
  readonly freezeFailures: readonly string[]
}

/** What one round has measured: capacity, and then several times as much of it. */
export interface Round
  extends Pick<OverloadResult, 'closed' | 'perSecond' | 'flood' | 'freezesMs' | 'freezeFailures'> {}

/**
 * Puts rounds together. They take turns because the speed of a machine changes from minute to minute: what was done in
 * one minute says little about the capacity of another.
 *
 * @param seconds of each part, over all rounds.
 */
export function sumUp(rounds: readonly Round[], seconds: number): Omit<OverloadResult, 'settings' | 'calmFreezesMs'> {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const closed = (rounds[0]?.closed ?? []).map(({ connections }, index) => ({
    connections,
    perSecond: mean(rounds.map((round) => round.closed[index]?.perSecond ?? 0)),
  }))
  const floods = rounds.map(({ flood }) => flood)
  const refused: Record<string, number> = {}
  for (const [what, count] of floods.flatMap((flood) => Object.entries(flood.refused))) {
    refused[what] = (refused[what] ?? 0) + count
  }
  const sum = (of: (flood: FloodReply) => number) => floods.reduce((all, flood) => all + of(flood), 0)
  return {
    closed,
    peak: Math.max(...closed.map(({ perSecond }) => perSecond)),
    perSecond: mean(rounds.map(({ perSecond }) => perSecond)),
    flood: {
      seconds,
      sent: sum(({ sent }) => sent),
      latenciesMs: floods.flatMap(({ latenciesMs }) => latenciesMs),
      light: {
        sent: sum(({ light }) => light.sent),
        latenciesMs: floods.flatMap(({ light }) => light.latenciesMs),
      },
      rightByUser: (floods[0]?.rightByUser ?? []).map((_, user) => sum(({ rightByUser }) => rightByUser[user] ?? 0)),
      refused,
      withoutRetryAfter: sum(({ withoutRetryAfter }) => withoutRetryAfter),
      refusedMs: floods.flatMap(({ refusedMs }) => refusedMs),
    },
    freezesMs: rounds.flatMap(({ freezesMs }) => freezesMs),
    freezeFailures: rounds.flatMap(({ freezeFailures }) => freezeFailures),
  }
}

/** A table for a person. */
export function renderOverload(result: OverloadResult): string {
  const { settings, closed, peak, perSecond, flood, freezesMs, calmFreezesMs } = result
  const goodput = goodputOf(result)
  return alignColumns([
    [
      'capacity',
      closed
        .map(({ connections, perSecond: rate }) => `${rate.toFixed(0)}/s with ${connections} connections`)
        .join(', '),
    ],
    [
      'asked for',
      `${perSecond.toFixed(0)}/s for ${settings.seconds} s in ${settings.rounds} rounds, ${flood.sent} sent, prompts of ${settings.chars} characters`,
    ],
    [
      'right answers',
      `${goodput.toFixed(0)}/s, ${((100 * goodput) / peak).toFixed(0)} % of the peak; ${timesOf(flood.latenciesMs)}`,
    ],
    [
      'refused',
      `${countsOf(flood.refused)}; ${flood.withoutRetryAfter} without retry-after; ${timesOf(flood.refusedMs)}`,
    ],
    ['right by user', flood.rightByUser.join(', ')],
    [
      'who asks for little',
      `${flood.light.latenciesMs.length} of ${flood.light.sent}; ${timesOf(flood.light.latenciesMs)}`,
    ],
    ['freezes', `${freezesMs.length}; ${timesOf(freezesMs)}`],
    ['freezes without load', `${calmFreezesMs.length}; ${timesOf(calmFreezesMs)}`],
  ])
}

/** What does not hold; empty when all does. */
export function faultsOf(result: OverloadResult): readonly string[] {
  const { peak, perSecond, flood, freezesMs, freezeFailures, settings } = result
  const faults = [...new Set(freezeFailures)]
  const share = goodputOf(result) / peak
  if (!(share >= LEAST_GOODPUT))
    faults.push(`${(100 * share).toFixed(0)} % of the peak were answered, not ${100 * LEAST_GOODPUT}`)
  const others = Object.entries(flood.refused).filter(([what]) => !SHED.test(what))
  if (others.length > 0) faults.push(`requests ended otherwise: ${countsOf(Object.fromEntries(others))}`)
  if (flood.withoutRetryAfter > 0) faults.push(`${flood.withoutRetryAfter} refusals have no retry-after`)
  const light = flood.light.latenciesMs.length / flood.light.sent
  if (!(light >= LEAST_LIGHT)) faults.push(`who asks for little was answered ${(100 * light).toFixed(0)} times of 100`)
  if (!(flood.sent >= LEAST_SENT * perSecond * settings.seconds)) faults.push('the load generator was too slow')
  const worst = Math.max(...freezesMs)
  if (!(worst < LONGEST_FREEZE_MS)) faults.push(`a freeze took ${worst.toFixed(0)} ms, not under ${LONGEST_FREEZE_MS}`)
  return faults
}

function goodputOf({ flood, settings }: OverloadResult): number {
  return flood.latenciesMs.length / settings.seconds
}

function timesOf(ms: readonly number[]): string {
  const sorted = [...ms].sort((a, b) => a - b)
  const show = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? '-' : value.toFixed(0))
  return `p50 ${show(percentile(sorted, 0.5))}, p99 ${show(percentile(sorted, 0.99))}, worst ${show(sorted.at(-1))} ms`
}

function countsOf(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a)
  return sorted.length === 0 ? 'nothing' : sorted.map(([what, count]) => `${what} x${count}`).join(', ')
}
