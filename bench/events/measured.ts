import type { BenchReport } from '../bench.ts'
import { type FlagValues, wholeNumber } from '../command-line.ts'
import { endingWhatWasStarted } from '../services.ts'
import { type CostRow, measureCost } from './cost.ts'
import { type DrainedBy, measureDrain } from './drain.ts'

/** One worker keeps up with one gateway at full speed: 2,000 requests/s of 9 events (docs/audit.md). */
const EVENTS_PER_SECOND = 20_000
/** Of CPU, for making a record and appending it, while many requests share a command. */
const MICROS_PER_REQUEST = 25

/** What is measured, beside what is broken, by name. */
export const MEASUREMENTS: Readonly<Record<string, (flags: FlagValues) => Promise<BenchReport>>> = {
  cost: reportCost,
  drain: (flags) => reportDrain('audit', flags),
  'drain-relay': (flags) => reportDrain('relay', flags),
}

async function reportCost(flags: FlagValues): Promise<BenchReport> {
  const settings = { rounds: wholeNumber(flags, 'rounds'), requests: wholeNumber(flags, 'requests') }
  const rows = await measureCost(settings)
  const lines = rows.map((row) => {
    const { concurrency, variant, cpuMicros, p50Micros, p99Micros } = row
    const added = cpuMicros - baseOf(rows, concurrency)
    return [
      `  ${concurrency} at once`.padEnd(14),
      variant.padEnd(26),
      `${cpuMicros.toFixed(1)} µs CPU`.padStart(14),
      `${added.toFixed(1)} added`.padStart(14),
      `p50 ${p50Micros.toFixed(0)} µs`.padStart(14),
      `p99 ${p99Micros.toFixed(0)} µs`.padStart(14),
    ].join('')
  })
  const busiest = Math.max(...rows.map(({ concurrency }) => concurrency))
  const recorded = rows.findLast(({ concurrency }) => concurrency === busiest)?.cpuMicros ?? Number.NaN
  const added = recorded - baseOf(rows, busiest)
  return {
    text: `cost: what recording adds to a request, median of ${settings.rounds} rounds of ${settings.requests}\n${lines.join('\n')}`,
    data: { case: 'cost', ...settings, rows, addedMicros: added },
    faults: added < MICROS_PER_REQUEST ? [] : [`cost: ${added.toFixed(1)} µs CPU are added, not under 25`],
  }
}

/** The CPU of a request that is not recorded. */
function baseOf(rows: readonly CostRow[], concurrency: number): number {
  return rows.find((row) => row.concurrency === concurrency)?.cpuMicros ?? Number.NaN
}

const NAMES: Readonly<Record<DrainedBy, string>> = { audit: 'the audit-writer', relay: 'the relay' }

async function reportDrain(by: DrainedBy, flags: FlagValues): Promise<BenchReport> {
  const settings = { records: wholeNumber(flags, 'records', { min: 1_000 }), fromSource: flags.source === true }
  const { records, events, seconds, cpuMicrosPerRecord } = await endingWhatWasStarted((keep) =>
    measureDrain(by, settings, keep),
  )
  const perSecond = Math.round(events / seconds)
  return {
    text:
      `drain: ${NAMES[by]} moved ${records} records (${events} events) in ${seconds.toFixed(2)} s: ` +
      `${Math.round(records / seconds)} records/s, ${perSecond} events/s, ${cpuMicrosPerRecord.toFixed(0)} µs CPU a record`,
    data: { case: 'drain', by, records, events, seconds, cpuMicrosPerRecord },
    faults:
      perSecond < EVENTS_PER_SECOND
        ? [`drain: ${NAMES[by]} moved ${perSecond} events/s, not ${EVENTS_PER_SECOND}`]
        : [],
  }
}
