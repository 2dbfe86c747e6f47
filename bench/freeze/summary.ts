import { percentile } from '../gateway/statistics.ts'
import type { Round } from './round.ts'

/** Milliseconds. */
export interface Distribution {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** What the rounds have shown; each figure in milliseconds since just before the command was sent. */
export interface Summary {
  readonly freezes: number
  /** Per freeze, of the stream that ended last at any gateway; with its terminal frame. */
  readonly lastStreamByte: Distribution
  /** Per freeze, of the gateway that refused last. */
  readonly firstRefusal: Distribution
  /** Per freeze, the end of the last stream, whether after a terminal frame or cut off. */
  readonly lastStreamOver: Distribution
  /** Per freeze, the last byte of model text of any stream. */
  readonly lastText: Distribution
  /** Over every stream of every freeze. */
  readonly everyStream: Distribution
  readonly acknowledged: Distribution
  /** As the service says in `elapsed_ms`. */
  readonly elapsed: Distribution
  /** Freezes that every living gateway has acknowledged. */
  readonly complete: number
  readonly ends: Readonly<Record<string, number>>
  readonly textBytes: { readonly before: number; readonly inSweep: number; readonly after: number }
  /** Outcomes of requests that were sent after the acknowledgement. */
  readonly afterwards: Readonly<Record<string, number>>
  readonly sweep: Distribution
  /** The longest delay of the reader's event loop in each freeze. */
  readonly readerDelay: Distribution
}

export function summarize(rounds: readonly Round[]): Summary {
  const perFreeze = (figure: (round: Round) => number) => distribution(rounds.map(figure))
  const streams = rounds.flatMap((round) => round.streams)
  const texts = [...streams, ...rounds.flatMap(({ probes }) => probes)].map(({ text }) => text)
  const bytes = (part: 'before' | 'inSweep' | 'after') => texts.reduce((sum, text) => sum + text[part], 0)
  return {
    freezes: rounds.length,
    lastStreamByte: perFreeze((round) => Math.max(...round.streams.map(lastByteOf))),
    firstRefusal: perFreeze(({ probes }) => Math.max(...probes.map(({ firstRefusedMs }) => firstRefusedMs))),
    lastStreamOver: perFreeze((round) => Math.max(...round.streams.map(({ closedMs }) => closedMs))),
    lastText: perFreeze((round) => Math.max(...round.streams.map(({ lastTextMs }) => lastTextMs))),
    everyStream: distribution(streams.map(lastByteOf)),
    acknowledged: perFreeze(({ acknowledgement }) => acknowledgement.readMs),
    elapsed: perFreeze(({ answer }) => answer.elapsed_ms),
    complete: rounds.filter(({ answer }) => answer.gateways.acknowledged === answer.gateways.alive).length,
    ends: countAll(streams.map(({ end }) => ({ [typeof end === 'string' ? end : end.code]: 1 }))),
    textBytes: { before: bytes('before'), inSweep: bytes('inSweep'), after: bytes('after') },
    afterwards: countAll(rounds.flatMap(({ probes }) => probes.map(({ afterwards }) => afterwards))),
    sweep: perFreeze(({ acknowledgement }) => acknowledgement.sweptMs - acknowledgement.readMs),
    readerDelay: perFreeze(({ readerDelayMs }) => readerDelayMs),
  }
}

/** One freeze in a line of figures, to see which were slow. */
export function outline({ answer, acknowledgement, streams, probes, readerDelayMs }: Round) {
  return {
    lastStreamByteMs: Math.max(...streams.map(lastByteOf)),
    lastTextMs: Math.max(...streams.map(({ lastTextMs }) => lastTextMs)),
    firstRefusedMs: probes.map(({ firstRefusedMs }) => firstRefusedMs),
    acknowledgedMs: acknowledgement.readMs,
    elapsedMs: answer.elapsed_ms,
    cut: streams.filter(({ end }) => end === 'cut').length,
    readerDelayMs,
  }
}

/** A stream that nobody ended has no last byte. */
function lastByteOf({ end, lastByteMs }: Round['streams'][number]): number {
  return end === 'open' ? Number.POSITIVE_INFINITY : lastByteMs
}

export function distribution(values: readonly number[]): Distribution {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => percentile(sorted, share)
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

function countAll(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const [name, count] of counts.flatMap((one) => Object.entries(one))) total[name] = (total[name] ?? 0) + count
  return total
}
