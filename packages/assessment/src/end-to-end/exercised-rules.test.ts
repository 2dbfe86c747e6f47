import { expect, test } from 'vitest'
import { analyseSource } from '../evaluate/analyse-source.ts'
import { loadPacks } from '../packs/load-pack.ts'
import { prepareKnowledge } from '../packs/prepare-knowledge.ts'
import type { Rule } from '../packs/rule-schema.ts'
import { readCases, summarizeCase } from '../testing/crypto-cases.ts'
import { smallestPrograms } from '../testing/smallest-program.ts'

/** Of some 3,360 rules that report something, those that no case makes report anything. */
const NOT_IN_CASES = 1_545
/** Those of them for which no smallest program is written either. Both numbers only fall. */
const NOT_EXERCISED = 180

interface ShippedRule {
  readonly library: string
  readonly languages: readonly string[]
  readonly rule: Rule
}

const packs = await loadPacks(['extended'])
const knowledge = prepareKnowledge(packs)
const reporting: readonly ShippedRule[] = packs
  .flatMap((pack) => pack.rules)
  .flatMap(({ library, language, rules }) =>
    rules
      .filter((rule) => rule.report ?? rule.algorithm !== undefined)
      .map((rule) => ({ library, languages: [language].flat(), rule })),
  )

/** The language in which the names of a rule can be written: `a.b` is no C. */
function writingLanguage({ languages, rule }: ShippedRule): string {
  const [first = ''] = languages
  const isDotted = [...(rule.call ?? []), ...(rule.ref ?? [])].some((name) => name.includes('.'))
  return first === 'c' && isDotted ? 'cpp' : first === 'javascript' ? 'typescript' : first
}

/** The rules that report something in any case, each as `language/id of library`. */
async function seenInCases(): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  for (const one of await readCases()) {
    const { summaries } = await summarizeCase({ ...one, packs: ['extended'] })
    for (const { rule, library } of summaries.flatMap(({ sightings }) => sightings)) seen.add(`${rule} of ${library}`)
  }
  return seen
}

test('each name of a rule is found in the smallest program that uses it', async () => {
  const missed: string[] = []
  for (const shipped of reporting) {
    const { rule, library } = shipped
    const language = writingLanguage(shipped)
    for (const { path, source } of smallestPrograms(rule, language)) {
      const sightings = (await analyseSource(path, source, knowledge))?.sightings ?? []
      const isFound = sightings.some((one) => one.rule === `${language}/${rule.id}` && one.library === library)
      if (!isFound) missed.push(`${library}, ${rule.id}:\n${source}`)
    }
  }
  expect(missed).toEqual([])
}, 120_000)

/** A rule that captures a part of its names is one, whatever it captures: `curve/generate` of `curve/generate/p256`. */
function writtenRules(): ReadonlyMap<string, readonly ShippedRule[]> {
  const written = new Map<string, ShippedRule[]>()
  for (const shipped of reporting) {
    const id = shipped.rule.id.split('/').slice(0, 2).join('/')
    const key = [shipped.languages.join(), shipped.library, id].join(' ')
    written.set(key, [...(written.get(key) ?? []), shipped])
  }
  return written
}

test('rules that no case exercises only become fewer', async () => {
  const seen = await seenInCases()
  const isSilent = ({ rule, library, languages }: ShippedRule): boolean =>
    languages.every((language) => !seen.has(`${language}/${rule.id} of ${library}`))
  const silent = [...writtenRules().values()].filter((choices) => choices.every(isSilent))
  const left = silent.filter((choices) =>
    choices.every((one) => smallestPrograms(one.rule, writingLanguage(one)).length === 0),
  )
  expect(silent.length).toBeLessThanOrEqual(NOT_IN_CASES)
  expect(left.length).toBeLessThanOrEqual(NOT_EXERCISED)
}, 120_000)
