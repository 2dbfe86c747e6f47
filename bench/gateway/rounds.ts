import { setTimeout as sleep } from 'node:timers/promises'
import type { Progress } from '../bench.ts'
import { type Flags, type FlagValues, wholeNumber } from '../command-line.ts'
import type { Contender } from './contenders.ts'
import { load } from './load.ts'
import { cpuTimeUs } from './process-cpu.ts'
import type { Round } from './summary.ts'

/** What is so slow is warm enough after this. */
const WARM_UP_AT_MOST_MS = 180_000
/** Lets what a round leaves behind (closing sockets, collecting garbage) not count in the next. */
const SETTLE_MS = 250

/** One whose turn comes once in each round. */
export interface Turn extends Contender {
  readonly stream: boolean
  /** The same prompt every time, so that a gateway answers from its cache. */
  readonly cached?: boolean
}

/** How turns are taken. */
export interface RoundSettings {
  readonly rounds: number
  readonly durationMs: number
  /** Requests in each turn before the first round. */
  readonly warmUp: number
  readonly connections: number
}

/** The flags of a bench in rounds; `seconds` and `warmUp` are defaults. */
export function roundFlags({ seconds, warmUp }: Readonly<Record<'seconds' | 'warmUp', string>>) {
  return {
    rounds: { type: 'string', default: '5', value: 'N', summary: 'Rounds of each, in turns.' },
    seconds: { type: 'string', default: seconds, value: 'N', summary: 'Length of a round.' },
    'warm-up': {
      type: 'string',
      default: warmUp,
      value: 'N',
      summary: 'Requests to each before the first round; with too few, V8 still compiles in the rounds.',
    },
    connections: { type: 'string', default: '16', value: 'N', summary: 'Requests in flight at a time.' },
  } as const satisfies Flags
}

/** Throws `UsageError`. */
export function readRoundSettings(flags: FlagValues): RoundSettings {
  return {
    rounds: wholeNumber(flags, 'rounds'),
    durationMs: wholeNumber(flags, 'seconds') * 1000,
    warmUp: wholeNumber(flags, 'warm-up'),
    connections: wholeNumber(flags, 'connections'),
  }
}

export function describeRounds({ rounds, durationMs, warmUp, connections }: RoundSettings): string {
  return `${warmUp} requests to warm up (${WARM_UP_AT_MOST_MS / 1000} s at most), then ${rounds} rounds of ${durationMs / 1000} s in turns, ${connections} connections`
}

/**
 * Asks each until enough was answered: V8 compiles by calls, and in the same time one answers many times as often as
 * another. Gives the first round of each.
 *
 * @param firstMs length of that round; the others are as long as any.
 */
export async function warmUpAll(
  turns: readonly Turn[],
  settings: RoundSettings,
  progress: Progress,
  firstMs = settings.durationMs,
): Promise<Round[]> {
  const atFirst: Round[] = []
  for (const turn of turns) {
    progress.step(`warming up ${turn.name}`)
    const startedMs = performance.now()
    const first = await playRound(turn, { ...settings, durationMs: firstMs })
    atFirst.push(first)
    let last = first
    let answered = first.requests
    // Where nothing is answered any more, the rounds will show it.
    while (answered < settings.warmUp && last.requests > 0 && performance.now() - startedMs < WARM_UP_AT_MOST_MS) {
      last = await playRound(turn, settings)
      answered += last.requests
    }
  }
  return atFirst
}

/** One round of each after the other, so that a slow minute of the machine meets them all. */
export async function takeTurns(
  turns: readonly Turn[],
  settings: RoundSettings,
  progress: Progress,
): Promise<Round[][]> {
  const results: Round[][] = turns.map(() => [])
  for (let number = 1; number <= settings.rounds; number += 1) {
    for (const [index, turn] of turns.entries()) {
      progress.step(`round ${number}: ${turn.name}`)
      results[index]?.push(await playRound(turn, settings))
    }
  }
  return results
}

/** What is wrong with the rounds of one. */
export function faultsOf(name: string, rounds: readonly Round[]): string[] {
  const errors = rounds.reduce((sum, round) => sum + round.errors, 0)
  const firstError = rounds.find((round) => round.firstError !== undefined)?.firstError
  if (errors > 0) return [`${name}: ${errors} errors, the first: ${firstError}`]
  return rounds.some(({ requests }) => requests === 0) ? [`${name}: a round without an answer`] : []
}

let promptNumber = 0

async function playRound(
  { target, pid, stream, cached = false }: Turn,
  { connections, durationMs }: Pick<RoundSettings, 'connections' | 'durationMs'>,
): Promise<Round> {
  await sleep(SETTLE_MS)
  const nextPrompt = () => {
    if (!cached) promptNumber += 1
    const number = cached ? 0 : promptNumber
    return `Please draft a short, friendly reply to customer.${number}@example.com about order ${number}.`
  }
  const beforeUs = cpuTimeUs(pid)
  const result = await load(target, { connections, durationMs, stream, nextPrompt })
  return { ...result, cpuUs: cpuTimeUs(pid) - beforeUs }
}
