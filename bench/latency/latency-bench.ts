import { Pool } from 'undici'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { wholeNumber } from '../command-line.ts'
import { type Contender, startGateway, startPassThrough, startUpstream } from '../gateway/contenders.ts'
import { percentile } from '../gateway/statistics.ts'
import { startSurroundings } from '../gateway/surroundings.ts'
import { EVERYDAY_PROMPTS } from '../pii/texts.ts'
import { createRandom } from '../random.ts'
import { endingWhatWasStarted } from '../services.ts'

/** As many as a gateway has answered some minutes after its start: with less, V8 still compiles. */
const WARM_UP_TURNS = 2_000
const LONG_WARM_UP_TURNS = 100

/** What one user waits for, at one question at a time: the first piece of a stream, and the answer to a long prompt. */
export const latencyBench: Bench = {
  summary: 'time to the first piece of a stream and to the answer to a long prompt, against a bare pass-through',
  flags: {
    turns: { type: 'string', default: '300', value: 'N', summary: 'Short streamed questions to each, in turns.' },
    'long-turns': { type: 'string', default: '30', value: 'N', summary: 'Long questions to each, in turns.' },
    'long-bytes': { type: 'string', default: '100000', value: 'N', summary: 'Size of a long prompt.' },
    seed: { type: 'string', default: '1', value: 'N', summary: 'Of the prose.' },
  },
  run: (flags, progress) =>
    endingWhatWasStarted(async (keep) => {
      const upstream = keep(await startUpstream())
      const gateway = keep(await startGateway(keep(await startSurroundings(upstream))))
      const contenders = [gateway, keep(await startPassThrough(upstream))]
      const random = createRandom(wholeNumber(flags, 'seed'))
      const longBytes = wholeNumber(flags, 'long-bytes', { max: 4_000_000 })
      progress.start(2)
      const first = await takeTurns(contenders, progress, {
        name: 'first piece of a stream',
        ...{ turns: wholeNumber(flags, 'turns'), warmUp: WARM_UP_TURNS, stream: true },
        nextPrompt: (number) => `Please draft a reply to customer.${number}@example.com about order ${number}.`,
      })
      const long = await takeTurns(contenders, progress, {
        name: 'long prompts',
        ...{ turns: wholeNumber(flags, 'long-turns'), warmUp: LONG_WARM_UP_TURNS, stream: false },
        nextPrompt: (number) => longPromptOf(number, longBytes, random),
      })
      return report(longBytes, first, long)
    }),
}

interface Plan {
  readonly name: string
  readonly turns: number
  readonly warmUp: number
  readonly stream: boolean
  nextPrompt(number: number): string
}

/** Sorted milliseconds: to the first piece of the body of a stream, else to its end. */
interface Waits {
  readonly name: string
  readonly sortedMs: readonly number[]
}

let promptNumber = 0

/** Everyday sentences in a new order each time, each with a number of its own, so that no part was seen before. */
function longPromptOf(number: number, bytes: number, random: () => number): string {
  let text = `Case ${number}.`
  while (text.length < bytes) {
    const sentence = EVERYDAY_PROMPTS[Math.floor(random() * EVERYDAY_PROMPTS.length)]
    text += ` ${sentence} See note ${Math.floor(random() * 1_000_000)}.`
  }
  return text.slice(0, bytes)
}

async function takeTurns(contenders: readonly Contender[], progress: Progress, plan: Plan): Promise<readonly Waits[]> {
  progress.step(plan.name)
  const pools = contenders.map(
    ({ target }) => new Pool(target.origin, { connections: 1, pipelining: 1, allowH2: false }),
  )
  const waits: number[][] = contenders.map(() => [])
  for (let turn = 0; turn < plan.warmUp + plan.turns; turn += 1) {
    for (const [index, contender] of contenders.entries()) {
      promptNumber += 1
      const pool = pools[index]
      if (pool === undefined) throw new Error('A contender has no connection.')
      const ms = await waitOnce(pool, contender, plan.nextPrompt(promptNumber), plan.stream)
      if (turn >= plan.warmUp) waits[index]?.push(ms)
    }
  }
  for (const pool of pools) await pool.close()
  return contenders.map(({ name }, index) => ({ name, sortedMs: (waits[index] ?? []).sort((a, b) => a - b) }))
}

async function waitOnce(pool: Pool, { name, target }: Contender, prompt: string, stream: boolean): Promise<number> {
  const sentMs = performance.now()
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json', ...target.headers },
    body: JSON.stringify({ model: 'stub-model', messages: [{ role: 'user', content: prompt }], stream }),
  })
  let firstMs: number | undefined
  let answer = ''
  for await (const piece of body) {
    firstMs ??= performance.now() - sentMs
    answer += String(piece)
  }
  if (statusCode !== 200) throw new Error(`${name}: status ${statusCode}: ${answer.slice(0, 300)}`)
  return stream && firstMs !== undefined ? firstMs : performance.now() - sentMs
}

function report(longBytes: number, first: readonly Waits[], long: readonly Waits[]): BenchReport {
  const text = [
    'One question at a time, all layers on, every prompt a new one, in turns; ms.',
    '',
    ...tableOf('first piece of a streamed answer', first),
    '',
    ...tableOf(`answer to a prompt of ${longBytes} bytes`, long),
  ].join('\n')
  return { text, data: { firstPiece: figuresOf(first), longPrompt: figuresOf(long), longBytes }, faults: [] }
}

function figuresOf(waits: readonly Waits[]) {
  const [own, bare] = waits.map(({ sortedMs }) => ({
    p50Ms: percentile(sortedMs, 0.5),
    p99Ms: percentile(sortedMs, 0.99),
  }))
  return { own, bare, addedP50Ms: (own?.p50Ms ?? Number.NaN) - (bare?.p50Ms ?? Number.NaN) }
}

function tableOf(title: string, waits: readonly Waits[]): string[] {
  const rows = waits.map(
    ({ name, sortedMs }) =>
      `  ${name.padEnd(28)}${percentile(sortedMs, 0.5).toFixed(2).padStart(9)}${percentile(sortedMs, 0.99).toFixed(2).padStart(9)}`,
  )
  return [`${title.padEnd(30)}${'p50'.padStart(9)}${'p99'.padStart(9)}`, ...rows]
}
