import { detectionSchema } from '@sluice/contracts'
import { MosaicMemory } from '@sluice/mosaic'
import { createSensitivityLayer, RULES } from '@sluice/pipeline'
import { compileCodenames } from '@sluice/pipeline/ports'
import { createKeyRing } from '@sluice/token-vault'
import type { Bench } from '../bench.ts'
import { wholeNumber } from '../command-line.ts'
import { exchangeOf } from '../eval/exchange.ts'
import { median } from '../gateway/statistics.ts'
import { OWN_RECOGNIZERS, ownRows, renderOwn } from './own-recognizers.ts'
import { EVERYDAY_PROMPTS, hostileTexts, proseOf, THIRTY_WORDS, TOLD_IN_DETAIL } from './texts.ts'

type Layer = ReturnType<typeof createSensitivityLayer>

/** What one text, or the mean of several, costs L2. */
interface Row {
  readonly text: string
  readonly chars: number
  readonly rulesMicros: number
  readonly allMicros: number
  /** All, and what is told of persons, judged with what was told before. */
  readonly mosaicMicros: number
}

/** What a hostile text costs, and how that grows when it is eight times as long: 8 is linear. */
interface Growth {
  readonly text: string
  readonly microsPerKilobyte: number
  readonly growth: number
}

const LENGTHS = [1_000, 10_000, 100_000]
const HOSTILE = { short: 16_384, times: 8 }
/** A text that costs more than twice what a linear one would is a fault. */
const MOST_GROWTH = 2 * HOSTILE.times

/** L2 with its rules alone, with the name tagger, and with mosaics: everyday prompts, long texts and hostile ones. */
export const piiBench: Bench = {
  summary:
    'L2: what finding sensitive data costs, by rules alone, with the name tagger and with mosaics, and how it grows',
  flags: {
    rounds: { type: 'string', default: '15', value: 'N', summary: 'Rounds, of which the median counts.' },
  },
  run: async (flags, progress) => {
    const rounds = wholeNumber(flags, 'rounds')
    const [rules, all, mosaic] = [layerOf(RULES), layerOf(undefined), layerOf(undefined, mosaics())]
    const hostile = hostileTexts(HOSTILE.short)
    progress.start(4 + LENGTHS.length + hostile.size + OWN_RECOGNIZERS.size)
    const rows: Row[] = []
    const add = async (text: string, texts: readonly string[]) => {
      progress.step(text)
      const chars = Math.round(texts.join('').length / texts.length)
      const rulesMicros = await microsOf(rules, texts, rounds)
      const allMicros = await microsOf(all, texts, rounds)
      rows.push({ text, chars, rulesMicros, allMicros, mosaicMicros: await microsOf(mosaic, texts, rounds) })
    }
    await add('two letters', ['hi'])
    await add('thirty words', [THIRTY_WORDS])
    await add('everyday prompts, mean', EVERYDAY_PROMPTS)
    await add('a person, told of in detail', [TOLD_IN_DETAIL])
    for (const length of LENGTHS) await add(`prose of ${length} characters`, [proseOf(length)])
    const growths: Growth[] = []
    for (const [text, long] of hostileTexts(HOSTILE.short * HOSTILE.times)) {
      progress.step(`hostile: ${text}`)
      const micros = await microsOf(mosaic, [hostile.get(text) ?? ''], 5)
      const growth = (await microsOf(mosaic, [long], 5)) / micros
      growths.push({ text, microsPerKilobyte: micros / (HOSTILE.short / 1_000), growth })
    }
    const own = await ownRows(rounds, (recognizer) => progress.step(`own: ${recognizer}`))
    const over = growths.filter(({ growth }) => growth > MOST_GROWTH)
    return {
      text: `${render(rows, growths)}\n\n${renderOwn(own)}`,
      data: { rows, growths, own },
      faults: over.map(
        ({ text, growth }) => `${text}: ${HOSTILE.times} times the text costs ${growth.toFixed(1)} times`,
      ),
    }
  },
}

/** What callers have told, as a gateway keeps it. */
function mosaics(): MosaicMemory {
  const keyRing = createKeyRing(new Map([['bench', new Uint8Array(32).fill(1)]]), 'bench')
  return new MosaicMemory({ bound: 20, digest: (tenant, text) => keyRing.digest(tenant, text) })
}

function layerOf(recognizers: typeof RULES | undefined, kept?: MosaicMemory): Layer {
  const index = compileCodenames([])
  return createSensitivityLayer({
    codenames: { current: () => ({ version: '0', index }) },
    unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 },
    detection: detectionSchema.parse({}),
    ...(recognizers === undefined ? {} : { recognizers }),
    mosaics: kept,
    timeoutMs: 60_000,
  })
}

/** How long a text is read before it counts: a gateway has compiled its code after its first seconds, and stays up. */
const WARM_UP_MS = 1_000
/** A round reads so many UTF-16 code units, or each text so many times. */
const ROUND_CHARS = 20_000
const MOST_READS = 1_000

/**
 * The median over the rounds of the CPU time that one text costs this process, in microseconds, in compiled code: that
 * of its compiler and its garbage counts, and that of other processes does not.
 */
async function microsOf(layer: Layer, texts: readonly string[], rounds: number): Promise<number> {
  const reads = Math.min(MOST_READS, Math.ceil(ROUND_CHARS / texts.join('').length))
  let spentMicros = 0
  while (spentMicros < WARM_UP_MS * 1_000) spentMicros += await roundMicros(layer, texts, reads)
  const micros: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    micros.push((await roundMicros(layer, texts, reads)) / (reads * texts.length))
  }
  return median(micros)
}

/** The CPU time of so many reads of some texts, each in a session of its own, in microseconds. */
async function roundMicros(layer: Layer, texts: readonly string[], reads: number): Promise<number> {
  const exchanges = Array.from({ length: reads }, () => texts.map((text) => exchangeOf(text))).flat()
  const before = process.cpuUsage()
  for (const exchange of exchanges) {
    const decision = layer.decide(exchange.origin.request, exchange)
    // What is decided at once costs no turn of the event loop.
    if (decision instanceof Promise) await decision
  }
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function render(rows: readonly Row[], growths: readonly Growth[]): string {
  const lines = rows.map(
    ({ text, chars, rulesMicros, allMicros, mosaicMicros }) =>
      `${text.padEnd(30)} ${String(chars).padStart(7)} ${rulesMicros.toFixed(1).padStart(12)} ${allMicros.toFixed(1).padStart(12)} ${mosaicMicros.toFixed(1).padStart(12)}`,
  )
  const hostile = growths.map(
    ({ text, microsPerKilobyte, growth }) =>
      `${text.padEnd(30)} ${microsPerKilobyte.toFixed(1).padStart(12)} ${growth.toFixed(1).padStart(12)}`,
  )
  return [
    `${'CPU microseconds a text'.padEnd(30)} ${'chars'.padStart(7)} ${'rules'.padStart(12)} ${'all'.padStart(12)} ${'with mosaic'.padStart(12)}`,
    ...lines,
    '',
    `${'hostile texts'.padEnd(30)} ${'us per KB'.padStart(12)} ${`x${HOSTILE.times} costs`.padStart(12)}`,
    ...hostile,
  ].join('\n')
}
