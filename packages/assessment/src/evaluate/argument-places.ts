import type { Place } from '../model/place.ts'
import type { Literal, Value } from '../model/values.ts'
import { membersOf, type Rule, type Source } from '../packs/rule-schema.ts'

import type { Argument, CallExpression, Expression, Offset } from '../parse/ir.ts'
import type { CallSite } from './call-site.ts'
import type { FileState } from './file-state.ts'

export interface ReportedPlaces {
  readonly main: Offset
  /** Where another function of the file made what is handed on. */
  readonly also: readonly Offset[]
  /** Lines of their own that set a key's size or curve. */
  readonly others: readonly { readonly at: Offset; readonly about: 'keySize' | 'curve' }[]
}

/**
 * Where the use of a call is marked: on the line of the argument that names the algorithm, if the call spreads over
 * several lines; the size of a key and its curve on their lines as well. See packs/README.md.
 */
export function placesOf(state: FileState, site: CallSite, rule: Rule): ReportedPlaces {
  const { call } = site
  if (!state.isReporting || site.at < 0) return { main: site.at, also: [], others: [] }
  const lines = new Set([state.place(site.at).line])
  const main = rule.algorithm === undefined ? undefined : ownLine(state, call, rule.algorithm, lines)
  const made = main === undefined && rule.algorithm !== undefined ? literalOf(site, rule.algorithm) : undefined
  const isTyped = call !== undefined && made?.literal.isReported === true
  const isNear = made !== undefined && !isTyped && isWithin(state, made.literal)
  const also = made === undefined || isNear || isTyped || made.literal.file !== state.file ? [] : [made.at]
  const others = (['keySize', 'curve'] as const).flatMap((about) => {
    const source = rule.parameters?.[about]
    const own = source === undefined ? undefined : ownLine(state, call, source, lines)
    const at = own ?? (source === undefined ? undefined : inLiteral(state, site, source, lines))
    return at === undefined ? [] : [{ at, about }]
  })
  const passed = main === undefined && !isNear ? passedAt(state, call, rule.algorithm, lines) : undefined
  return { main: main ?? (isNear ? made.at : (passed ?? site.at)), also, others }
}

interface Made {
  readonly literal: Literal
  readonly at: Offset
}

/** Where the object was written that an argument is. */
function literalOf({ args, named }: CallSite, source: Source): Made | undefined {
  if (typeof source !== 'object' || source.arg === undefined) return undefined
  for (const place of typeof source.arg === 'object' ? source.arg : [source.arg]) {
    const values = (typeof place === 'number' ? args.at(place) : named[place]) ?? []
    for (const member of membersOf(source) ?? []) {
      const found = values.flatMap((value) => memberIn(value, member.split('.')))
      if (found.length > 0) return found.length === 1 ? found[0] : undefined
    }
  }
  return undefined
}

function memberIn(value: Value, [first = '', ...rest]: readonly string[]): readonly Made[] {
  if (value.t === 'list') return value.items.flat().flatMap((item) => memberIn(item, [first, ...rest]))
  if (value.t !== 'map') return []
  const inside = rest.length === 0 ? [] : (value.entries[first] ?? []).flatMap((one) => memberIn(one, rest))
  const { literal } = value
  const at = literal?.members[first]?.offset
  return inside.length > 0 || literal === undefined || at === undefined ? inside : [{ literal, at }]
}

function isWithin(state: FileState, { file, fn }: Literal): boolean {
  return file === state.file && (fn === '' || state.enclosing.includes(fn))
}

function inLiteral(state: FileState, site: CallSite, source: Source, lines: Set<number>): Offset | undefined {
  const made = literalOf(site, source)
  if (made === undefined || made.literal.file !== state.file) return undefined
  const { line } = state.place(made.at)
  if (lines.has(line)) return undefined
  lines.add(line)
  return made.at
}

/** Where an argument stands, if that is a line on which nothing is yet. */
function ownLine(
  state: FileState,
  call: CallExpression | undefined,
  source: Source,
  lines: Set<number>,
): Offset | undefined {
  return freeLine(state, call && placeOf(call, source), lines)
}

/** Where an object is handed on that was written elsewhere, if that is a line of its own. */
function passedAt(
  state: FileState,
  call: CallExpression | undefined,
  source: Source | undefined,
  lines: Set<number>,
): Offset | undefined {
  if (typeof source !== 'object' || source.property === undefined || typeof source.arg !== 'number') return undefined
  const found = call?.args.filter(({ name }) => name === undefined).at(source.arg)
  return found?.value.k === 'name' || found?.value.k === 'member' ? freeLine(state, found.at, lines) : undefined
}

function freeLine(state: FileState, at: Offset | undefined, lines: Set<number>): Offset | undefined {
  if (at === undefined || at < 0) return undefined
  const { line } = state.place(at)
  if (lines.has(line)) return undefined
  lines.add(line)
  return at
}

function placeOf({ args }: CallExpression, source: Source): Offset | undefined {
  if (typeof source !== 'object' || source.arg === undefined) return undefined
  const positional = args.filter(({ name }) => name === undefined)
  const members = membersOf(source)
  for (const place of typeof source.arg === 'object' ? source.arg : [source.arg]) {
    const found = typeof place === 'number' ? positional.at(place) : args.find(({ name }) => name === place)
    if (members === undefined) {
      if (found !== undefined) return found.at
      continue
    }
    for (const member of members) {
      const inside = found && entryAt(found.value, member.split('.'))
      if (inside !== undefined) return inside
      // Keyword arguments also count as a map behind the others.
      const named = args.find(({ name }) => name === member)
      if (named !== undefined && place === positional.length) return named.at
    }
  }
  return undefined
}

/** What is written in the places of a call that a source means. */
export function argumentsAt({ args }: CallExpression, source: Exclude<Source, string | number>): readonly Expression[] {
  const positional = args.filter(({ name }) => name === undefined)
  return [source.arg ?? []].flat().flatMap((place) => {
    const found = typeof place === 'number' ? positional.at(place) : args.find(({ name }) => name === place)
    return found === undefined ? [] : [found.value]
  })
}

function entryAt(e: Expression, [first, ...rest]: readonly string[]): Offset | undefined {
  if (e.k !== 'map') return undefined
  const entry = e.entries.find(({ key }) => key.k === 'str' && key.v === first)
  if (entry === undefined || rest.length === 0) return entry?.at
  return entryAt(entry.value, rest)
}

/** The members of a struct literal that stand on lines of their own: there is chosen what a field holds. */
export function memberPlaces(
  state: FileState,
  { args, at: start }: CallExpression,
): { readonly places?: Readonly<Record<string, Place>> } {
  if (!state.isReporting || start < 0) return {}
  const { line } = state.place(start)
  const places: Record<string, Place> = Object.create(null)
  for (const { name, at } of args) {
    if (name === undefined || at === undefined) continue
    const place = state.place(at)
    if (place.line !== line) places[name] = place
  }
  return Object.keys(places).length === 0 ? {} : { places }
}

/** A text of a list that stands on a line of its own. */
export interface ListedText {
  readonly at: Offset
  readonly text: string
}

/**
 * The texts of the list that an argument is, where they are spread over several lines: `List.of("A", "B")`,
 * `['A', 'B'].join(':')`. Empty where the list is on one line or holds anything but texts.
 */
export function listedTexts(state: FileState, call: CallExpression | undefined, source: Source): readonly ListedText[] {
  if (!state.isReporting || call === undefined || typeof source !== 'object') return []
  const positional = call.args.filter(({ name }) => name === undefined)
  if (source.args !== undefined) {
    const rest = positional.slice(Number.parseInt(source.args, 10))
    return spread(
      state,
      rest.flatMap(({ value, at }) =>
        value.k === 'str' && at !== undefined ? [{ at, text: value.v }] : textsOf(value),
      ),
    )
  }
  if (source.arg === undefined) return []
  for (const place of typeof source.arg === 'object' ? source.arg : [source.arg]) {
    const found = typeof place === 'number' ? positional.at(place) : call.args.find(({ name }) => name === place)
    const members = membersOf(source)
    const all = found === undefined ? [] : members === undefined ? [found.value] : membersAt(found.value, members)
    const texts = spread(state, all[0] === undefined ? [] : textsOf(all[0]))
    if (texts.length > 0) return texts
  }
  return []
}

/** Texts, if they stand on more lines than one. */
function spread(state: FileState, texts: readonly ListedText[]): readonly ListedText[] {
  return new Set(texts.map(({ at }) => state.place(at).line)).size > 1 ? texts : []
}

function membersAt(e: Expression, members: readonly string[]): readonly Expression[] {
  return members.flatMap((name) => memberAt(e, name) ?? [])
}

function memberAt(e: Expression, name: string): Expression | undefined {
  return e.k === 'map' ? e.entries.find(({ key }) => key.k === 'str' && key.v === name)?.value : undefined
}

function textsOf(e: Expression): readonly ListedText[] {
  if (e.k === 'list') return allTexts(e.items, e.places ?? [])
  if (e.k !== 'call' || e.callee.k !== 'member') return []
  const { name, of } = e.callee
  if (name === 'join') return textsOf(of)
  if (!/^(?:asList|of)$/.test(name)) return []
  return allTexts(
    e.args.map(({ value }) => value),
    e.args.flatMap(({ at }) => at ?? []),
  )
}

function allTexts(items: readonly Expression[], places: readonly Offset[]): readonly ListedText[] {
  const texts = items.flatMap((item, i): ListedText[] => {
    const at = places[i]
    return item.k === 'str' && at !== undefined && at >= 0 ? [{ at, text: item.v }] : []
  })
  return texts.length === items.length ? texts : []
}

/** A struct that is written out within a function: its members are chosen there. */
export function literalOfStruct(
  state: FileState,
  start: Offset,
  args: readonly Argument[],
): { readonly literal?: Literal } {
  const fn = state.enclosing.at(-1)
  if (!state.isReporting || start < 0 || fn === undefined) return {}
  const members: Record<string, Literal['members'][string]> = Object.create(null)
  members[''] = { ...state.place(start), offset: start }
  for (const { name, at } of args) {
    const offset = at === undefined || at < 0 ? start : at
    if (name !== undefined) members[name] = { ...state.place(offset), offset }
  }
  return { literal: { file: state.file, fn, members } }
}
