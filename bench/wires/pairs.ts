import type { Bench, BenchReport } from '../bench.ts'
import { type Contender, startGateway, startUpstream, WITHOUT_QUOTAS_NOTE } from '../gateway/contenders.ts'
import type { LoadWire } from '../gateway/load-wires.ts'
import {
  describeRounds,
  faultsOf,
  type RoundSettings,
  readRoundSettings,
  roundFlags,
  type Turn,
  takeTurns,
  warmUpAll,
} from '../gateway/rounds.ts'
import { compare, type Round, renderTable, summarize } from '../gateway/summary.ts'
import { startSurroundings } from '../gateway/surroundings.ts'
import { endingWhatWasStarted, type Keep } from '../services.ts'

/** A wire over a kind of endpoint. */
interface Pair {
  readonly name: string
  readonly wire: LoadWire
  readonly kind: string
  /** Behind the origin of the upstream; `/v1` where it is absent. */
  readonly base?: string
  /** Further members of the endpoint. */
  readonly endpoint?: Readonly<Record<string, unknown>>
}

/** How answers are asked for: whole or streamed by a flag, or both in the same turns. */
type Answers = 'by-flag' | 'both'

const STREAM_FLAG = { stream: { type: 'boolean', default: false, summary: 'Ask for streamed answers.' } } as const

/** A bench of pairs over one gateway and one upstream, in turns. The first is what the others are held to. */
export function benchOfPairs(summary: string, pairs: readonly Pair[], answers: Answers = 'by-flag'): Bench {
  return {
    summary,
    flags: {
      // Each has code of its own. What they share serves the requests of all: six of them are 30,000.
      ...roundFlags({ seconds: '3', warmUp: '5000' }),
      ...(answers === 'by-flag' ? STREAM_FLAG : {}),
    },
    run: (flags, progress) => {
      const settings = readRoundSettings(flags)
      const modes = answers === 'both' ? [false, true] : [flags.stream === true]
      return endingWhatWasStarted(async (keep) => {
        const contenders = await startContenders(pairs, keep)
        const turns = modes.flatMap((stream) => contenders.map((contender) => asTurn(contender, stream)))
        progress.start(turns.length * (settings.rounds + 1))
        const atFirst = await warmUpAll(turns, settings, progress)
        return report(settings, turns, atFirst, await takeTurns(turns, settings, progress))
      })
    },
  }
}

function asTurn(contender: Contender, stream: boolean): Turn {
  return { ...contender, stream, name: stream ? `${contender.name}, streamed` : contender.name }
}

async function startContenders(pairs: readonly Pair[], keep: Keep): Promise<readonly Contender[]> {
  const upstream = keep(await startUpstream())
  const around = keep(await startSurroundings(upstream))
  const byKind = new Map(pairs.map((pair) => [pair.kind, pair]))
  const endpoints = [...byKind.values()].map(({ kind, base = '/v1', endpoint }) => ({
    ...{ name: kind, kind, baseUrl: `${new URL(upstream).origin}${base}`, permittedLevel: 7, models: [modelOf(kind)] },
    ...(endpoint ?? { apiKey: 'x' }),
  }))
  // Only chat answers are remembered: with the cache the wires would not do the same.
  const env = { ENDPOINTS: JSON.stringify(endpoints), CACHE_TTL_MS: '0' }
  const gateway = keep(await startGateway(around, { env }))
  return pairs.map(({ name, wire, kind }) => ({
    ...gateway,
    name,
    target: { ...gateway.target, wire, model: modelOf(kind) },
  }))
}

function modelOf(kind: string): string {
  return `over-${kind}`
}

function report(
  settings: RoundSettings,
  turns: readonly Turn[],
  atFirst: readonly Round[],
  results: readonly (readonly Round[])[],
): BenchReport {
  const summaries = turns.map((turn, index) => ({
    stream: turn.stream,
    summary: summarize(turn.name, results[index] ?? []),
  }))
  const tables = [false, true].flatMap((stream) => {
    const ofMode = summaries.filter((one) => one.stream === stream).map(({ summary }) => summary)
    const [first, ...others] = ofMode
    return first === undefined ? [] : [{ stream, wires: ofMode, ratios: others.map((other) => compare(first, other)) }]
  })
  const how = `${describeRounds(settings)}, no cache`
  const texts = tables.map(
    ({ stream, wires, ratios }) => `${stream ? 'Streamed' : 'Not streamed'}\n${renderTable(wires, ratios)}`,
  )
  return {
    text: [how, ...texts, WITHOUT_QUOTAS_NOTE].join('\n\n'),
    data: { settings, tables },
    faults: turns.flatMap(({ name }, index) =>
      faultsOf(name, [...atFirst.slice(index, index + 1), ...(results[index] ?? [])]),
    ),
  }
}
