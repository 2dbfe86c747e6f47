import type { StreamEnd } from '../freeze/stream-reading.ts'
import { percentile } from '../gateway/statistics.ts'
import type { AliceReply } from './alice-process.ts'
import type { BobReply } from './bob-process.ts'

/** What Bob's work must keep to, whatever others do; milliseconds. */
const TARGET_MS = { p99: 100, worst: 500 } as const

interface Measured {
  readonly alice: AliceReply
  readonly bob: BobReply
  readonly cpuSeconds: number
  readonly rssPeakMegabytes: number
}

export interface CaseResult {
  readonly name: string
  readonly alice: AliceReply
  readonly requests: number
  readonly failures: Readonly<Record<string, number>>
  readonly p50Ms: number
  readonly p99Ms: number
  readonly worstMs: number
  readonly streamEnd: StreamEnd
  readonly streamGapMs: number
  readonly readyAsked: number
  readonly readyFailed: number
  readonly ownDelayMs: number
  readonly cpuSeconds: number
  readonly rssPeakMegabytes: number
}

export function summarizeCase(name: string, { alice, bob, cpuSeconds, rssPeakMegabytes }: Measured): CaseResult {
  const { latenciesMs, ...seen } = bob
  const sorted = [...latenciesMs].sort((a, b) => a - b)
  return {
    name,
    alice,
    ...seen,
    requests: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    worstMs: sorted.at(-1) ?? Number.NaN,
    cpuSeconds,
    rssPeakMegabytes,
  }
}

/** The targets that Bob's work missed in a case, a line each. */
export function missesOf(result: CaseResult): string[] {
  const { name, failures, p99Ms, worstMs, streamEnd, readyFailed, readyAsked } = result
  const misses: string[] = []
  if (total(failures) > 0) misses.push(`Bob had no right answer: ${countsOf(failures)}`)
  if (!(p99Ms < TARGET_MS.p99)) misses.push(`p99 was ${p99Ms.toFixed(0)} ms, not under ${TARGET_MS.p99}`)
  if (!(worstMs < TARGET_MS.worst)) misses.push(`the worst was ${worstMs.toFixed(0)} ms, not under ${TARGET_MS.worst}`)
  if (streamEnd !== 'open') misses.push(`Bob's stream ended: ${endOf(streamEnd)}`)
  if (readyFailed > 0) misses.push(`/health/ready failed ${readyFailed} times of ${readyAsked}`)
  return misses.map((miss) => `${name}: ${miss}`)
}

const HEADER = ['case', 'right', 'failed', 'p50', 'p99', 'worst', 'stream', 'gap', 'ready', 'CPU s', 'RSS', 'Alice got']

/** A table for a person: Bob's figures, and in the last column how Alice's requests ended. */
export function renderCases(results: readonly CaseResult[]): string {
  const rows = [HEADER, ...results.map(cellsOf)]
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const isText = (column: number) => column === 0 || column === HEADER.length - 1
  const table = rows.map((row) =>
    row
      .map((cell, column) =>
        isText(column) ? cell.padEnd(column === 0 ? (widths[0] ?? 0) : 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  const failures = results
    .filter(({ failures: one }) => total(one) > 0)
    .map(({ name, failures: one }) => `Bob failed in ${name}: ${countsOf(one)}.`)
  const ownDelayMs = Math.max(...results.map((result) => result.ownDelayMs))
  return [
    ...table,
    '',
    ...failures,
    `Bob's right answers, failures and latencies in ms from the moment at which each question was due; the longest gap of his`,
    'stream in ms; how often /health/ready was good; CPU seconds and peak resident megabytes of the gateway.',
    `Targets: p99 under ${TARGET_MS.p99} ms, worst under ${TARGET_MS.worst} ms, the stream stays open, ready stays.`,
    `Bob's own process was late by at most ${ownDelayMs.toFixed(0)} ms, which the figures include.`,
  ].join('\n')
}

function cellsOf(result: CaseResult): string[] {
  return [
    result.name,
    String(result.requests),
    String(total(result.failures)),
    result.p50Ms.toFixed(1),
    result.p99Ms.toFixed(0),
    result.worstMs.toFixed(0),
    endOf(result.streamEnd),
    result.streamGapMs.toFixed(0),
    `${result.readyAsked - result.readyFailed}/${result.readyAsked}`,
    result.cpuSeconds.toFixed(1),
    result.rssPeakMegabytes.toFixed(0),
    countsOf(result.alice),
  ]
}

function endOf(end: StreamEnd): string {
  return typeof end === 'string' ? end : `ended: ${end.code}`
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function countsOf(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a)
  return sorted.map(([what, count]) => `${what} x${count}`).join(', ')
}
