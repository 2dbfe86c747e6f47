import { keepingUnknown, knownOf } from '../model/unknown.ts'
import {
  elementsOf,
  elementsOfTable,
  isSymbolic,
  str,
  textOfValue,
  union,
  type Value,
  type Values,
} from '../model/values.ts'
import type { LanguageLibrary } from '../parse/library.ts'
import { withDefault } from './choose.ts'
import { concat } from './joined-text.ts'
import { spreadOver } from './spread.ts'

/** The result of a method of a plain value, such as `"RSA".trim()`; undefined where the method is not known. */
export function callOfValue(
  library: LanguageLibrary,
  receiver: Values,
  name: string,
  args: readonly Values[],
): Values | undefined {
  const found = callOfKnown(library, receiver.filter(isPlain), name, args.map(knownOf))
  return found && keepingUnknown(receiver, found)
}

function callOfKnown(
  library: LanguageLibrary,
  simple: Values,
  name: string,
  args: readonly Values[],
): Values | undefined {
  if (simple.length === 0) return undefined
  const method = name.toLowerCase()
  if (library.transparent.has(method) || library.toBytes.has(method)) return simple
  if (library.cuts.has(method)) return simple.map((value) => cutOut(value, args))
  if (method === 'indexof') return simple.map((value) => placeIn(value, args[0]))
  if (method === 'split') return splitAll(simple, args[0])
  if (library.replaces.has(method)) return replaceAll(simple, args)
  if (method === 'join') {
    const joined = joinedList(simple, args)
    if (joined !== undefined) return joined
  }
  if (method === 'format' || method === 'formatted') return simple.flatMap((value) => formatted(value, args))
  if (library.joins.has(method) && simple.every(({ t }) => t === 'str' || t === 'param'))
    return concat([simple, ...args])
  if (library.looksUp.has(method)) return lookUp(simple, args)
  if (library.merges.has(method)) return [merged([simple, ...args])]
  if (method === 'length' || method === 'size') return simple.some(isSymbolic) ? undefined : []
  return undefined
}

/** The result of a well-known function of plain values; undefined where it is not one. */
export function callOfFunction(library: LanguageLibrary, path: string, args: readonly Values[]): Values | undefined {
  const found = functionOfKnown(library, path, args.map(knownOf))
  return found && keepingUnknown(args.flat(), found)
}

function functionOfKnown(library: LanguageLibrary, path: string, args: readonly Values[]): Values | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1).toLowerCase()
  if (/^(?:string\.format|fmt\.sprintf|sprintf|format|nsstring\.stringwithformat)$/i.test(path)) {
    return (args[0] ?? []).flatMap((value) => formatted(value, args.slice(1)))
  }
  const [first, ...others] = args
  if (/^String(?:Builder|Buffer)$/.test(path)) return first ?? [str('')]
  if (/^String\.join$/i.test(path) && first) return joinedList([{ t: 'list', items: others }], [first])
  if (/^(?:bytes|bytearray)$/.test(path) && first?.every(({ t }) => t === 'num')) {
    return first.flatMap((value): Values => (value.t === 'num' ? [{ t: 'bytes', count: value.v }] : []))
  }
  if (/(?:^|\.)ENV\.fetch$/.test(path)) return withDefault([], others.flat().filter(isPlain))
  if (/^(?:array_merge|array_replace|Object\.assign)$/.test(path)) return [merged(args)]
  if (path === 'implode') return joinedList(first ?? [], others)
  const cut = cutBytes(library, path.split('.').slice(-2).join('.'), others)
  if (cut.length > 0) return cut
  if (first?.some(isPlain) && first.some(({ t }) => t === 'ref') && library.transparent.has(name)) {
    // What a setting says, or its default.
    return withDefault([], first.filter(isPlain))
  }
  if (first === undefined || first.length === 0 || !first.every(isPlain)) return undefined
  if (/^(?:getenv|getproperty|get_env|env)$/.test(name)) return withDefault([], others.flat().filter(isPlain))
  if (library.transparent.has(name) || library.toBytes.has(name)) return union(first)
  if (
    /^(?:java\.util\.)?(?:arrays\.aslist|list\.of|set\.of|listof|setof|arrayof|vec|tuple|list|set|frozenset)$/i.test(
      path,
    )
  ) {
    return [{ t: 'list', items: args }]
  }
  return /(?:^|[.])(?:Immutable)?map\.(?:of|entry)$/i.test(path) ? [mapOfPairs(args)] : undefined
}

function isPlain(value: Value): boolean {
  return ['str', 'num', 'bytes', 'param', 'cat', 'cond', 'map', 'list', 'attr', 'field', 'ret', 'elem'].includes(
    value.t,
  )
}

/** No key is shorter; what is cut out of names mostly is. */
const MIN_BYTES = 8

const FIRST: Value = { t: 'num', v: 0 }

/** How long bytes are that are cut out from one known place to another, whatever they are cut out of. */
export function cutBytes(library: LanguageLibrary, name: string, args: readonly Values[]): Values {
  const [from, to] = library.takesBytes.has(name.toLowerCase()) ? [[FIRST], ...args] : args
  if (from?.[0] !== FIRST && !library.cutsBytes.has(name.toLowerCase())) return []
  const [[start], [end]] = [from ?? [], to ?? []]
  const isKnown = start?.t === 'num' && end?.t === 'num' && start.v >= 0 && end.v - start.v >= MIN_BYTES
  return isKnown ? [{ t: 'bytes', count: end.v - start.v }] : []
}

/** A part of a text from one place to another; the whole where they are not known. */
function cutOut(value: Value, [from, to]: readonly Values[]): Value {
  const [start] = from ?? []
  const [end] = to ?? []
  if (value.t !== 'str') return value
  if (start?.t === 'str') return str(value.v.split(start.v)[0] ?? value.v)
  if (start?.t !== 'num' || start.v < 0) return value
  if (end !== undefined && (end.t !== 'num' || end.v < start.v)) return value
  return str(value.v.slice(start.v, end?.t === 'num' ? end.v : undefined))
}

function placeIn(value: Value, wanted: Values | undefined): Value {
  const [text] = wanted ?? []
  const place = value.t === 'str' && text?.t === 'str' ? value.v.indexOf(text.v) : -1
  return place < 0 ? value : { t: 'num', v: place }
}

function splitAll(values: Values, separators: Values | undefined): Values {
  const by = separators?.[0]
  return values.flatMap((value): Values => {
    if (value.t !== 'str' || by?.t !== 'str' || by.v === '') return []
    return [{ t: 'list', items: value.v.split(by.v.replace(/^\\+/, '')).map((piece) => [str(piece)]) }]
  })
}

/** `list.join("-")`, and as Python has it `"-".join(list)`. */
function joinedList(receiver: Values, args: readonly Values[]): Values | undefined {
  const [list] = receiver.some(({ t }) => t === 'list') ? receiver : (args[0] ?? [])
  const by = receiver.some(({ t }) => t === 'list') ? (args[0] ?? [str(',')]) : receiver
  if (list?.t !== 'list') return undefined
  return concat(list.items.flatMap((item, i) => (i === 0 ? [item] : [by, item])))
}

function replaceAll(values: Values, args: readonly Values[]): Values {
  const [from] = args[0] ?? []
  const [to] = args[1] ?? []
  return values.map((value) =>
    value.t === 'str' && from?.t === 'str' && to?.t === 'str' && from.v !== ''
      ? str(value.v.replaceAll(from.v, () => to.v))
      : value,
  )
}

function lookUp(values: Values, args: readonly Values[]): Values {
  const [wanted = []] = args
  return union(
    ...values.map((value): Values => {
      if (value.t === 'list') return union(...value.items)
      if (value.t !== 'map') return withDefault(elementsOf(value, wanted), args[1] ?? [])
      return union(elementsOfTable(value, wanted), args[1] ?? [])
    }),
  )
}

/** Fills in `%s`, `%d`, `{}` and `{0}`. */
function formatted(template: Value, args: readonly Values[]): Values {
  if (template.t !== 'str') return []
  const parts: Values[] = []
  let last = 0
  let next = 0
  for (const hole of template.v.matchAll(/%[\d$-]*[sdvxS]|\{(\d*)\}/g)) {
    parts.push([str(template.v.slice(last, hole.index))])
    const place = hole[1] ? Number(hole[1]) : next
    next += 1
    parts.push(args[place] ?? [])
    last = hole.index + hole[0].length
  }
  parts.push([str(template.v.slice(last))])
  return concat(parts)
}

/** All entries of several maps; of one name the last holds. */
function merged(maps: readonly Values[]): Value {
  const entries: Record<string, Values> = Object.create(null)
  for (const values of maps) spreadOver(entries, values)
  return { t: 'map', entries }
}

function mapOfPairs(args: readonly Values[]): Value {
  const entries: Record<string, Values> = Object.create(null)
  for (let i = 0; i + 1 < args.length; i += 2) {
    for (const key of args[i] ?? []) {
      const text = textOfValue(key)
      if (text !== undefined) entries[text] = args[i + 1] ?? []
    }
  }
  return { t: 'map', entries }
}
