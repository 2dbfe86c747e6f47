import type { Bench, BenchReport } from '../bench.ts'
import { type FlagValues, UsageError } from '../command-line.ts'
import { endingWhatWasStarted, type Keep } from '../services.ts'
import {
  type Contender,
  startCollector,
  startGateway,
  startPassThrough,
  startUpstream,
  WITHOUT_QUOTAS_NOTE,
} from './contenders.ts'
import { startGuardedPortkey, startPortkey } from './portkey.ts'
import {
  describeRounds,
  faultsOf,
  type RoundSettings,
  readRoundSettings,
  roundFlags,
  takeTurns,
  warmUpAll,
} from './rounds.ts'
import { compare, type Round, renderTable, summarize } from './summary.ts'
import { startSurroundings } from './surroundings.ts'

/** The first seconds of each contender, which are told apart. */
const AT_FIRST_MS = 12_000
const USUAL = ['sluice', 'pass-through', 'portkey', 'portkey-guarded']
/** This gateway once more, with the share of its requests that is traced. */
const TRACED: Readonly<Record<string, string>> = { traced: '1', sampled: '0.01' }
const CONTENDERS = [...USUAL, ...Object.keys(TRACED)]

/** This gateway with all layers on, a bare pass-through and Portkey with and without guardrails, in turns. */
export const gatewayBench: Bench = {
  summary:
    'requests/s, latency and CPU per request of this gateway, a bare pass-through and @portkey-ai/gateway without and with guardrails',
  flags: {
    ...roundFlags({ seconds: '4', warmUp: '30000' }),
    stream: { type: 'boolean', default: false, summary: 'Ask for streamed answers.' },
    cached: { type: 'boolean', default: false, summary: 'Send one prompt again and again: the cache answers.' },
    only: {
      type: 'string',
      default: USUAL.join(','),
      value: 'LIST',
      summary: `Which take part, of ${CONTENDERS.join(', ')}.`,
    },
  },
  run: (flags, progress) => {
    const settings = readSettings(flags)
    return endingWhatWasStarted(async (keep) => {
      const contenders = await startContenders(settings, keep)
      const { stream, cached } = settings
      const turns = contenders.map((contender) => ({ ...contender, stream, cached }))
      progress.start(turns.length * (settings.rounds + 1))
      const atFirst = await warmUpAll(turns, settings, progress, AT_FIRST_MS)
      return report(settings, contenders, atFirst, await takeTurns(turns, settings, progress))
    })
  },
}

async function startContenders({ only }: Settings, keep: Keep): Promise<readonly Contender[]> {
  const upstream = keep(await startUpstream())
  const contenders: Contender[] = []
  if (only.includes('sluice')) contenders.push(keep(await startGateway(keep(await startSurroundings(upstream)))))
  for (const [name, share] of Object.entries(TRACED)) {
    if (only.includes(name)) contenders.push(await startTraced(name, share, upstream, keep))
  }
  if (only.includes('pass-through')) contenders.push(keep(await startPassThrough(upstream)))
  if (only.includes('portkey')) contenders.push(keep(await startPortkey(upstream)))
  if (only.includes('portkey-guarded')) contenders.push(keep(await startGuardedPortkey(upstream)))
  return contenders
}

async function startTraced(name: string, share: string, upstream: string, keep: Keep): Promise<Contender> {
  const collector = keep(await startCollector())
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: share,
  }
  const gateway = keep(await startGateway(keep(await startSurroundings(upstream)), { env }))
  return { ...gateway, name: `sluice, ${name}` }
}

interface Settings extends RoundSettings {
  readonly stream: boolean
  /** The same prompt every time, so that the gateway answers from its cache. */
  readonly cached: boolean
  readonly only: readonly string[]
}

function readSettings(flags: FlagValues): Settings {
  const only = String(flags.only).split(',')
  if (!only.every((name) => CONTENDERS.includes(name))) throw new UsageError(`--only takes ${CONTENDERS.join(', ')}.`)
  return {
    ...readRoundSettings(flags),
    stream: flags.stream === true,
    cached: flags.cached === true,
    only,
  }
}

function report(
  settings: Settings,
  contenders: readonly Contender[],
  atFirst: readonly Round[],
  results: readonly (readonly Round[])[],
): BenchReport {
  const summaries = contenders.map(({ name }, index) => summarize(name, results[index] ?? [], atFirst[index]))
  const [first, ...others] = summaries
  const ratios = first ? others.map((other) => compare(first, other)) : []
  const { stream, cached } = settings
  const how = `${describeRounds(settings)}, ${stream ? 'streamed' : 'not streamed'}, ${cached ? 'the same prompt' : 'every prompt a new one'}`
  const note = `Load generator and upstream share the machine with the servers, so CPU per request is the steadier figure.\nThe first column of CPU is of the first ${AT_FIRST_MS / 1000} s after the start, while V8 compiles.`
  return {
    text: `${how}\n\n${renderTable(summaries, ratios)}\n\n${note}\n${WITHOUT_QUOTAS_NOTE}`,
    data: { settings, contenders: summaries, ratios },
    faults: contenders.flatMap(({ name }, index) =>
      faultsOf(name, [...atFirst.slice(index, index + 1), ...(results[index] ?? [])]),
    ),
  }
}
