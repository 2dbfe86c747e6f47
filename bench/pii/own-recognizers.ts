import { detectionSchema } from '@sluice/contracts'
import { createSensitivityLayer } from '@sluice/pipeline'
import { compileCodenames } from '@sluice/pipeline/ports'
import { askLayer } from '../eval/exchange.ts'
import { proseOf } from './texts.ts'

type Layer = ReturnType<typeof createSensitivityLayer>

/** Recognizers as an operator writes them, from the cheapest kind of pattern to the dearest. */
export const OWN_RECOGNIZERS: ReadonlyMap<string, object> = new Map<string, object>([
  ['begins with letters of its own: BADGE-[0-9]{6}', { patterns: ['BADGE-[0-9]{6}'] }],
  ['letters, then digits: \\b[A-Z]{2}[0-9]{6}\\b', { patterns: ['\\b[A-Z]{2}[0-9]{6}\\b'] }],
  ['in any letter case: \\bcase[ -]?[0-9]{4,8}\\b', { patterns: ['\\bcase[ -]?[0-9]{4,8}\\b'], ignoreCase: true }],
  ['digits with a check digit: \\b[0-9]{10}\\b', { patterns: ['\\b[0-9]{10}\\b'], checksum: 'luhn' }],
  ['letters of all scripts: \\p{Lu}\\p{Ll}{1,30} GmbH', { patterns: ['\\p{Lu}\\p{Ll}{1,30} GmbH'] }],
  [
    'only beside its word, which is absent',
    { patterns: ['\\b[0-9]{4,8}\\b'], score: 0.2, context: { words: ['badge', 'Ausweis'] } },
  ],
  ['10,000 deny words', { denyWords: Array.from({ length: 10_000 }, (_, at) => `Project ${at.toString(36)} Wing`) }],
])

const OWN_TEXTS: ReadonlyMap<string, string> = new Map([
  ['prose', proseOf(8_000)],
  ['numbers', '4711 0815 22 333 4444 55555 '.repeat(300).slice(0, 8_000)],
  ['letters without a space', 'abcdefgh'.repeat(1_000)],
])

/** L2 with one recognizer of configuration, or with none at all. */
function layerWithOwn(recognizer: object | undefined): Layer {
  const index = compileCodenames([])
  const own = { name: 'own', type: { name: 'OWN', level: 4 }, ...recognizer }
  return createSensitivityLayer({
    codenames: { current: () => ({ version: '0', index }) },
    unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 },
    detection: detectionSchema.parse({ recognizers: recognizer === undefined ? [] : [own] }),
    recognizers: [],
    timeoutMs: 60_000,
  })
}

/** What one recognizer of configuration adds, in microseconds of processor time for 1,000 characters of each text. */
interface OwnRow {
  readonly recognizer: string
  readonly microsPerKilobyte: readonly number[]
}

const READS = 10

/** What each recognizer costs: the least of all rounds, of processor time, so that what else runs counts for little. */
export async function ownRows(rounds: number, onStep: (recognizer: string) => void): Promise<readonly OwnRow[]> {
  const without = new Map<string, number>()
  for (const [name, text] of OWN_TEXTS)
    without.set(name, await microsPerKilobyteOf(layerWithOwn(undefined), text, rounds))
  const rows: OwnRow[] = []
  for (const [recognizer, written] of OWN_RECOGNIZERS) {
    onStep(recognizer)
    const layer = layerWithOwn(written)
    const microsPerKilobyte: number[] = []
    for (const [name, text] of OWN_TEXTS) {
      const micros = await microsPerKilobyteOf(layer, text, rounds)
      microsPerKilobyte.push(Math.max(0, micros - (without.get(name) ?? 0)))
    }
    rows.push({ recognizer, microsPerKilobyte })
  }
  return rows
}

async function microsPerKilobyteOf(layer: Layer, text: string, rounds: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage()
    for (let read = 0; read < READS; read += 1) await askLayer(layer, text)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / READS)
  }
  return (1_000 * least) / text.length
}

export function renderOwn(rows: readonly OwnRow[]): string {
  const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(24)).join(' ')
  return [
    `${'own recognizers, us per KB'.padEnd(56)} ${cells([...OWN_TEXTS.keys()])}`,
    ...rows.map(
      ({ recognizer, microsPerKilobyte }) =>
        `${recognizer.padEnd(56)} ${cells(microsPerKilobyte.map((micros) => micros.toFixed(1)))}`,
    ),
  ].join('\n')
}
