import { type Entry, MAX_DEPTH, MAX_ENTRIES, MAX_VALUE, withoutComment, withoutQuotes } from './entry.ts'

const STATEMENT =
  /^(?:set[ \t]+|export[ \t]+)?["']?([A-Za-z_][\w./:-]{0,120}?)["']?(?:[ \t]*(?:=>|:=|=)[ \t]*|[ \t]*:[ \t]+|:$|[ \t]+|$)(.*)$/s
const MAX_JOINED_LINES = 200

/** Where the reader stands. */
interface State {
  readonly entries: Entry[]
  readonly blocks: { readonly name: string; readonly id: number }[]
  section: { readonly names: readonly string[]; readonly id: number }
  ids: number
  /** A list in brackets that goes on over lines. */
  list: { readonly key: string; readonly close: string } | undefined
}

/**
 * Reads what is written line by line: `key value`, `key = value`, `key: value`, with sections in brackets and blocks in
 * braces, as nginx, Apache, sshd, HAProxy, properties, INI, TOML and HCL have it. `firstLine` is the number of the
 * first.
 */
export function readLines(text: string, firstLine = 1, path: readonly string[] = []): readonly Entry[] {
  const state: State = { entries: [], blocks: [], section: { names: path, id: 0 }, ids: 0, list: undefined }
  const lines = text.split('\n')
  for (let i = 0; i < lines.length && state.entries.length < MAX_ENTRIES; ) {
    const { statement, count } = joined(lines, i)
    take(state, statement, firstLine + i)
    i += count
  }
  return state.entries
}

/** A line with those that continue it: behind a backslash, or while a quote is open. */
function joined(lines: readonly string[], from: number): { statement: string; count: number } {
  let statement = clean(lines[from] ?? '')
  let count = 1
  while (count < MAX_JOINED_LINES && from + count < lines.length && statement.length < MAX_VALUE) {
    if (statement.endsWith('\\')) statement = `${statement.slice(0, -1)}${clean(lines[from + count] ?? '').trimStart()}`
    else if (isQuoteOpen(statement) && closes(lines, from + count))
      statement = `${statement} ${(lines[from + count] ?? '').trim()}`
    else break
    count += 1
  }
  return { statement: statement.trim(), count }
}

function clean(line: string): string {
  const trimmed = line.trimStart()
  if (/^(?:[#;!]|\/\/|--)/.test(trimmed)) return ''
  return withoutComment(line, '#').trimEnd()
}

/** Only values begin with a quote that may stay open; an apostrophe within a word is none. */
function isQuoteOpen(statement: string): boolean {
  const quote = /[\s=]["']/.exec(statement)
  if (quote === null) return false
  const rest = statement.slice(quote.index + 1)
  return rest.split(rest.charAt(0)).length === 2
}

/** Whether one of the next lines has a quote at all: what never ends is no quoted value. */
function closes(lines: readonly string[], from: number): boolean {
  return lines.slice(from, from + 40).some((line) => /["']\s*[;,)]?\s*$/.test(line))
}

function take(state: State, statement: string, line: number): void {
  if (statement === '') return
  if (state.list !== undefined) {
    takeItems(state, statement, line)
    return
  }
  const section = /^\[{1,2}([^[\]=]{1,120})\]{1,2}$/.exec(statement)?.[1]
  if (section !== undefined) {
    state.ids += 1
    state.blocks.length = 0
    state.section = { names: section.split('.').map((name) => withoutQuotes(name.trim())), id: state.ids }
    return
  }
  for (const part of pieces(statement)) {
    if (part === '}') state.blocks.pop()
    else if (part.endsWith('{')) openBlock(state, part.slice(0, -1))
    else takePair(state, part, line)
  }
}

function openBlock(state: State, head: string): void {
  state.ids += 1
  const name = head
    .replaceAll(/["'=:]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
  if (state.blocks.length < MAX_DEPTH) state.blocks.push({ name, id: state.ids })
}

/** Cuts a line at braces that stand alone and at semicolons. */
function pieces(statement: string): readonly string[] {
  if (!/[{};]/.test(statement)) return [statement]
  return statement
    .split(/(?<=(?:^|\s)\{)(?=\s|$)|(?<=\s|^)(?=\}(?:\s|$|;|,))|(?<=\}),?(?=\s|$)|(?<=;)(?=\s|\}|$)/)
    .map((part) => part.trim().replace(/[;,]+$/, ''))
    .filter((part) => part !== '')
}

function takePair(state: State, text: string, line: number): void {
  const found = STATEMENT.exec(text)
  const key = found?.[1]
  if (found === null || key === undefined) return
  const value = (found[2] ?? '').trim()
  const open = /^[[(]/.exec(value)?.[0]
  if (open === undefined) {
    add(state, key, withoutQuotes(value.replace(/[,;]$/, '').trim()), line)
    return
  }
  state.list = { key, close: open === '[' ? ']' : ')' }
  takeItems(state, value.slice(1), line)
}

/** The items of a list in brackets; the end of it may stand lines below. */
function takeItems(state: State, text: string, line: number): void {
  const { list } = state
  if (list === undefined) return
  const end = text.indexOf(list.close)
  for (const item of (end < 0 ? text : text.slice(0, end)).split(',')) {
    const value = item.trim()
    const pair = /^["']?([\w.-]{1,80})["']?\s*=>\s*(.+)$/.exec(value)
    if (pair) add(state, pair[1] ?? '', withoutQuotes(pair[2] ?? ''), line)
    else if (value !== '') add(state, list.key, withoutQuotes(value), line)
  }
  if (end >= 0) state.list = undefined
}

function add(state: State, key: string, value: string, line: number): void {
  const path = [...state.section.names, ...state.blocks.map(({ name }) => name)]
  const block = state.blocks.at(-1)?.id ?? state.section.id
  state.entries.push({ path, key, value: value.slice(0, MAX_VALUE), block, line, column: 1 })
}
