import type { Bench, BenchReport } from '../bench.ts'
import { alignColumns, type FlagValues, UsageError, wholeNumber } from '../command-line.ts'
import { endingWhatWasStarted } from '../services.ts'
import { FAULT_CASES } from './fault-cases.ts'
import { MEASUREMENTS } from './measured.ts'
import { type CaseResult, type CaseSettings, playCase } from './play-case.ts'

/** Whether every record arrives, once and in order, whatever goes wrong meanwhile, and how fast workers are. */
export const eventsBench: Bench = {
  summary: 'records that are offered against those that arrive, while servers are away and workers are killed',
  flags: {
    case: {
      type: 'string',
      default: 'cost,drain,drain-relay',
      value: 'LIST',
      summary: `What to do: measure ${Object.keys(MEASUREMENTS).join(', ')}; break ${Object.keys(FAULT_CASES).join(', ')}.`,
    },
    sessions: { type: 'string', default: '50', value: 'N', summary: 'Sessions that records are offered in.' },
    rate: { type: 'string', default: '300', value: 'N', summary: 'Records per second of all sessions.' },
    outage: { type: 'string', default: '30', value: 'N', summary: 'Seconds that a server is away.' },
    kills: { type: 'string', default: '50', value: 'N', summary: 'How often the workers are killed.' },
    seed: { type: 'string', default: '1', value: 'N', summary: 'Determines when they are killed.' },
    records: { type: 'string', default: '50000', value: 'N', summary: 'Records that wait when a worker is measured.' },
    rounds: { type: 'string', default: '5', value: 'N', summary: 'Rounds in which the cost is measured.' },
    requests: { type: 'string', default: '10000', value: 'N', summary: 'Requests in such a round.' },
    source: { type: 'boolean', default: false, summary: 'Run the services from their sources, not as built.' },
  },
  run: async (flags, progress) => {
    const names = String(flags.case).split(',')
    const known = [...Object.keys(MEASUREMENTS), ...Object.keys(FAULT_CASES)]
    if (!names.every((name) => known.includes(name))) throw new UsageError(`--case takes ${known.join(', ')}.`)
    progress.start(names.length)
    const reports: BenchReport[] = []
    for (const name of names) {
      progress.step(name)
      const measure = MEASUREMENTS[name]
      reports.push(measure === undefined ? reportOf(await play(name, flags), flags) : await measure(flags))
    }
    return {
      text: reports.map(({ text }) => text).join('\n\n'),
      data: { cases: reports.map(({ data }) => data) },
      faults: reports.flatMap(({ faults }) => faults),
    }
  },
}

async function play(name: string, flags: FlagValues): Promise<CaseResult> {
  const settings: CaseSettings = {
    sessions: wholeNumber(flags, 'sessions', { max: 10_000 }),
    perSecond: wholeNumber(flags, 'rate', { max: 100_000 }),
    outageMs: wholeNumber(flags, 'outage', { max: 600 }) * 1_000,
    kills: wholeNumber(flags, 'kills', { max: 10_000 }),
    seed: wholeNumber(flags, 'seed'),
    fromSource: flags.source === true,
  }
  return await endingWhatWasStarted((keep) => playCase(name, settings, keep))
}

function reportOf(
  { name, seconds, answered, trail, tree, receivers, disorderedInKafka, missedInKafka, faults }: CaseResult,
  flags: FlagValues,
): BenchReport {
  const { acknowledged, uncertain, uncertainKept, rows, lost, doubled, unknown, disordered, misnumbered } = trail
  const lines: [string, string][] = [
    ['offered, acknowledged', `${acknowledged}, of which ${answered} are answers of a gateway`],
    ['offered, without an answer', `${uncertain}, of which ${uncertainKept} were kept`],
    ['rows in the trail', `${rows}: ${lost} lost, ${doubled} doubled, ${unknown} unknown`],
    ['sessions', `${disordered} out of order, ${misnumbered} with a gap in the numbers of their events`],
    [
      'tree of the log',
      `${tree.size} leaves, ${tree.outOfPlace} out of place, ${tree.mismatched} of another record, root ${tree.isRootRight ? 'right' : 'WRONG'}, ${tree.signatures} signatures`,
    ],
    ...receivers.map(({ receiver, distinct, missing, repeated }): [string, string] => [
      receiver,
      `${distinct} ids: ${missing} missing, ${repeated} came again`,
    ]),
  ]
  lines.push(['sessions in Kafka', `${disorderedInKafka} out of order`])
  lines.push(['messages in Kafka', `${missedInKafka} dropped before they were read`])
  const how = name.endsWith('-killed') && name !== 'redis-killed' ? `, ${flags.kills} kills, seed ${flags.seed}` : ''
  return {
    text: `${name}: ${FAULT_CASES[name]?.summary}${how} (${seconds.toFixed(0)} s)\n${alignColumns(lines)}`,
    data: { case: name, seconds, seed: flags.seed, answered, trail, tree, receivers, disorderedInKafka, missedInKafka },
    faults,
  }
}
