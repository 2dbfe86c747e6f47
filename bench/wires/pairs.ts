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

/** How answers are asked for: whole or streamed by a flag, or both in the same turns. */
type Answers = 'by-flag' | 'both'

const STREAM_FLAG = { stream: { type: 'boolean', default: false, summary: 'Ask for streamed answers.' } } as const

/** A bench of pairs over one gateway and one upstream, in turns. The first is what the others are held to. */
export function benchOfPairs(summary: string, pairs: readonly Pair[], answers: Answers = 'by-flag'): Bench {
  return {
    summary,
    flags: {
      rounds: { type: 'string', default: '5', value: 'N', summary: 'Rounds of each, in turns.' },
      seconds: { type: 'string', default: '3', value: 'N', summary: 'Length of a round.' },
      connections: { type: 'string', default: '16', value: 'N', summary: 'Requests in flight at a time.' },
      ...(answers === 'by-flag' ? STREAM_FLAG : {}),
    },
    run: (flags, progress) => {
      const settings = readSettings(flags)
      const modes = answers === 'both' ? [false, true] : [flags.stream === true]
      return endingWhatWasStarted(async (keep) => {
        const contenders = await startContenders(pairs, keep)
        const turns = modes.flatMap((stream) => contenders.map((contender) => ({ ...contender, stream })))
        return report(settings, turns, await takeTurns(turns, settings, progress))
      })
    },
  }
}

interface Settings {
  readonly rounds: number
  readonly durationMs: number
  readonly connections: number
}

/** One whose turn comes once in each round. */
interface Turn extends Contender {
  readonly stream: boolean
}

function readSettings(flags: FlagValues): Settings {
  return {
    rounds: wholeNumber(flags, 'rounds'),
    durationMs: wholeNumber(flags, 'seconds') * 1000,
    connections: wholeNumber(flags, 'connections'),
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

async function takeTurns(turns: readonly Turn[], settings: Settings, progress: Progress): Promise<Round[][]> {
  const results: Round[][] = turns.map(() => [])
  progress.start(turns.length * (settings.rounds + 1))
  for (const turn of turns) {
    progress.step(`warming up ${describe(turn)}`)
    await playRound(turn, { ...settings, durationMs: WARM_UP_MS })
  }
  for (let number = 1; number <= settings.rounds; number += 1) {
    for (const [index, turn] of turns.entries()) {
      progress.step(`round ${number}: ${describe(turn)}`)
      results[index]?.push(await playRound(turn, settings))
    }
  }
  return results
}

function describe({ name, stream }: Turn): string {
  return stream ? `${name}, streamed` : name
}

let promptNumber = 0

async function playRound({ target, pid, stream }: Turn, { connections, durationMs }: Settings): Promise<Round> {
  await sleep(SETTLE_MS)
  const nextPrompt = () => {
    promptNumber += 1
    return `Please draft a short, friendly reply to customer.${promptNumber}@example.com about order ${promptNumber}.`
  }
  const beforeUs = cpuTimeUs(pid)
  const result = await load(target, { connections, durationMs, stream, nextPrompt })
  return { ...result, cpuUs: cpuTimeUs(pid) - beforeUs }
}

function report(settings: Settings, turns: readonly Turn[], results: readonly (readonly Round[])[]): BenchReport {
  const summaries = turns.map((turn, index) => ({
    stream: turn.stream,
    summary: summarize(describe(turn), results[index] ?? []),
  }))
  const tables = [false, true].flatMap((stream) => {
    const ofMode = summaries.filter((one) => one.stream === stream).map(({ summary }) => summary)
    const [first, ...others] = ofMode
    return first === undefined ? [] : [{ stream, wires: ofMode, ratios: others.map((other) => compare(first, other)) }]
  })
  const { rounds, durationMs, connections } = settings
  const how = `${rounds} rounds of ${durationMs / 1000} s in turns, ${connections} connections, no cache`
  const texts = tables.map(
    ({ stream, wires, ratios }) => `${stream ? 'Streamed' : 'Not streamed'}\n${renderTable(wires, ratios)}`,
  )
  return {
    text: [how, ...texts, WITHOUT_QUOTAS_NOTE].join('\n\n'),
    data: { settings, tables },
    faults: summaries.flatMap(({ summary: { name, errors } }, index) => {
      const firstError = results[index]?.find((round) => round.firstError !== undefined)?.firstError
      return errors > 0 ? [`${name}: ${errors} errors, the first: ${firstError}`] : []
    }),
  }
}
