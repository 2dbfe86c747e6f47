import { type Entry, MAX_DEPTH, MAX_ENTRIES, MAX_VALUE, withoutComment, withoutQuotes } from './entry.ts'
import { readLines } from './read-lines.ts'

interface Open {
  readonly indent: number
  readonly key: string
  readonly block: number
}

const PAIR = /^(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s"'[\]{}#&*!|>%@`,][^\n]{0,200}?))[ \t]*:(?:[ \t]+(.*))?$/s

/**
 * The single values of YAML, read by indentation in one pass: enough for settings, not a whole reader. The text of
 * block scalars is read as a configuration file of its own as well, as ConfigMaps carry them.
 */
export function readYaml(text: string): readonly Entry[] {
  const state = { entries: [] as Entry[], open: [] as Open[], blocks: 0 }
  const lines = text.split('\n')
  for (let i = 0; i < lines.length && state.entries.length < MAX_ENTRIES; ) i += takeLine(state, lines, i)
  return state.entries
}

interface State {
  readonly entries: Entry[]
  readonly open: Open[]
  blocks: number
}

/** Takes one line and what belongs to it; gives the number of lines. */
function takeLine(state: State, lines: readonly string[], i: number): number {
  const line = withoutComment(lines[i] ?? '', '#').trimEnd()
  let rest = line.trimStart()
  if (rest === '' || rest.startsWith('%')) return 1
  if (rest === '---' || rest === '...') {
    state.open.length = 0
    return 1
  }
  let indent = line.length - rest.length
  while (rest.startsWith('- ') || rest === '-') {
    closeTo(state, indent + 1)
    // Every item of a list has members of its own.
    state.blocks += 1
    if (state.open.length < MAX_DEPTH) state.open.push({ indent: indent + 1, key: '', block: state.blocks })
    const inner = rest.slice(1).trimStart()
    indent += rest.length - inner.length
    rest = inner
  }
  if (rest === '') return 1
  const pair = PAIR.exec(rest)
  const isItem = pair === null
  const key = pair?.[1] ?? pair?.[2] ?? pair?.[3] ?? lastKey(state)
  const value = isItem ? rest : (pair[4] ?? '').trim()
  if (!isItem) closeTo(state, indent)
  const at = { line: i + 1, column: indent + 1 }
  const scalar = /^[|>][-+\d]*$/.exec(value)
  if (scalar !== null) return 1 + takeBlockScalar(state, lines, i + 1, { key, indent: isItem ? indent - 1 : indent })
  if (value === '' || value.startsWith('&') || value.startsWith('!')) {
    state.blocks += 1
    if (!isItem && state.open.length < MAX_DEPTH) state.open.push({ indent, key, block: state.blocks })
    add(state, key, '', at, !isItem)
    return 1
  }
  const list = /^\[(.*)\]?$/s.exec(value)?.[1]
  if (list !== undefined) return takeFlowList(state, lines, i, { key, list })
  const map = /^\{(.*)\}$/.exec(value)?.[1]
  if (map !== undefined) takeFlowMap(state, key, map, at)
  else add(state, key, withoutQuotes(value), at)
  return 1
}

function closeTo(state: State, indent: number): void {
  while ((state.open.at(-1)?.indent ?? -1) >= indent) state.open.pop()
}

/** What the items of a list belong to. */
function lastKey({ open }: State): string {
  return open.findLast(({ key }) => key !== '')?.key ?? ''
}

function add(state: State, key: string, value: string, at: { line: number; column: number }, isOpen = false): void {
  const names = state.open.flatMap((one) => (one.key === '' ? [] : [one.key]))
  const path = isOpen || names.at(-1) === key ? names.slice(0, -1) : names
  const block = state.open.at(isOpen ? -2 : -1)?.block ?? 0
  state.entries.push({ path, key, value: value.slice(0, MAX_VALUE), block, ...at })
}

const MAX_SCALAR_LINES = 20_000

/** The text below `|` or `>`: one value, and a file of its own. Gives the number of its lines. */
function takeBlockScalar(
  state: State,
  lines: readonly string[],
  from: number,
  { key, indent }: { key: string; indent: number },
): number {
  let to = from
  while (to < lines.length && to - from < MAX_SCALAR_LINES) {
    const line = lines[to] ?? ''
    if (line.trim() !== '' && line.length - line.trimStart().length <= indent) break
    to += 1
  }
  const inner = lines.slice(from, to)
  const text = inner
    .map((line) => line.trim())
    .join(' ')
    .slice(0, MAX_VALUE)
    .trim()
  add(state, key, text, { line: from, column: indent + 1 })
  const names = state.open.flatMap((one) => (one.key === '' ? [] : [one.key]))
  state.entries.push(
    ...readLines(inner.join('\n'), from + 1, [...names, key]).slice(0, MAX_ENTRIES - state.entries.length),
  )
  return to - from
}

const MAX_LIST_LINES = 200

/** `[a, b]`, which may go on over lines. Gives the number of its lines. */
function takeFlowList(
  state: State,
  lines: readonly string[],
  i: number,
  { key, list }: { key: string; list: string },
): number {
  let count = 0
  for (let text = list; ; ) {
    const end = text.indexOf(']')
    for (const item of (end < 0 ? text : text.slice(0, end)).split(',')) {
      const value = withoutQuotes(item.trim())
      if (value !== '') add(state, key, value, { line: i + count + 1, column: 1 })
    }
    count += 1
    if (
      end >= 0 ||
      (count === 1 && (lines[i] ?? '').trimEnd().endsWith(']')) ||
      count >= MAX_LIST_LINES ||
      i + count >= lines.length
    )
      return count
    text = withoutComment(lines[i + count] ?? '', '#')
  }
}

/** `{a: b, c: d}`, one level of it. */
function takeFlowMap(state: State, key: string, text: string, at: { line: number; column: number }): void {
  state.blocks += 1
  if (state.open.length < MAX_DEPTH) state.open.push({ indent: Number.MAX_SAFE_INTEGER, key, block: state.blocks })
  for (const item of text.split(',')) {
    const [name = '', value = ''] = item.split(/:(.*)/s, 2)
    if (name.trim() !== '') add(state, withoutQuotes(name.trim()), withoutQuotes(value.trim()), at)
  }
  state.open.pop()
}
