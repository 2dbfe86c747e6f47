import { median, percentile } from './statistics.ts'

/** One round of one contender. */
export interface Round {
  readonly requests: number
  readonly errors: number
  readonly firstError?: string
  readonly elapsedMs: number
  readonly latenciesMs: readonly number[]
  readonly cpuUs: number
}

/** Each figure is the median over the rounds. */
interface Summary {
  readonly name: string
  readonly requests: number
  readonly errors: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuUsPerRequest: number
  /** The same in the first seconds, where they were measured. */
  readonly cpuUsAtFirst?: number
}

export function summarize(name: string, rounds: readonly Round[], atFirst?: Round): Summary {
  const over = (figure: (round: Round) => number) => round2(median(rounds.map(figure)))
  const latency = (share: number) => (round: Round) =>
    percentile(
      [...round.latenciesMs].sort((a, b) => a - b),
      share,
    )
  return {
    name,
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    requestsPerSecond: over(({ requests, elapsedMs }) => (requests / elapsedMs) * 1000),
    p50Ms: over(latency(0.5)),
    p99Ms: over(latency(0.99)),
    cpuUsPerRequest: over(cpuUsOfOne),
    ...(atFirst && { cpuUsAtFirst: round2(cpuUsOfOne(atFirst)) }),
  }
}

function cpuUsOfOne({ cpuUs, requests }: Round): number {
  return cpuUs / requests
}

/** How many times as good the first is as the other; over 1 is better. */
interface Ratio {
  readonly against: string
  readonly requestsPerSecond: number
  /** The other's CPU time for a request by the first's. */
  readonly cpu: number
}

export function compare(first: Summary, other: Summary): Ratio {
  return {
    against: other.name,
    requestsPerSecond: round2(first.requestsPerSecond / other.requestsPerSecond),
    cpu: round2(other.cpuUsPerRequest / first.cpuUsPerRequest),
  }
}

export function renderTable(summaries: readonly Summary[], ratios: readonly Ratio[]): string {
  const hasFirst = summaries.some(({ cpuUsAtFirst }) => cpuUsAtFirst !== undefined)
  const header = [
    ...['', 'requests/s', 'p50 ms', 'p99 ms', ...(hasFirst ? ['CPU µs at first'] : [])],
    ...['CPU µs/request', 'requests', 'errors'],
  ]
  const rows = summaries.map((one) => [
    one.name,
    one.requestsPerSecond.toFixed(0),
    one.p50Ms.toFixed(2),
    one.p99Ms.toFixed(2),
    ...(hasFirst ? [one.cpuUsAtFirst?.toFixed(0) ?? ''] : []),
    one.cpuUsPerRequest.toFixed(0),
    String(one.requests),
    String(one.errors),
  ])
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  const [first] = summaries
  const verdicts = ratios.map(
    ({ against, requestsPerSecond, cpu }) =>
      `${first?.name} against ${against}: ${requestsPerSecond.toFixed(2)}x the requests/s, ${cpu.toFixed(2)}x the requests per CPU second`,
  )
  return [line(header), ...rows.map(line), '', ...verdicts].join('\n')
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
