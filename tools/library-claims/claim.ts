import { expandBraces, type Rule, type RuleFile, type Source } from '@sluice/assessment/packs'

/** What a rule says of a library: that a name is there, and what its arguments are. */
export interface Claim {
  /** As the rule has it, braces expanded: `a.B#c`, `new a.B`, `ref a.B`. */
  readonly key: string
  readonly kind: 'call' | 'new' | 'method' | 'property' | 'annotation' | 'ref'
  /** The name without the mark of its kind, for a method the type. */
  readonly path: string
  /** Of a method or a property. */
  readonly member?: string
  readonly rule: string
  readonly arguments: readonly ArgumentClaim[]
}

/** One argument, by a place, by a name, or by several of which the first that is there counts. */
export interface ArgumentClaim {
  readonly use: string
  readonly positions: readonly (number | string)[]
}

/** What nothing declares: settings by their names, and members that a file returns. */
const NOT_DECLARED = /\(\)|^return\.|^\.|^[^\p{L}_@]/u

/** Everything that the rules of a file claim. Names that no library declares are left out. */
export function claimsOf({ rules }: Pick<RuleFile, 'rules'>): readonly Claim[] {
  return rules.flatMap((rule) => {
    const args = argumentsOf(rule)
    const calls = (rule.call ?? []).flatMap(expandBraces).filter((pattern) => !NOT_DECLARED.test(pattern))
    const names = [...(rule.ref ?? []), ...(rule.cast ?? [])].flatMap(expandBraces)
    return [
      ...calls.map((pattern) => claimOf(pattern, rule.id, args)),
      ...names.filter((pattern) => !NOT_DECLARED.test(pattern)).map((pattern) => refOf(pattern, rule.id)),
    ]
  })
}

function claimOf(pattern: string, rule: string, args: readonly ArgumentClaim[]): Claim {
  const isProperty = pattern.endsWith('=')
  const [path = '', member] = pattern
    .replace(/^(?:new |@(?=[a-z]+\.[\w.]*[A-Z][\w.]*$))/, '')
    .replace(/=$/, '')
    .split('#')
  const of = { key: pattern, path, rule, arguments: isProperty ? [] : args }
  if (member !== undefined) return { ...of, member, kind: isProperty ? 'property' : 'method' }
  if (isProperty) return { ...of, kind: 'ref' }
  if (pattern.startsWith('new ')) return { ...of, kind: 'new' }
  return { ...of, kind: path !== pattern ? 'annotation' : 'call' }
}

function refOf(pattern: string, rule: string): Claim {
  const [path = '', member] = pattern.split('#')
  const of = { key: `ref ${pattern}`, path, rule, arguments: [] }
  return member === undefined ? { ...of, kind: 'ref' } : { ...of, member, kind: 'property' }
}

function argumentsOf(rule: Rule): readonly ArgumentClaim[] {
  const parameters = Object.entries(rule.parameters ?? {})
  const conditions = rule.when === undefined ? [] : [rule.when].flat()
  const places = [...(rule.inherit ?? []), ...(rule.updates ?? [])].filter((place) => place !== 'receiver')
  return [
    ...ofSource('algorithm', rule.algorithm),
    ...parameters.flatMap(([name, source]) => ofSource(name, source)),
    ...conditions.filter(({ isPassed }) => isPassed !== false).map(({ arg }) => ({ use: 'when', positions: [arg] })),
    ...places.map((place) => ({ use: 'place', positions: [place] })),
  ]
}

function ofSource(use: string, source: Source | undefined): readonly ArgumentClaim[] {
  if (typeof source !== 'object') return []
  // All from a place on: the first of them is there.
  const arg = source.args === undefined ? source.arg : Number.parseInt(source.args, 10)
  return arg === undefined ? [] : [{ use, positions: [arg].flat() }]
}
