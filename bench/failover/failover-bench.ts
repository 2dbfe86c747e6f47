import type { Bench, BenchReport } from '../bench.ts'
import { alignColumns, wholeNumber } from '../command-line.ts'
import { endingWhatWasStarted } from '../services.ts'
import { type FailoverResult, playFailover } from './play-failover.ts'

/** Whether who is frozen stays frozen while Redis moves from a primary that was killed to its replica. */
export const failoverBench: Bench = {
  summary: 'a primary of Redis is killed under load and its replica takes over: freezes, records, tokens, and how long',
  flags: {
    outage: { type: 'string', default: '3000', value: 'N', summary: 'Milliseconds until the replica takes over.' },
    calm: { type: 'string', default: '8', value: 'N', summary: 'Seconds of load before and after.' },
    durability: { type: 'string', default: 'replicas:1', value: 'TEXT', summary: 'OUTBOX_DURABILITY of the services.' },
    source: { type: 'boolean', default: false, summary: 'Run the services from their sources, not as built.' },
  },
  run: async (flags, progress) => {
    const settings = {
      outageMs: wholeNumber(flags, 'outage', { min: 0, max: 600_000 }),
      calmSeconds: wholeNumber(flags, 'calm', { max: 600 }),
      durability: String(flags.durability),
      fromSource: flags.source === true,
    }
    return report(await endingWhatWasStarted((keep) => playFailover(settings, keep, progress)))
  },
}

function report(result: FailoverResult): BenchReport {
  const { settings, probes, lateFreezes, recoveryMs, trail, tokens } = result
  const ofLate = Object.entries(lateFreezes).map(([durable, { ordered, held }]) => `${durable}: ${held} of ${ordered}`)
  const rows: readonly (readonly [string, string])[] = [
    [
      'requests of the frozen user',
      Object.entries(probes)
        .map(([what, count]) => `${what} x${count}`)
        .join(', '),
    ],
    ['freezes just before, that hold', ofLate.join(', ')],
    ['others are answered again after', recoveryMs.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ')],
    ['requests answered', `${trail.acknowledged}, not answered ${trail.uncertain}`],
    ['their records in the trail', `${trail.lost} lost, ${trail.doubled} doubled`],
    ['tokens of sessions', `${tokens.kept} of ${tokens.all} the same as before`],
  ]
  const how = `the primary killed, the address moved to the replica ${settings.outageMs} ms later, OUTBOX_DURABILITY ${settings.durability}`
  return { text: `${how}\n\n${alignColumns(rows)}`, data: { ...result }, faults: result.faults }
}
