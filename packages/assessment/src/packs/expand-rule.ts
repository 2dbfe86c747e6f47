import { ATTRIBUTES, type AttributeName } from '../model/attributes.ts'
import type { Rule, Source, WrittenRule } from './rule-schema.ts'

/** A choice of a name that a value is taken from: `{p256|p384 as curve}`. */
const CAPTURE = /\{(?<choices>[^{}]*) as (?<name>[^{}]*)\}/
const NAME = /^[a-z][A-Za-z]{0,19}$/
const CHOICE = /^[\w./@-]{1,80}$/
/** The names of one rule, and the rules that it stands for. */
const MAX_CAPTURED = 400

type Bound = Readonly<Record<string, string>>
type Wanted = NonNullable<WrittenRule['algorithm']>

interface BoundNames {
  readonly bound: Bound
  readonly call: string[]
  readonly ref: string[]
  readonly cast: string[]
}

const KINDS = ['call', 'ref', 'cast'] as const

/** The rules that one stands for: one for each choice of its captures, and two for an argument of two kinds. */
export function expandRule(rule: WrittenRule): readonly Rule[] {
  return expandCaptures(rule).flatMap(textOrMember)
}

/** An empty member means the argument itself: `encrypt('AES-GCM')` beside `encrypt({ name: 'AES-GCM' })`. */
function textOrMember(rule: Rule): readonly Rule[] {
  const { algorithm } = rule
  if (typeof algorithm !== 'object') return [rule]
  const { property, ...itself } = algorithm
  if (!Array.isArray(property) || !property.includes('')) return [rule]
  const others = Object.entries(rule.parameters ?? {}).filter(([, one]) => typeof one !== 'object' || !one.property)
  const members = property.filter((one) => one !== '')
  return [
    { ...rule, algorithm: { ...itself, property: members } },
    // Two rules for one call speak of two objects by their ids.
    { ...rule, id: `${rule.id}/text`, algorithm: itself, parameters: Object.fromEntries(others) },
  ]
}

/**
 * The rules that one with captures stands for, one for each choice: what `{"capture": "curve"}` says is then a text or
 * a number, and `{curve}` in `returns` the choice itself. A rule without captures stands for itself.
 */
function expandCaptures(rule: WrittenRule): readonly Rule[] {
  const groups = new Map<string, BoundNames>()
  for (const kind of KINDS) {
    for (const { name, bound } of (rule[kind] ?? []).flatMap((pattern) => boundNames(pattern, {}))) {
      const key = JSON.stringify(Object.entries(bound).sort())
      const group = groups.get(key) ?? { bound, call: [], ref: [], cast: [] }
      groups.set(key, group)
      group[kind].push(name)
    }
  }
  if (groups.size === 0) groups.set('', { bound: {}, call: [], ref: [], cast: [] })
  return [...groups.values()].map((group) => ruleOf(rule, group))
}

/** What is wrong with the captures of a rule; `undefined` where nothing is. */
export function faultOfCaptures(rule: WrittenRule): string | undefined {
  const asked = [rule.algorithm, ...Object.values(rule.parameters ?? {})].flatMap((wanted) =>
    typeof wanted === 'object' && 'capture' in wanted ? [wanted.capture] : [],
  )
  const written = [...(rule.returns ?? '').matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const patterns = KINDS.flatMap((kind) => rule[kind] ?? [])
  for (const pattern of patterns) {
    const names = new Set<string>()
    for (const [, choices = '', name = ''] of pattern.matchAll(new RegExp(CAPTURE, 'g'))) {
      if (!NAME.test(name)) return `"${name}" is no name for a capture`
      if (names.has(name)) return `"${name}" is captured twice in "${pattern}"`
      if (!choices.split('|').every((choice) => CHOICE.test(choice))) return `"${choices}" are no choices`
      names.add(name)
    }
    const missing = [...asked, ...written].find((name) => !names.has(name))
    if (missing !== undefined) return `"${pattern}" does not capture "${missing}"`
  }
  if (patterns.length === 0 && asked.length > 0) return 'there is no name to capture from'
  const count = patterns.reduce((sum, pattern) => sum + countOf(pattern), 0)
  return count > MAX_CAPTURED ? `${count} names are more than ${MAX_CAPTURED}` : undefined
}

function countOf(pattern: string): number {
  const counts = [...pattern.matchAll(new RegExp(CAPTURE, 'g'))].map(([, choices = '']) => choices.split('|').length)
  return counts.reduce((product, one) => product * one, 1)
}

function boundNames(pattern: string, bound: Bound): readonly { readonly name: string; readonly bound: Bound }[] {
  const found = CAPTURE.exec(pattern)
  const { choices, name } = found?.groups ?? {}
  if (found === null || choices === undefined || name === undefined) return [{ name: pattern, bound }]
  const before = pattern.slice(0, found.index)
  const behind = pattern.slice(found.index + found[0].length)
  return choices.split('|').flatMap((choice) => boundNames(before + choice + behind, { ...bound, [name]: choice }))
}

function ruleOf(rule: WrittenRule, { bound, ...names }: BoundNames): Rule {
  const { algorithm, parameters, returns, ...rest } = rule
  const family = algorithm === undefined ? undefined : sourceOf(algorithm, bound)
  const choices = Object.values(bound)
  return {
    ...rest,
    // By its id a rule is told from another for the same call, and two choices may fit one that no import names.
    id: [rule.id, ...choices].join('/'),
    ...(rule.call ? { call: names.call } : {}),
    ...(rule.ref ? { ref: names.ref } : {}),
    ...(rule.cast ? { cast: names.cast } : {}),
    ...(family === undefined ? {} : { algorithm: family }),
    ...(parameters === undefined ? {} : { parameters: valuesOf(parameters, bound) }),
    ...(returns === undefined
      ? {}
      : { returns: returns.replace(/\{([^{}]*)\}/g, (whole, name: string) => bound[name] ?? whole) }),
  }
}

function valuesOf(parameters: NonNullable<WrittenRule['parameters']>, bound: Bound): NonNullable<Rule['parameters']> {
  const values: { [name in AttributeName]?: Source } = {}
  for (const name of ATTRIBUTES) {
    const wanted = parameters[name]
    const value = wanted === undefined ? undefined : sourceOf(wanted, bound)
    if (value !== undefined) values[name] = value
  }
  return values
}

function sourceOf(wanted: Wanted, bound: Bound): Source | undefined {
  if (typeof wanted !== 'object' || !('capture' in wanted)) return wanted
  const choice = bound[wanted.capture] ?? ''
  if (wanted.map !== undefined) return Object.hasOwn(wanted.map, choice) ? wanted.map[choice] : undefined
  return /^\d{1,6}$/.test(choice) ? Number(choice) : choice
}
