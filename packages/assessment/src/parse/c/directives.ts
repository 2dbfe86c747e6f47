import { settleGroup } from './conditionals.ts'
import type { Branch, Edit, Group } from './groups.ts'
import { type Bracket, nextToken, type Token } from './tokens.ts'

/** A `#define`. */
export interface Macro {
  readonly name: string
  /** Absent for a macro that is no function. */
  readonly params?: readonly string[]
  readonly body: string
  /** Where the body starts. */
  readonly at: number
}

const MAX_NESTING = 200
const CPP_WORDS = new Set(
  `new class delete this template namespace private public protected operator try catch throw typename using virtual
  friend explicit export mutable and or not xor`.split(/\s+/),
)
const STATEMENT_WORDS = new Set(['if', 'while', 'for', 'switch', 'return'])

/**
 * Goes through C or C++ as a preprocessor would, but keeps every branch of `#if`, except for `#if 0`. Linear in the
 * length.
 */
export class DirectiveReader {
  readonly macros: Macro[] = []
  readonly edits: Edit[] = []
  readonly #source: string
  readonly #isC: boolean
  #stack: Bracket | undefined
  #last: Token | undefined
  readonly #groups: Group[] = []

  constructor(source: string, isC: boolean) {
    this.#source = source
    this.#isC = isC
  }

  read(): this {
    for (let i = 0; i < this.#source.length; ) {
      const token = nextToken(this.#source, i)
      if (token === undefined) break
      i = token.kind === 'directive' ? this.#directive(token.at) : token.end
      if (token.kind !== 'directive') this.#take(token)
    }
    return this
  }

  #take(token: Token): void {
    const branch = this.#groups.at(-1)?.branches.at(-1)
    if (branch) {
      branch.first ??= token
      branch.last = token
      if (token.kind === 'word' && STATEMENT_WORDS.has(token.text)) branch.words.push(token)
    }
    if (token.kind === 'open') {
      const isInline = token.text !== '{' || isInitializer(this.#last, this.#stack)
      this.#stack = { at: token.at, text: token.text, isInline, parent: this.#stack, depth: depthOf(this.#stack) + 1 }
    } else if (token.kind === 'close') {
      if (branch) noteClose(branch, token.at, depthOf(this.#stack))
      this.#stack = this.#stack?.parent
    } else if (token.kind === 'word' && this.#isC && CPP_WORDS.has(token.text)) {
      this.edits.push({
        start: token.at,
        end: token.end,
        text: token.text.slice(0, -1) + token.text.slice(-1).toUpperCase(),
      })
    }
    this.#last = token
  }

  /** Gives the place behind the directive. */
  #directive(at: number): number {
    const end = endOfDirective(this.#source, at)
    const text = this.#source.slice(at + 1, Math.min(end, at + 20_000))
    const name = /^\s*([a-z]+)/.exec(text)?.[1] ?? ''
    switch (name) {
      case 'if':
      case 'ifdef':
      case 'ifndef':
        return this.#open(at, end, /^\s*if\s+\(?\s*0\s*\)?\s*(?:\/[/*].*)?$/s.test(text))
      case 'elif':
      case 'elifdef':
      case 'elifndef':
      case 'else':
        return this.#turn(at, end)
      case 'endif':
        return this.#close(at, end)
      default:
        if (name === 'define') this.#define(at, end)
        this.edits.push({ start: at, end, text: '' })
        return end
    }
  }

  #open(at: number, end: number, isDead: boolean): number {
    if (this.#groups.length >= MAX_NESTING) {
      this.edits.push({ start: at, end, text: '' })
      return end
    }
    const group: Group = { before: this.#last, branches: [], isDead }
    this.#groups.push(group)
    if (isDead) return this.#skip(at, end)
    group.branches.push(branchAt(at, end, this.#stack))
    return end
  }

  /** What `#if 0` leaves out is no code. */
  #skip(at: number, end: number): number {
    let depth = 0
    let i = end
    while (i < this.#source.length) {
      const start = this.#source.slice(i, i + 400).search(/\S/) + i
      const name = this.#source[start] === '#' ? /^#\s*([a-z]+)/.exec(this.#source.slice(start, start + 40))?.[1] : ''
      if (name?.startsWith('if')) depth += 1
      if (depth === 0 && (name === 'endif' || name?.startsWith('el'))) break
      if (name === 'endif') depth -= 1
      const line = this.#source.indexOf('\n', i)
      i = line < 0 ? this.#source.length : line + 1
    }
    this.edits.push({ start: at, end: i, text: '' })
    return i
  }

  #turn(at: number, end: number): number {
    const group = this.#groups.at(-1)
    if (group === undefined || group.isDead) {
      this.edits.push({ start: at, end, text: '' })
      return end
    }
    const done = group.branches.at(-1)
    if (done) done.after = this.#stack
    this.#stack = done?.before
    group.branches.push(branchAt(at, end, this.#stack))
    return end
  }

  #close(at: number, end: number): number {
    const group = this.#groups.pop()
    const [first] = group?.branches ?? []
    if (group === undefined || first === undefined) {
      this.edits.push({ start: at, end, text: '' })
      return end
    }
    const done = group.branches.at(-1)
    if (done) done.after = this.#stack
    this.#stack = first.after
    const outer = this.#groups.at(-1)?.branches.at(-1)
    if (outer) {
      for (const { at: place, depth } of first.closes) noteClose(outer, place, depth)
      outer.first ??= group.branches.find((branch) => branch.first)?.first
      for (const branch of group.branches) outer.last = branch.last ?? outer.last
    }
    settleGroup(group, { start: at, end }, this.edits)
    return end
  }

  #define(at: number, end: number): void {
    const text = this.#source.slice(at, Math.min(end, at + 20_000))
    const head = /^#\s*define\s+([A-Za-z_]\w*)(\([^)\n]{0,1000}\))?/.exec(text)
    if (head?.[1] === undefined) return
    const body = text.slice(head[0].length)
    const params = head[2]
      ?.slice(1, -1)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    const place = at + head[0].length
    this.macros.push({ name: head[1], ...(params ? { params } : {}), body, at: place })
  }
}

/** Braces that hold values, not statements. */
function isInitializer(last: Token | undefined, stack: Bracket | undefined): boolean {
  if (last === undefined) return false
  if (stack?.isInline && stack.text !== '{') return last.text !== ')' && last.text !== ']'
  return (
    last.text === '=' || last.text === ',' || last.text === 'return' || (stack?.isInline === true && last.text === '{')
  )
}

function depthOf(stack: Bracket | undefined): number {
  return stack?.depth ?? 0
}

function branchAt(start: number, end: number, before: Bracket | undefined): Branch {
  const low = depthOf(before)
  return { start, end, before, after: before, closes: [], low, first: undefined, last: undefined, words: [] }
}

function noteClose(branch: Branch, at: number, depth: number): void {
  if (depth > branch.low) return
  branch.closes.push({ at, depth })
  branch.low = depth - 1
}

/** Behind the last line of a directive: a line goes on after a backslash and within a comment. */
function endOfDirective(source: string, at: number): number {
  let i = at
  while (i < source.length) {
    const char = source[i]
    if (char === '\n') return i
    if (char === '\\') i += source[i + 1] === '\r' ? 3 : 2
    else if (char === '/' && source[i + 1] === '*') {
      const close = source.indexOf('*/', i + 2)
      i = close < 0 ? source.length : close + 2
    } else if (char === '/' && source[i + 1] === '/') {
      const line = source.indexOf('\n', i)
      return line < 0 ? source.length : line
    } else i += 1
  }
  return source.length
}
