import type { FileSummary, FunctionSummary } from '../model/file-summary.ts'
import type { CalleeName, Value, Values } from '../model/values.ts'
import { lastName } from '../packs/last-name.ts'

/** Shorter names stand everywhere. */
const MIN_LENGTH = 4
const MAX_WORDS = 2_000
/** Values inside values that are looked at for one use. */
const MAX_STEPS = 200

/**
 * What the uses found so far leave open, as identifiers to look for in files that were not read, by language: names of
 * wrappers, whose callers pass the algorithm, and of constants, fields and functions that other files define. At most
 * 2,000 a language, in the order in which they were found.
 *
 * @param isAsked whether a word was looked for before: what is passed to a function of that name is of interest now.
 */
export function relatedWords(
  files: readonly FileSummary[],
  isAsked: (word: string, language: string) => boolean,
): ReadonlyMap<string, ReadonlySet<string>> {
  const byLanguage = new Map<string, Set<string>>()
  for (const summary of files) {
    const { language, sightings, functions, calls } = summary
    const words = byLanguage.get(language) ?? new Set<string>()
    byLanguage.set(language, words)
    const own = new Map(functions.map((one) => [one.id, one]))
    for (const { attributes, guard, guessed } of sightings) {
      // It is no library's if the project has a class by this name.
      for (const word of guessed?.split('.') ?? []) if (words.size < MAX_WORDS) words.add(word)
      const open = [...Object.values(attributes), guard ? [guard.of] : []]
      if (words.size < MAX_WORDS) noteOpen(open, own, words)
    }
    for (const word of handedOut(summary)) if (words.size < MAX_WORDS) words.add(word)
    if (sightings.length > 0) noteChoices(summary, own, words)
    for (const { callee, args, named } of calls) {
      const name = calledName(callee, own)
      if (name === undefined || words.size >= MAX_WORDS || !isAsked(name, language)) continue
      noteOpen([...args, ...Object.values(named ?? {})], own, words)
    }
  }
  return byLanguage
}

/** Tables and functions that give away what a library has: whoever takes something out of them chooses. */
function handedOut({ names, functions, sightings }: FileSummary): readonly string[] {
  if (sightings.length === 0) return []
  const tables = Object.entries(names).filter(([, values]) => holdsConstant(values))
  const givers = functions.filter(({ returns }) => holdsConstant(returns))
  const words = [...tables.map(([name]) => name), ...givers.map((fn) => nameOf(fn) ?? '')]
  return words.filter((word) => word.length >= MIN_LENGTH)
}

function holdsConstant(values: Values, depth = 0): boolean {
  return values.some((value) => {
    if (value.t === 'ref' || value.t === 'obj') return value.by !== undefined
    return depth < 3 && (value.t === 'map' || value.t === 'list') && holdsConstant(inside(value), depth + 1)
  })
}

/** What says which function of the file is called. */
function noteChoices(
  { dispatches, calls }: FileSummary,
  own: ReadonlyMap<string, FunctionSummary>,
  words: Set<string>,
): void {
  const open = [...(dispatches ?? []).map(({ key }) => key), ...calls.flatMap(({ guard }) => guard?.of ?? [])]
  if (words.size < MAX_WORDS) noteOpen([open], own, words)
}

function calledName({ fn, cls, name }: CalleeName, own: ReadonlyMap<string, FunctionSummary>): string | undefined {
  return fn === undefined ? (cls ?? name) : nameOf(own.get(fn))
}

/** The word that whoever calls it must have in its file. */
function nameOf(fn: FunctionSummary | undefined): string | undefined {
  return fn?.cls ?? fn?.name
}

function noteOpen(sets: readonly Values[], own: ReadonlyMap<string, FunctionSummary>, words: Set<string>): void {
  const waiting: Value[] = sets.flat()
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const value = waiting.pop()
    if (value === undefined) return
    waiting.push(...inside(value), ...fallbackOf(value, own))
    if (value.t === 'param' && value.type !== undefined) words.add(lastName(value.type))
    const word = openWord(value, own)
    if (word !== undefined && word.length >= MIN_LENGTH && words.size < MAX_WORDS) words.add(word)
  }
}

function fallbackOf(value: Value, own: ReadonlyMap<string, FunctionSummary>): Values {
  return value.t === 'param' ? (own.get(value.fn)?.params[value.i]?.fallback ?? []) : []
}

function openWord(value: Value, own: ReadonlyMap<string, FunctionSummary>): string | undefined {
  switch (value.t) {
    case 'param':
      return nameOf(own.get(value.fn))
    case 'ref':
      return value.path.split(/[./\\:]/).at(-1)
    case 'field':
    case 'inst':
      return value.cls
    case 'ret':
      return value.callee.fn === undefined ? calledName(value.callee, own) : undefined
    default:
      return undefined
  }
}

function inside(value: Value): Values {
  switch (value.t) {
    case 'cat':
      return value.parts.flat()
    case 'list':
      return value.items.flat()
    case 'map':
      return [...Object.values(value.entries).flat(), ...(value.open ?? []).flatMap(({ keys }) => keys)]
    case 'attr':
      return [value.of]
    case 'elem':
      return [value.of, value.key]
    case 'cond':
      return [value.guard.of, ...value.values]
    case 'ret':
    case 'inst':
      return value.args.flat()
    case 'obj':
      return Object.values(value.attrs).flat()
    default:
      return []
  }
}
