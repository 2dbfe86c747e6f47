import { caseOfComparison } from '../conditions.ts'
import { type Argument, type Expression, type MapEntry, NOTHING } from '../ir.ts'
import { compared } from '../reader.ts'

/** What is called: `object.name(args)`; `owner` is the object as it is written. */
export interface JavaCall {
  readonly object: Expression
  readonly owner: string
  readonly name: string
  readonly args: readonly Argument[]
}

const MAPS = /(?:^|\.)(?:Map|ImmutableMap|ImmutableSortedMap)$/

/** Calls of Java's own library that only make a map, choose between values or compare them. */
export function standardCall({ object, owner, name, args }: JavaCall): Expression | undefined {
  const values = args.map(({ value }) => value)
  const [first, second] = values
  const isOfObjects = /(?:^|\.)Objects$/.test(owner)
  if (name === 'equals' && first) {
    const [left = NOTHING, right = NOTHING] = isOfObjects ? values : [object, first]
    return compared([left, right], caseOfComparison('==', left, right))
  }
  const found = streamCall({ object, owner, name, args })
  if (found) return found
  if (name === 'orElse' && first && values.length === 1) return { k: 'choice', of: [object, first], as: 'fallback' }
  if (isOfObjects && first) {
    if (name === 'requireNonNull') return first
    if (name === 'requireNonNullElse' && second) return { k: 'choice', of: [first, second], as: 'fallback' }
  }
  if (!MAPS.test(owner)) return undefined
  if (name === 'of' && args.length > 0 && args.length % 2 === 0) return { k: 'map', entries: pairs(args) }
  if (name === 'ofEntries' && values.every(isEntry)) return { k: 'map', entries: values.flatMap(entriesOf) }
  return name === 'entry' && args.length === 2 ? { k: 'map', entries: pairs(args) } : undefined
}

/** Calls that look for one of several. */
function streamCall({ object, owner, name, args }: JavaCall): Expression | undefined {
  const [first] = args
  if (name === 'stream') return owner === 'Arrays' && first ? first.value : args.length === 0 ? object : undefined
  if (name === 'orElseThrow') return object
  if ((name === 'findFirst' || name === 'findAny') && args.length === 0) {
    return { k: 'index', of: object, key: NOTHING }
  }
  if (name !== 'filter' || first?.value.k !== 'lambda' || args.length !== 1) return undefined
  return { k: 'block', body: [{ k: 'expr', e: first.value }], value: [object] }
}

function pairs(args: readonly Argument[]): readonly MapEntry[] {
  return args.flatMap(({ value: key, at }, i): readonly MapEntry[] => {
    const value = i % 2 === 0 ? args[i + 1]?.value : undefined
    return value ? [at === undefined ? { key, value } : { key, value, at }] : []
  })
}

function isEntry(e: Expression): boolean {
  return e.k === 'map' && e.entries.length === 1
}

function entriesOf(e: Expression): readonly MapEntry[] {
  return e.k === 'map' ? e.entries : []
}
