import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyseSource } from '../evaluate/analyse-source.ts'
import { summariesOfKeyOrConfigFile } from '../keys-and-config/key-and-config-files.ts'
import { linkProject } from '../link/link-project.ts'
import type { Detection } from '../model/detection.ts'
import type { FileSummary } from '../model/file-summary.ts'
import { loadPacks } from '../packs/load-pack.ts'
import { type Knowledge, prepareKnowledge } from '../packs/prepare-knowledge.ts'

/** Where the scanner's own cases lie, a folder for each language. */
export const CASES_FOLDER = fileURLToPath(new URL('../../fixtures/scan/', import.meta.url))

/** What a line must yield; parameters that are not named may be anything. */
export interface ExpectedUse {
  readonly line: number
  readonly file: string
  readonly algorithm: string
  readonly role?: string
  readonly parameters: Readonly<Record<string, string>>
  readonly text: string
}

/** A few files and what the scanner must find in them. See packs/README.md for how they are written. */
export interface CryptoCase {
  readonly language: string
  readonly name: string
  readonly place: string
  readonly packs: readonly string[]
  readonly files: readonly { readonly path: string; readonly content: string }[]
  readonly expected: readonly ExpectedUse[]
}

/** Reads all cases below a folder, language by language. Rejects with the place of what is malformed. */
export async function readCases(folder: string = CASES_FOLDER): Promise<readonly CryptoCase[]> {
  const cases: CryptoCase[] = []
  const entries = await readdir(folder, { withFileTypes: true })
  const languages = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  for (const language of languages.sort()) {
    for (const file of (await readdir(join(folder, language))).filter((name) => name.endsWith('.cases')).sort()) {
      const text = await readFile(join(folder, language, file), 'utf8')
      cases.push(...parseCases(text, language, `${language}/${file}`))
    }
  }
  return cases
}

/** Reads the cases of one file. */
export function parseCases(text: string, language: string, place: string): readonly CryptoCase[] {
  return text
    .split(/^(?==== )/m)
    .filter((part) => part.startsWith('=== '))
    .map((part) => parseCase(part, language, place))
}

function parseCase(part: string, language: string, place: string): CryptoCase {
  const [head = '', ...lines] = part.split('\n')
  const title = /^=== (?<name>.+?)(?: \[(?<packs>[\w, ./-]+)\])?\s*$/.exec(head)?.groups
  if (title?.name === undefined) throw new Error(`${place}: "${head}" is no title of a case`)
  const files: { path: string; lines: string[] }[] = []
  for (const line of lines) {
    const path = /^--- (\S+)\s*$/.exec(line)?.[1]
    if (path !== undefined) files.push({ path, lines: [] })
    else if (files.length > 0) files.at(-1)?.lines.push(line)
    else if (line.trim() !== '') throw new Error(`${place}: ${title.name}: text before the first "--- file"`)
  }
  const at = `${place}: ${title.name}`
  return {
    language,
    name: title.name,
    place,
    packs: title.packs === undefined ? [] : title.packs.split(/[, ]+/),
    files: files.map((file) => ({ path: file.path, content: file.lines.map(withoutMarks).join('\n') })),
    expected: files.flatMap((file) => file.lines.flatMap((line, i) => expectedOn(line, file.path, i + 1, at))),
  }
}

const MARKS = /\s*«([^»]*)»/g

function withoutMarks(line: string): string {
  return line.replace(MARKS, '')
}

function expectedOn(line: string, file: string, number: number, place: string): readonly ExpectedUse[] {
  return [...line.matchAll(MARKS)].flatMap(([, mark = '']) =>
    mark.split(';').map((text): ExpectedUse => {
      const [algorithm, ...words] = text.trim().split(/\s+/)
      if (algorithm === undefined || algorithm === '') throw new Error(`${place}: an empty mark on line ${number}`)
      const role = words.find((word) => !word.includes('='))
      const parameters = Object.fromEntries(
        words.filter((word) => word.includes('=')).map((word) => word.split(/=(.*)/, 2)),
      )
      return { line: number, file, algorithm, ...(role === undefined ? {} : { role }), parameters, text: text.trim() }
    }),
  )
}

const loaded = new Map<string, Promise<Knowledge>>()

/** Looks at the files of a case as a scan would, without threads. */
export async function detectInCase(one: CryptoCase): Promise<readonly Detection[]> {
  const { known, summaries } = await summarizeCase(one)
  return linkProject(summaries, { names: known.names, families: known.families, maxDetections: 10_000 }).detections
}

/** What the files of a case say, each by itself, and what it was read with. */
export async function summarizeCase({
  packs,
  files,
}: CryptoCase): Promise<{ readonly known: Knowledge; readonly summaries: readonly FileSummary[] }> {
  const key = packs.join()
  let knowledge = loaded.get(key)
  if (knowledge === undefined) {
    knowledge = loadPacks(packs).then(prepareKnowledge)
    loaded.set(key, knowledge)
  }
  const known = await knowledge
  const summaries: FileSummary[] = []
  for (const { path, content } of files) {
    summaries.push(...summariesOfKeyOrConfigFile(path, Buffer.from(content, 'utf8'), known))
    const summary = await analyseSource(path, content, known)
    if (summary !== undefined) summaries.push(summary)
  }
  return { known, summaries }
}

export interface CaseOutcome {
  readonly found: readonly ExpectedUse[]
  readonly missed: readonly ExpectedUse[]
  readonly unexpected: readonly Detection[]
}

/** Compares by file, line and algorithm, and by role and parameters where the mark names them. */
export function compare({ expected }: CryptoCase, detections: readonly Detection[]): CaseOutcome {
  const left = new Set(detections)
  const found: ExpectedUse[] = []
  const missed: ExpectedUse[] = []
  for (const one of expected) {
    const hit = [...left].find((detection) => fits(one, detection))
    if (hit === undefined) missed.push(one)
    else {
      left.delete(hit)
      found.push(one)
    }
  }
  return { found, missed, unexpected: [...left] }
}

function fits(expected: ExpectedUse, detection: Detection): boolean {
  const { file, line, algorithm, role, parameters } = detection
  if (file !== expected.file || line !== expected.line || algorithm !== expected.algorithm) return false
  if (expected.role !== undefined && expected.role !== role) return false
  const given: Readonly<Record<string, unknown>> = {
    ...parameters,
    confidence: detection.confidence,
    setting: detection.setting,
  }
  return Object.entries(expected.parameters).every(([name, value]) =>
    value === 'none' ? given[name] === undefined : String(given[name]).replaceAll(' ', '_') === value,
  )
}
