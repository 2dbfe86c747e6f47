import { placeCounter } from '../fact.ts'
import { type Entry, MAX_DEPTH, MAX_ENTRIES, MAX_VALUE } from './entry.ts'

interface Open {
  readonly isList: boolean
  readonly block: number
  /** Of what stands inside. */
  readonly path: readonly string[]
  /** The member whose value is awaited; for a list the one it belongs to. */
  key: string
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|"/g

/** The members of JSON with single values, in one pass; comments and what is not JSON do no harm. */
export function readJson(text: string): readonly Entry[] {
  const entries: Entry[] = []
  const open: Open[] = []
  const placeOf = placeCounter(text)
  let blocks = 0
  let isKey = false
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const top = open.at(-1)
    if (token === '{' || token === '[') {
      if (open.length >= MAX_DEPTH) return entries
      open.push(opened(token === '[', top, blocks))
      blocks += 1
      isKey = token === '{'
    } else if (token === '}' || token === ']') {
      open.pop()
      isKey = false
    } else if (token === ',') isKey = top !== undefined && !top.isList
    else if (token === ':') isKey = false
    else if (top !== undefined && isKey) top.key = plain(token)
    else if (top !== undefined) {
      const { path, key, block } = top
      entries.push({ path, key, value: plain(token), block, ...placeOf(index) })
      if (entries.length >= MAX_ENTRIES) break
    }
  }
  return entries
}

/** A list passes on its own name and place: each item of it is an entry beside the list. */
function opened(isList: boolean, around: Open | undefined, block: number): Open {
  if (around === undefined) return { isList, block, path: [], key: '' }
  const { path, key } = around
  if (isList) return { isList, block: around.block, path, key }
  return { isList, block, path: key === '' ? path : [...path, key], key: '' }
}

function plain(token: string): string {
  if (!token.startsWith('"')) return token.slice(0, MAX_VALUE)
  const text = token.slice(1, -1).slice(0, MAX_VALUE)
  return text.includes('\\') ? text.replaceAll(/\\([nrt/"\\])/g, (_, char: string) => ESCAPES[char] ?? char) : text
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
