import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type FlagValues, UsageError, wholeNumber } from '../command-line.ts'
import { endingWhatWasStarted, type Keep } from '../services.ts'
import {
  type Contender,
  startCollector,
  startGateway,
  startPassThrough,
  startUpstream,
  WITHOUT_QUOTAS_NOTE,
} from './contenders.ts'
import { load } from './load.ts'
import { startGuardedPortkey, startPortkey } from './portkey.ts'
import { cpuTimeUs } from './process-cpu.ts'
import { compare, type Round, renderTable, summarize } from './summary.ts'
import { startSurroundings } from './surroundings.ts'

/** The first seconds of each contender, which are told apart. */
const AT_FIRST_MS = 12_000
/** A contender that is so slow is warm enough after this. */
const WARM_UP_AT_MOST_MS = 180_000
const USUAL = ['sluice', 'pass-through', 'portkey', 'portkey-guarded']
/** This gateway once more, with the share of its requests that is traced. */
const TRACED: Readonly<Record<string, string>> = { traced: '1', sampled: '0.01' }
const CONTENDERS = [...USUAL, ...Object.keys(TRACED)]
/** Lets what a round leaves behind (closing sockets, collecting garbage) not count in the next. */
const SETTLE_MS = 250

/** This gateway with all layers on, a bare pass-through and Portkey with and without guardrails, in turns. */
export const gatewayBench: Bench = {
  summary:
    'requests/s, latency and CPU per request of this gateway, a bare pass-through and @portkey-ai/gateway without and with guardrails',
  flags: {
    rounds: { type: 'string', default: '5', value: 'N', summary: 'Rounds of each contender, in turns.' },
    seconds: { type: 'string', default: '4', value: 'N', summary: 'Length of a round.' },
    'warm-up': {
      type: 'string',
      default: '30000',
      value: 'N',
      summary: 'Requests to each before the first round; with a few thousand, V8 still compiles in the rounds.',
    },
    connections: { type: 'string', default: '16', value: 'N', summary: 'Requests in flight at a time.' },
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
      progress.start(contenders.length * (settings.rounds + 1))
      const atFirst: Round[] = []
      for (const contender of contenders) {
        progress.step(`warming up ${contender.name}`)
        atFirst.push(await warmUp(contender, settings))
      }
      return report(settings, contenders, atFirst, await takeTurns(contenders, settings, progress))
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

interface Settings {
  readonly rounds: number
  readonly durationMs: number
  /** Requests before the first round. */
  readonly warmUp: number
  readonly connections: number
  readonly stream: boolean
  /** The same prompt every time, so that the gateway answers from its cache. */
  readonly cached: boolean
  readonly only: readonly string[]
}

function readSettings(flags: FlagValues): Settings {
  const only = String(flags.only).split(',')
  if (!only.every((name) => CONTENDERS.includes(name))) throw new UsageError(`--only takes ${CONTENDERS.join(', ')}.`)
  return {
    rounds: wholeNumber(flags, 'rounds'),
    durationMs: wholeNumber(flags, 'seconds') * 1000,
    warmUp: wholeNumber(flags, 'warm-up'),
    connections: wholeNumber(flags, 'connections'),
    stream: flags.stream === true,
    cached: flags.cached === true,
    only,
  }
}

/** One round of each contender after the other, so that a slow minute of the machine meets them all. */
async function takeTurns(contenders: readonly Contender[], settings: Settings, progress: Progress): Promise<Round[][]> {
  const results: Round[][] = contenders.map(() => [])
  for (let number = 1; number <= settings.rounds; number += 1) {
    for (const [index, contender] of contenders.entries()) {
      progress.step(`round ${number}: ${contender.name}`)
      results[index]?.push(await playRound(contender, settings))
    }
  }
  return results
}

/** Asks until enough was answered. Gives what the first seconds cost, while little was compiled. */
async function warmUp(contender: Contender, settings: Settings): Promise<Round> {
  const startedMs = performance.now()
  const atFirst = await playRound(contender, { ...settings, durationMs: AT_FIRST_MS })
  let answered = atFirst.requests
  while (answered < settings.warmUp && performance.now() - startedMs < WARM_UP_AT_MOST_MS) {
    const round = await playRound(contender, settings)
    answered += round.requests
  }
  return atFirst
}

let promptNumber = 0

async function playRound(contender: Contender, { connections, durationMs, stream, cached }: Settings): Promise<Round> {
  await sleep(SETTLE_MS)
  const nextPrompt = () => {
    promptNumber += cached ? 0 : 1
    return `Please draft a short, friendly reply to customer.${promptNumber}@example.com about order ${promptNumber}.`
  }
  const beforeUs = cpuTimeUs(contender.pid)
  const result = await load(contender.target, { connections, durationMs, stream, nextPrompt })
  return { ...result, cpuUs: cpuTimeUs(contender.pid) - beforeUs }
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
  const { rounds, durationMs, warmUp, connections, stream, cached } = settings
  const how = `${warmUp} requests to warm up (${WARM_UP_AT_MOST_MS / 1000} s at most), then ${rounds} rounds of ${durationMs / 1000} s in turns, ${connections} connections, ${stream ? 'streamed' : 'not streamed'}, ${cached ? 'the same prompt' : 'every prompt a new one'}`
  const note = `Load generator and upstream share the machine with the servers, so CPU per request is the steadier figure.\nThe first column of CPU is of the first ${AT_FIRST_MS / 1000} s after the start, while V8 compiles.`
  return {
    text: `${how}\n\n${renderTable(summaries, ratios)}\n\n${note}\n${WITHOUT_QUOTAS_NOTE}`,
    data: { settings, contenders: summaries, ratios },
    faults: contenders.flatMap(({ name }, index) =>
      faultsOf(
        name,
        [atFirst[index], ...(results[index] ?? [])].filter((round) => round !== undefined),
      ),
    ),
  }
}

function faultsOf(name: string, rounds: readonly Round[]): string[] {
  const errors = rounds.reduce((sum, round) => sum + round.errors, 0)
  const firstError = rounds.find((round) => round.firstError !== undefined)?.firstError
  if (errors > 0) return [`${name}: ${errors} errors, the first: ${firstError}`]
  return rounds.some(({ requests }) => requests === 0) ? [`${name}: a round without an answer`] : []
}
