import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Detection, loadKnowledge, scan } from '@sluice/assessment'
import {
  CASES_FOLDER,
  type CaseOutcome,
  type CryptoCase,
  compare,
  detectInCase,
  markedPlaces,
  readCases,
} from '@sluice/assessment/testing'
import { type Figures, percentWithInterval, type Result, ratio, wilsonInterval } from './evaluation.ts'
import { ParameterFigures } from './parameter-figures.ts'

interface Count {
  cases: number
  negatives: number
  expected: number
  found: number
  unexpected: number
}

const BUILT_IN: readonly string[] = ['RSA', 'ECDSA', 'ECDH', 'AES']

/** What is counted: all families that the packs of a case know, or only the built-in ones. */
const SCOPES = [
  {
    title: 'RSA, ECDSA, ECDH and AES, by language',
    json: 'builtIn',
    counts: (family: string) => BUILT_IN.includes(family),
  },
  { title: 'All families, by language', json: 'all', counts: () => true },
] as const

/**
 * Recall and precision of the crypto scanner per language, and how often the parameters and the verdict are right. Its
 * own cases are read in memory, file by file. Cases of named folders are written to disk and scanned as a user's
 * project is. Recall and precision count file, line and algorithm, and the role that a mark names.
 */
export async function evaluateCrypto(folders: readonly string[]): Promise<Result> {
  const isHeldOut = folders.length > 0
  const parameters = new ParameterFigures(await loadKnowledge({ packs: ['extended'] }), isHeldOut)
  const tallies = SCOPES.map((scope) => ({ ...scope, byLanguage: new Map<string, Count>() }))
  const failures: Figures[] = []
  for (const folder of isHeldOut ? folders : [CASES_FOLDER]) {
    for (const one of await readCases(folder)) {
      const detections = isHeldOut ? await scanCase(one) : await detectInCase(one)
      parameters.take(one.language, one.name, markedPlaces(one, detections))
      const outcome = compare(withoutParameters(one), isHeldOut ? oncePerLine(detections) : detections)
      for (const { counts, byLanguage } of tallies) {
        byLanguage.set(one.language, add(byLanguage.get(one.language) ?? NOTHING, countOf(one, outcome, counts)))
      }
      failures.push(...failuresOf(one, outcome))
    }
  }
  const tables = tallies.map(({ title, byLanguage }) => ({
    title,
    rows: withSum(byLanguage).map(([language, count]) => figuresOf(language, count)),
  }))
  const json = Object.fromEntries(
    tallies.map(({ json: name, byLanguage }) => [
      name,
      Object.fromEntries(withSum(byLanguage).map(([language, count]) => [language, jsonOf(count)])),
    ]),
  )
  failures.push(...parameters.failures())
  return {
    tables: [
      ...tables,
      ...parameters.tables(),
      ...(failures.length > 0 ? [{ title: 'Failures', rows: failures }] : []),
    ],
    json: { ...json, parameters: parameters.json() },
    isFailed: failures.length > 0,
  }
}

/** Whether a use is found is one question, what is known of it another. */
function withoutParameters(one: CryptoCase): CryptoCase {
  return { ...one, expected: one.expected.map((mark) => ({ ...mark, parameters: {} })) }
}

/** The marks of a held-out set say which families a line uses, not how often. */
function oncePerLine(detections: readonly Detection[]): readonly Detection[] {
  return [...new Map(detections.map((one) => [`${one.file}:${one.line} ${one.algorithm}`, one])).values()]
}

async function scanCase({ packs, files }: CryptoCase): Promise<readonly Detection[]> {
  const root = await mkdtemp(join(tmpdir(), 'sluice-eval-'))
  try {
    for (const { path, content } of files) {
      const place = resolve(root, path)
      if (!place.startsWith(`${root}/`)) throw new Error(`${path} leads out of its project`)
      await mkdir(dirname(place), { recursive: true })
      await writeFile(place, content)
    }
    return (await scan(root, (await loadKnowledge({ packs })).packs)).detections
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

const NOTHING: Count = { cases: 0, negatives: 0, expected: 0, found: 0, unexpected: 0 }

function countOf(one: CryptoCase, { found, unexpected }: CaseOutcome, counts: (family: string) => boolean): Count {
  const number = (uses: readonly { readonly algorithm: string }[]) =>
    uses.filter(({ algorithm }) => counts(algorithm)).length
  return {
    cases: 1,
    negatives: one.expected.length === 0 ? 1 : 0,
    expected: number(one.expected),
    found: number(found),
    unexpected: number(unexpected),
  }
}

function failuresOf({ name }: CryptoCase, { missed, unexpected }: CaseOutcome): Figures[] {
  return [
    ...missed.map(({ file, line, text }) => ({ case: name, what: 'missed', place: `${file}:${line}`, text })),
    ...unexpected.map(({ file, line, algorithm }) => ({
      case: name,
      what: 'unexpected',
      place: `${file}:${line}`,
      text: algorithm,
    })),
  ]
}

function withSum(byLanguage: ReadonlyMap<string, Count>): [string, Count][] {
  return [...byLanguage, ['all', [...byLanguage.values()].reduce(add, NOTHING)]]
}

function add(a: Count, b: Count): Count {
  return {
    cases: a.cases + b.cases,
    negatives: a.negatives + b.negatives,
    expected: a.expected + b.expected,
    found: a.found + b.found,
    unexpected: a.unexpected + b.unexpected,
  }
}

function figuresOf(language: string, { cases, negatives, expected, found, unexpected }: Count): Figures {
  return {
    language,
    cases,
    negatives,
    expected,
    found,
    unexpected,
    recall: percentWithInterval(found, expected),
    precision: percentWithInterval(found, found + unexpected),
  }
}

function jsonOf(count: Count): Readonly<Record<string, unknown>> {
  const { expected, found, unexpected } = count
  return {
    ...count,
    recall: ratio(found, expected),
    recallInterval: wilsonInterval(found, expected),
    precision: ratio(found, found + unexpected),
    precisionInterval: wilsonInterval(found, found + unexpected),
  }
}
