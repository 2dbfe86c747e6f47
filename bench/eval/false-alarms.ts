import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Flags, FlagValues } from '../command-line.ts'
import { wholeNumber } from '../command-line.ts'
import { createRandom } from '../random.ts'
import { type Figures, percent, type Result, ratio } from './evaluation.ts'
import { askLayer } from './exchange.ts'
import { layerOf, piiFlags } from './pii.ts'

export const falseAlarmFlags = {
  names: piiFlags.names,
  files: { type: 'string', default: '1000', value: 'N', summary: 'Read so many source files, evenly chosen.' },
  numbers: { type: 'string', default: '2000', value: 'N', summary: 'Read so many random numbers of each length.' },
  show: { type: 'boolean', summary: 'Print what was found in source files, with its type.' },
} as const satisfies Flags

type Layer = ReturnType<typeof layerOf>

const SOURCES = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|c|h|cc|cpp|sh|css|scss)$/
/** In bytes: shorter ones export another, longer ones are bundles. */
const [SHORTEST, LONGEST] = [400, 40_000]
const DEEPEST = 12
/** Who wrote it, and where it is: those are values of persons. */
const CREDITS = /author|copyright|\(c\)|licen[sc]e|contribut|maintain|credits?\b|thanks|https?:|www\.|@[\w-]+\.\w/i
const LENGTHS = [8, 9, 10, 11, 12, 13, 14, 15, 16]

/**
 * Measures what L2 finds, as shipped, where nothing is: in source files of published packages, without lines that
 * name their authors or an address of the web; and in random numbers, each a text of its own and each amid a sentence.
 */
export async function evaluateFalseAlarms(folders: readonly string[], flags: FlagValues): Promise<Result> {
  const layer = layerOf(flags, true)
  const files = await filesIn(folders.length === 0 ? ['node_modules/.pnpm'] : folders, wholeNumber(flags, 'files'))
  const inFiles = await countIn(layer, files)
  const numbers = await numbersFound(layer, wholeNumber(flags, 'numbers'))
  const shown = inFiles.findings.map(([type, value]): Figures => ({ found: `${type} ${JSON.stringify(value)}` }))
  return {
    tables: [
      {
        title: `${files.length} source files`,
        rows: [
          { 'with a finding': percent(inFiles.texts, files.length), of: 'any type' },
          ...[...inFiles.types].map(([type, texts]) => ({ 'with a finding': percent(texts, files.length), of: type })),
        ],
      },
      ...(flags.show === true ? [{ title: 'found in them', rows: shown }] : []),
      { title: 'random numbers, found as one of a type', rows: numbers },
    ],
    json: {
      eval: 'false-alarms',
      files: files.length,
      withFinding: ratio(inFiles.texts, files.length),
      types: Object.fromEntries(inFiles.types),
      numbers,
    },
  }
}

async function filesIn(folders: readonly string[], most: number): Promise<readonly string[]> {
  const paths: string[] = []
  for (const folder of folders) await collect(folder, 0, paths)
  const step = Math.max(1, paths.length / (most * 2))
  const texts: string[] = []
  for (let at = 0; at < paths.length && texts.length < most; at += step) {
    const text = await readFile(paths[Math.floor(at)] ?? '', 'utf8')
    const isSource = text.length >= SHORTEST && text.length <= LONGEST && !/[^\n]{500}/.test(text)
    if (isSource)
      texts.push(
        text
          .replaceAll('\r', '')
          .split('\n')
          .filter((line) => !CREDITS.test(line))
          .join('\n'),
      )
  }
  return texts
}

/** Paths in the order of their names; links are not followed, so that no package is read twice. */
async function collect(folder: string, depth: number, paths: string[]): Promise<void> {
  if (depth > DEEPEST) return
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await collect(path, depth + 1, paths)
    else if (entry.isFile() && SOURCES.test(entry.name)) paths.push(path)
  }
}

async function countIn(layer: Layer, texts: readonly string[]) {
  const types = new Map<string, number>()
  const findings: (readonly [type: string, value: string])[] = []
  let withOne = 0
  for (const text of texts) {
    const found = await findingsIn(layer, text)
    if (found.length > 0) withOne += 1
    for (const type of new Set(found.map(({ entity }) => entity))) types.set(type, (types.get(type) ?? 0) + 1)
    for (const { entity, start, end } of found) findings.push([entity, text.slice(start - 20, end + 10)])
  }
  return { texts: withOne, types: new Map([...types].toSorted(([, a], [, b]) => b - a)), findings }
}

async function findingsIn(layer: Layer, text: string) {
  const { findings = [] } = await askLayer(layer, text)
  return findings.filter((finding) => finding.kind === 'entity')
}

async function numbersFound(layer: Layer, count: number): Promise<readonly Figures[]> {
  const random = createRandom(7)
  const rows: Figures[] = []
  for (const length of LENGTHS) {
    const types = new Map<string, number>()
    let [alone, inSentence] = [0, 0]
    for (let at = 0; at < count; at += 1) {
      const digits = Array.from(
        { length },
        (_, place) => Math.floor(random() * (place === 0 ? 9 : 10)) + (place === 0 ? 1 : 0),
      )
      const number = digits.join('')
      const found = await findingsIn(layer, number)
      if (found.length > 0) alone += 1
      for (const { entity } of found) types.set(entity, (types.get(entity) ?? 0) + 1)
      if ((await findingsIn(layer, `The result of the run was ${number} after all`)).length > 0) inSentence += 1
    }
    const most = [...types].toSorted(([, a], [, b]) => b - a).slice(0, 4)
    rows.push({
      digits: length,
      alone: percent(alone, count),
      'in a sentence': percent(inSentence, count),
      'alone as': most.map(([type, found]) => `${type} ${percent(found, count)}`).join(', '),
    })
  }
  return rows
}
