import { expect, test } from 'vitest'
import { loadPacks } from './load-pack.ts'
import { prepareKnowledge } from './prepare-knowledge.ts'
import { expandBraces } from './rule-index.ts'
import type { Rule } from './rule-schema.ts'

const packs = await loadPacks(['extended'])
const { names, families } = prepareKnowledge(packs)
const rules = packs
  .flatMap((pack) => pack.rules)
  .flatMap((file) => file.rules.map((rule) => ({ place: `${file.library}: ${rule.id}`, rule })))

/** Rules may name what no shipped pack has as a family; a pack that is given by path may. */
const OF_NO_SHIPPED_FAMILY = /md4|ripemd|blake2|cast5/i

function isFamily(name: string, rule: Rule): boolean {
  return families.has(name) || names.read(name, rule.role).some((one) => families.has(one.algorithm))
}

/** The names by which a rule that reads the called name is found. */
function calledNames({ call = [], ref = [], cast = [] }: Rule): readonly string[] {
  return [...call, ...ref, ...cast]
    .flatMap(expandBraces)
    .map((name) => name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('#'), name.lastIndexOf(' ')) + 1))
}

test('what rules read out of called names is the name of a family', () => {
  const silent = rules.flatMap(({ place, rule }) => {
    const { algorithm } = rule
    if (typeof algorithm !== 'object' || !algorithm.calleeName || rule.report === false) return []
    const { map } = algorithm
    return calledNames(rule)
      .map((name) => (map === undefined ? name : map[name]))
      .flatMap((name) => (name === undefined ? [] : [String(name)]))
      .filter((name) => !isFamily(name, rule) && !OF_NO_SHIPPED_FAMILY.test(name))
      .map((name) => `${place}: ${name}`)
  })
  expect(silent).toEqual([])
})

test('no rule waits for a name that an alias turns into another', () => {
  const knowledge = prepareKnowledge(packs)
  const lost = packs
    .flatMap((pack) => pack.rules)
    .flatMap((file) =>
      [file.language].flat().flatMap((language) =>
        file.rules
          .flatMap(({ call = [], ref = [], cast = [] }) => [...call, ...ref, ...cast].flatMap(expandBraces))
          .map((name) => name.replace(/^(?:new |@(?!.*\/))/, '').replace(/[#=].*$/, ''))
          .filter((path) => knowledge.rules.get(language)?.canonical(path) !== path)
          .map((path) => `${language}, ${file.library}: ${path}`),
      ),
    )
  expect(lost).toEqual([])
})
