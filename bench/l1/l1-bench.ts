import { createJailbreakLayer } from '@sluice/pipeline'
import { loadPromptClassifier, readingsOf } from '@sluice/prompt-classifier'
import type { Bench } from '../bench.ts'
import { wholeNumber } from '../command-line.ts'
import { exchangeOf } from '../eval/exchange.ts'
import { median } from '../gateway/statistics.ts'
import { EVERYDAY_PROMPTS, hostileTexts, proseOf, THIRTY_WORDS } from '../pii/texts.ts'
import { measureSecondStage, renderSecondStage } from './second-stage-cost.ts'

/** What one text, or the mean of several, costs. */
interface Row {
  readonly text: string
  readonly chars: number
  readonly modelMicros: number
  readonly readingsMicros: number
  readonly allMicros: number
}

/** What a hostile text costs all of L1, and how that grows when it is eight times as long: 8 is linear. */
interface Growth {
  readonly text: string
  readonly microsPerKilobyte: number
  readonly growth: number
}

const HOSTILE = { short: 8_192, times: 8 }
const MOST_GROWTH = 2 * HOSTILE.times
/** About 300 words, and the 32 KB that the budget names. */
const LENGTHS = [1_700, 32_768]

/** L1: its model alone, the search for other readings, and all of it with the phrases of techniques. */
export const l1Bench: Bench = {
  summary: 'L1: what telling attacks from other prompts costs, by its model, its decodings and all, and how it grows',
  flags: {
    rounds: { type: 'string', default: '15', value: 'N', summary: 'Rounds, of which the median counts.' },
  },
  run: async (flags, progress) => {
    const rounds = wholeNumber(flags, 'rounds')
    const classifier = loadPromptClassifier()
    const layer = createJailbreakLayer({ timeoutMs: 60_000, opinionTimeoutMs: 60_000, keptLevelOf: () => 7 })
    const all = (text: string) => {
      const exchange = exchangeOf(text)
      // The exchange itself is no cost of L1.
      return () => layer.decide(exchange.origin.request, exchange)
    }
    const model = (text: string) => () => classifier.classify(text)
    const readings = (text: string) => () => readingsOf(text)
    const hostile = hostileTexts(HOSTILE.short)
    progress.start(3 + LENGTHS.length + hostile.size)
    const rows: Row[] = []
    const add = async (text: string, texts: readonly string[]) => {
      progress.step(text)
      const chars = Math.round(texts.join('').length / texts.length)
      const modelMicros = await microsOf(model, texts, rounds)
      const readingsMicros = await microsOf(readings, texts, rounds)
      rows.push({ text, chars, modelMicros, readingsMicros, allMicros: await microsOf(all, texts, rounds) })
    }
    await add('thirty words', [THIRTY_WORDS])
    await add('everyday prompts, mean', EVERYDAY_PROMPTS)
    for (const length of LENGTHS) await add(`prose of ${length} characters`, [proseOf(length)])
    progress.step('second stage')
    const second = await measureSecondStage(rounds)
    const growths: Growth[] = []
    for (const [text, long] of hostileTexts(HOSTILE.short * HOSTILE.times)) {
      progress.step(`hostile: ${text}`)
      const micros = await microsOf(all, [hostile.get(text) ?? ''], 5)
      const growth = (await microsOf(all, [long], 5)) / micros
      growths.push({ text, microsPerKilobyte: micros / (HOSTILE.short / 1_000), growth })
    }
    const over = growths.filter(({ growth }) => growth > MOST_GROWTH)
    return {
      text: `${render(rows, growths)}\n\n${renderSecondStage(second)}`,
      data: { rows, growths, second },
      faults: over.map(
        ({ text, growth }) => `${text}: ${HOSTILE.times} times the text costs ${growth.toFixed(1)} times`,
      ),
    }
  },
}

/** A gateway has compiled its code after its first seconds. */
const WARM_UP_MICROS = 600_000
const ROUND_CHARS = 20_000
const MOST_READS = 500

/** The median over the rounds of the CPU time that one text costs this process, in microseconds, in compiled code. */
async function microsOf(prepare: Prepare, texts: readonly string[], rounds: number): Promise<number> {
  const reads = Math.min(MOST_READS, Math.ceil(ROUND_CHARS / texts.join('').length))
  const round = async () => {
    const works = Array.from({ length: reads }, () => texts.map(prepare)).flat()
    const before = process.cpuUsage()
    for (const work of works) {
      const done = work()
      if (done instanceof Promise) await done
    }
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  for (let spent = 0; spent < WARM_UP_MICROS; ) spent += await round()
  const micros: number[] = []
  for (let i = 0; i < rounds; i += 1) micros.push((await round()) / (reads * texts.length))
  return median(micros)
}

/** Makes ready what is measured of a text. */
type Prepare = (text: string) => () => unknown

function render(rows: readonly Row[], growths: readonly Growth[]): string {
  const cells = (values: readonly number[]) => values.map((value) => value.toFixed(1).padStart(12)).join(' ')
  return [
    `${'CPU microseconds a text'.padEnd(30)} ${'chars'.padStart(7)} ${'model'.padStart(12)} ${'readings'.padStart(12)} ${'all of L1'.padStart(12)}`,
    ...rows.map(
      ({ text, chars, modelMicros, readingsMicros, allMicros }) =>
        `${text.padEnd(30)} ${String(chars).padStart(7)} ${cells([modelMicros, readingsMicros, allMicros])}`,
    ),
    '',
    `${'hostile texts'.padEnd(30)} ${'us per KB'.padStart(12)} ${`x${HOSTILE.times} costs`.padStart(12)}`,
    ...growths.map(({ text, microsPerKilobyte, growth }) => `${text.padEnd(30)} ${cells([microsPerKilobyte, growth])}`),
  ].join('\n')
}
