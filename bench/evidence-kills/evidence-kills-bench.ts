import type { Bench, BenchReport } from '../bench.ts'
import { alignColumns, wholeNumber } from '../command-line.ts'
import { endingWhatWasStarted } from '../services.ts'
import { type KillsResult, playKills } from './play-kills.ts'

/** Whether every record that the schedule chose is proved once, however often the workers are killed. */
export const evidenceKillsBench: Bench = {
  summary: 'proofs that were due against those that were made, while the workers that make them are killed',
  flags: {
    kills: { type: 'string', default: '30', value: 'N', summary: 'How often a worker is killed.' },
    seed: { type: 'string', default: '1', value: 'N', summary: 'Determines when it is killed.' },
    'on-demand': { type: 'string', default: '50', value: 'N', summary: 'Records without a proof that are asked for.' },
    source: { type: 'boolean', default: false, summary: 'Run the services from their sources, not as built.' },
  },
  run: async (flags, progress) => {
    progress.start(1)
    progress.step('kills')
    const settings = {
      kills: wholeNumber(flags, 'kills', { max: 10_000 }),
      seed: wholeNumber(flags, 'seed'),
      onDemand: wholeNumber(flags, 'on-demand', { max: 10_000 }),
      fromSource: flags.source === true,
    }
    return report(await endingWhatWasStarted((keep) => playKills(settings, keep)))
  },
}

function report(result: KillsResult): BenchReport {
  const { seconds, kills, answered, chosen, proved, onDemand, verified, removed, faults } = result
  const rows: readonly (readonly [string, string])[] = [
    ['seconds', seconds.toFixed(0)],
    ['kills of a worker', String(kills)],
    ['requests answered', String(answered)],
    ['proofs due by the schedule', String(chosen)],
    ['of these proved', String(proved)],
    ['asked for afterwards', `${onDemand.asked}, proved ${onDemand.proved}`],
    ['verified offline', `${verified.proved} proved, ${verified.unproved} unproved, ${verified.other} other leaves`],
    ['with one record removed', removed],
  ]
  return { text: alignColumns(rows), data: { ...result }, faults }
}
