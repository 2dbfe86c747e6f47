import type { AliceReply } from '../neighbours/alice-process.ts'
import { alignRows } from '../table.ts'

/** What the gateway may hold after minutes at full speed, in megabytes of resident memory. */
const FULL_SPEED_MEGABYTES = 300
const TIMELINE_ROWS = 12

export interface Sample {
  readonly atSeconds: number
  readonly gatewayMegabytes: number
  readonly redisBytes: number
}

export interface MemoryResult {
  readonly name: string
  readonly seconds: number
  readonly statuses: AliceReply
  readonly before: Sample
  readonly samples: readonly Sample[]
  /** Some seconds after the case. */
  readonly after: Sample
  readonly peakMegabytes: number
  readonly cpuSeconds: number
}

/** The targets that were missed, a line each. */
export function missesOf({ name, samples, after, peakMegabytes }: MemoryResult): string[] {
  if (Number.isNaN(after.gatewayMegabytes)) return [`${name}: the gateway has ended`]
  const last = samples.at(-1)?.gatewayMegabytes ?? Number.NaN
  const isOver = name === 'full-speed' && !(last < FULL_SPEED_MEGABYTES)
  return isOver
    ? [
        `${name}: ${last.toFixed(0)} MB resident at the end (peak ${peakMegabytes.toFixed(0)}), not under ${FULL_SPEED_MEGABYTES}`,
      ]
    : []
}

const HEADER = ['case', 's', 'answered', '/s', 'ready', 'peak', 'end', 'after', 'CPU s', 'Redis', 'B/answer', 'ended']

/** Tables for a person: a row per case, and for the longest case its memory over time. */
export function renderMemory(results: readonly MemoryResult[], users: number): string {
  const longest = [...results].sort((a, b) => b.seconds - a.seconds)[0]
  return [
    `${users} users, stores and a gateway of its own for each case; full-speed without quotas (QUOTAS)`,
    '',
    ...alignRows([HEADER, ...results.map(cellsOf)]),
    '',
    'Resident megabytes of the gateway: when it was ready, at most, at the end of the case and 10 s later; megabytes that Redis',
    'grew by, also in bytes for each right answer; how the requests ended.',
    ...(longest === undefined ? [] : ['', `${longest.name} over time:`, ...alignRows(timelineOf(longest))]),
  ].join('\n')
}

function cellsOf({
  name,
  seconds,
  statuses,
  before,
  samples,
  after,
  peakMegabytes,
  cpuSeconds,
}: MemoryResult): string[] {
  const answered = statuses['200'] ?? 0
  const last = samples.at(-1) ?? after
  const grown = last.redisBytes - before.redisBytes
  const endings = Object.entries(statuses).sort(([, a], [, b]) => b - a)
  return [
    name,
    String(seconds),
    String(answered),
    (answered / seconds).toFixed(0),
    before.gatewayMegabytes.toFixed(0),
    peakMegabytes.toFixed(0),
    last.gatewayMegabytes.toFixed(0),
    after.gatewayMegabytes.toFixed(0),
    cpuSeconds.toFixed(1),
    `+${(grown / 1_048_576).toFixed(1)}`,
    answered === 0 ? '-' : (grown / answered).toFixed(0),
    endings.map(([what, count]) => `${what} x${count}`).join(', '),
  ]
}

function timelineOf({ samples }: MemoryResult): string[][] {
  const step = Math.max(1, Math.ceil(samples.length / TIMELINE_ROWS))
  const shown = samples.filter((_, at) => at % step === 0 || at === samples.length - 1)
  return [
    ['second', 'gateway MB', 'Redis MB'],
    ...shown.map(({ atSeconds, gatewayMegabytes, redisBytes }) => [
      atSeconds.toFixed(0),
      gatewayMegabytes.toFixed(0),
      (redisBytes / 1_048_576).toFixed(1),
    ]),
  ]
}
