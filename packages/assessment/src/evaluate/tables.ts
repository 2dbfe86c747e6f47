import { UNKNOWN } from '../model/unknown.ts'
import { isSymbolic, ownOf, type TableValue, textOfValue, union, type Value, type Values } from '../model/values.ts'
import type { CallExpression, Expression } from '../parse/ir.ts'
import type { LanguageLibrary } from '../parse/library.ts'
import type { Passed } from './call-site.ts'
import type { FileState, Scope } from './file-state.ts'
import { spreadOver } from './spread.ts'

const MAX_ENTRIES = 64

interface Holder {
  values: Values
  readonly branch?: number
}

/** `table[key] = value`. */
export function addEntry(state: FileState, scope: Scope, table: Expression, keys: Values, values: Values): void {
  const texts = keys.flatMap((key) => textOfValue(key) ?? (key.t === 'ref' ? key.path : []))
  const open = keys.filter(isSymbolic)
  if (texts.length === 0 && open.length === 0) return
  for (const holder of holdersOf(state, scope, table)) {
    holder.values = holder.values.map((value) => (value.t === 'map' ? withEntry(value, texts, open, values) : value))
  }
}

/** `options.length = 128`: whoever else has the same object has it so as well. */
export function setEntry(state: FileState, scope: Scope, table: Expression, name: string, values: Values): void {
  change(state, scope, table, (map, isSure) => {
    const entries: Record<string, Values> = Object.assign(Object.create(null), map.entries)
    const given = values.length === 0 ? [UNKNOWN] : values
    entries[name] = isSure ? given : union(ownOf(entries, name) ?? [], given)
    return { ...map, entries }
  })
}

/** `Object.assign(options, others)` changes `options`. */
export function spreadInto(state: FileState, scope: Scope, table: Expression, others: readonly Values[]): void {
  change(state, scope, table, (map) => {
    const entries: Record<string, Values> = Object.assign(Object.create(null), map.entries)
    for (const one of others) spreadOver(entries, one)
    return { ...map, entries }
  })
}

/** Changes a map, under each name that it has. `isSure`: it is changed whenever the place is left. */
function change(
  state: FileState,
  scope: Scope,
  table: Expression,
  changed: (map: TableValue, isSure: boolean) => TableValue,
): void {
  for (const holder of holdersOf(state, scope, table)) {
    const isSure = 'branch' in holder && holder.branch === state.branch && holder.values.length === 1
    for (const value of holder.values) {
      if (value.t !== 'map') continue
      const now = changed(value, isSure)
      for (const alias of [holder, ...aliasesOf(scope, value)]) {
        alias.values = alias.values.map((one) => (one === value ? now : one))
      }
    }
  }
}

/** The variables in reach that hold the same map. */
function aliasesOf(scope: Scope, map: TableValue): readonly Holder[] {
  const own = [...scope.variables.values()].filter(({ values }) => values.includes(map))
  return scope.parent === undefined ? own : [...own, ...aliasesOf(scope.parent, map)]
}

/** `table.put(key, value)`, where `table` is a map that the file has. */
export function storeEntry(state: FileState, scope: Scope, call: CallExpression, args: readonly Values[]): void {
  const { callee } = call
  const [keys, values] = args
  if (callee.k !== 'member' || keys === undefined || values === undefined) return
  if (!state.library.stores.has(callee.name.toLowerCase())) return
  addEntry(state, scope, callee.of, keys, values)
}

/** The variable or fields that an expression means. */
function holdersOf(state: FileState, scope: Scope, table: Expression): readonly Holder[] {
  if (table.k === 'name') {
    const variable = scope.find(table.id)
    if (variable !== undefined) return [variable]
    for (let cls = scope.cls; cls !== undefined; cls = cls.outer) {
      const field = cls.fields.get(table.id)
      if (field !== undefined) return [field]
    }
    return []
  }
  if (table.k !== 'member') return []
  return state.evaluateQuietly(scope, table.of).flatMap((owner) => fieldOf(state, owner, table.name) ?? [])
}

function fieldOf(state: FileState, owner: Value, name: string): Holder | undefined {
  if (owner.t !== 'inst' && owner.t !== 'cls') return undefined
  return state.classes.get(owner.t === 'inst' ? owner.cls : owner.name)?.fields.get(name)
}

function withEntry(table: TableValue, texts: readonly string[], open: Values, values: Values): TableValue {
  const entries: Record<string, Values> = Object.assign(Object.create(null), table.entries)
  const isFull = Object.keys(entries).length >= MAX_ENTRIES
  for (const text of isFull ? [] : texts) entries[text] = union(ownOf(entries, text) ?? [], values)
  const known = table.open ?? []
  const isNew = open.length > 0 && known.length < MAX_ENTRIES && !known.some((one) => one.values === values)
  const added = isNew ? [...known, { keys: open, values }] : known
  return { t: 'map', entries, ...(added.length > 0 ? { open: added } : {}) }
}

/** A map that is made empty, of pairs, or of another map; undefined where something else is called. */
export function mapMadeBy(
  { makesMaps }: LanguageLibrary,
  path: string,
  { args, named }: Pick<Passed, 'args' | 'named'>,
): Value | undefined {
  const names = path.split(/[./]/)
  if (!makesMaps.has(names.at(-1) ?? '') && !makesMaps.has(names.slice(-2).join('.'))) return undefined
  const entries: Record<string, Values> = Object.assign(Object.create(null), named)
  for (const value of args.flat()) addAll(entries, value, 0)
  return { t: 'map', entries }
}

function addAll(entries: Record<string, Values>, value: Value, depth: number): void {
  if (value.t === 'map') {
    for (const [key, values] of Object.entries(value.entries)) entries[key] = union(ownOf(entries, key) ?? [], values)
  }
  if (value.t !== 'list' || depth > 1) return
  const [keys = [], values] = value.items
  const texts = keys.flatMap((key) => textOfValue(key) ?? [])
  if (value.items.length === 2 && values !== undefined && texts.length > 0) {
    for (const text of texts) entries[text] = union(ownOf(entries, text) ?? [], values)
  } else for (const item of value.items.slice(0, MAX_ENTRIES).flat()) addAll(entries, item, depth + 1)
}
