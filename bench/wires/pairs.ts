import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type FlagValues, wholeNumber } from '../command-line.ts'
import { type Contender, startGateway, startUpstream, WITHOUT_QUOTAS_NOTE } from '../gateway/contenders.ts'
import { load } from '../gateway/load.ts'
import type { LoadWire } from '../gateway/load-wires.ts'
import { cpuTimeUs } from '../gateway/process-cpu.ts'
import { compare, type Round, renderTable, summarize } from '../gateway/summary.ts'
import { startSurroundings } from '../gateway/surroundings.ts'
import { endingWhatWasStarted, type Keep } from '../services.ts'

/** V8 compiles for longer than one would think; each has code of its own. */
const WARM_UP_MS = 6_000
const SETTLE_MS = 250

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

/** A bench of pairs over one gateway and one upstream, in turns. The first is what the others are held to. */
export function benchOfPairs(summary: string, pairs: readonly Pair[]): Bench {
  return {
    summary,
    flags: {
      rounds: { type: 'string', default: '5', value: 'N', summary: 'Rounds of each, in turns.' },
      seconds: { type: 'string', default: '3', value: 'N', summary: 'Length of a round.' },
      connections: { type: 'string', default: '16', value: 'N', summary: 'Requests in flight at a time.' },
      stream: { type: 'boolean', default: false, summary: 'Ask for streamed answers.' },
    },
    run: (flags, progress) => {
      const settings = readSettings(flags)
      return endingWhatWasStarted(async (keep) => {
        const contenders = await startContenders(pairs, keep)
        return report(settings, contenders, await takeTurns(contenders, settings, progress))
      })
    },
  }
}

interface Settings {
  readonly rounds: number
  readonly durationMs: number
  readonly connections: number
  readonly stream: boolean
}

function readSettings(flags: FlagValues): Settings {
  return {
    rounds: wholeNumber(flags, 'rounds'),
    durationMs: wholeNumber(flags, 'seconds') * 1000,
    connections: wholeNumber(flags, 'connections'),
    stream: flags.stream === true,
  }
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

async function takeTurns(contenders: readonly Contender[], settings: Settings, progress: Progress): Promise<Round[][]> {
  const results: Round[][] = contenders.map(() => [])
  progress.start(contenders.length * (settings.rounds + 1))
  for (const contender of contenders) {
    progress.step(`warming up ${contender.name}`)
    await playRound(contender, { ...settings, durationMs: WARM_UP_MS })
  }
  for (let number = 1; number <= settings.rounds; number += 1) {
    for (const [index, contender] of contenders.entries()) {
      progress.step(`round ${number}: ${contender.name}`)
      results[index]?.push(await playRound(contender, settings))
    }
  }
  return results
}

let promptNumber = 0

async function playRound({ target, pid }: Contender, { connections, durationMs, stream }: Settings): Promise<Round> {
  await sleep(SETTLE_MS)
  const nextPrompt = () => {
    promptNumber += 1
    return `Please draft a short, friendly reply to customer.${promptNumber}@example.com about order ${promptNumber}.`
  }
  const beforeUs = cpuTimeUs(pid)
  const result = await load(target, { connections, durationMs, stream, nextPrompt })
  return { ...result, cpuUs: cpuTimeUs(pid) - beforeUs }
}

function report(
  settings: Settings,
  contenders: readonly Contender[],
  results: readonly (readonly Round[])[],
): BenchReport {
  const summaries = contenders.map(({ name }, index) => summarize(name, results[index] ?? []))
  const [first, ...others] = summaries
  const ratios = first ? others.map((other) => compare(first, other)) : []
  const { rounds, durationMs, connections, stream } = settings
  const how = `${rounds} rounds of ${durationMs / 1000} s in turns, ${connections} connections, ${stream ? 'streamed' : 'not streamed'}, no cache`
  return {
    text: `${how}\n\n${renderTable(summaries, ratios)}\n\n${WITHOUT_QUOTAS_NOTE}`,
    data: { settings, wires: summaries, ratios },
    faults: summaries.flatMap(({ name, errors }, index) => {
      const firstError = results[index]?.find((round) => round.firstError !== undefined)?.firstError
      return errors > 0 ? [`${name}: ${errors} errors, the first: ${firstError}`] : []
    }),
  }
}
