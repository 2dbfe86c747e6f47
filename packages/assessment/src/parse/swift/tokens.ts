import { matchBrackets } from './brackets.ts'
import type { SwiftToken, TextPart } from './token.ts'

/** A file of 5 MB has some 1,200,000 tokens; what lies behind is left out. */
const MAX_TOKENS = 1_500_000
/** Texts within texts, `"\(f("\(x)"))"`; deeper ones are left out, since each depth is read once more. */
/** A regular expression between `#/` and `/#` ends within so many characters. */
const MAX_PATTERN = 2_000
const MAX_TEXT_DEPTH = 6
const WIDE_MARKS = [
  '===',
  '!==',
  '...',
  '..<',
  '->',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '+=',
  '-=',
  '*=',
  '/=',
].concat(['|=', '&=', '^=', '%=', '<<', '&+', '&-', '&*'])
const WORD = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/uy
const NUMBER = /(?:0x[\da-fA-F_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*)(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/y
const BLANKS = /[ \t\r\f\v\u00a0\ufeff]+/y
/** Lines for the compiler; what lies between them is read as if all of them were taken. */
const DIRECTIVE = /#(?:if|elseif|else|endif|sourceLocation|warning|error)\b[^\n]*/y

/** Cuts Swift into tokens, in time linear in its length. Any input gives some tokens; comments are left out. */
export function tokenizeSwift(source: string): readonly SwiftToken[] {
  const tokens = new Lexer(source, 0, source.length, 0).run()
  matchBrackets(tokens)
  return tokens
}

class Lexer {
  readonly #source: string
  readonly #end: number
  readonly #depth: number
  readonly #tokens: SwiftToken[] = []
  #at: number
  #isFirst = true
  #spaceBefore = true

  constructor(source: string, start: number, end: number, depth: number) {
    this.#source = source
    this.#at = start
    this.#end = end
    this.#depth = depth
  }

  run(): SwiftToken[] {
    while (this.#at < this.#end && this.#tokens.length < MAX_TOKENS) {
      if (!this.#skipBlank()) this.#take()
    }
    return this.#tokens
  }

  #skipBlank(): boolean {
    const char = this.#source[this.#at]
    if (char === '\n') {
      this.#at += 1
      this.#isFirst = true
    } else if (char === '/' && this.#source[this.#at + 1] === '/') {
      this.#at = lineEnd(this.#source, this.#at)
    } else if (char === '/' && this.#source[this.#at + 1] === '*') {
      this.#at = commentEnd(this.#source, this.#at, this.#end)
    } else {
      const end = matchAt(BLANKS, this.#source, this.#at) ?? (char === '#' ? this.#directive() : undefined)
      if (end === undefined) return false
      this.#at = end
    }
    this.#spaceBefore = true
    return true
  }

  #directive(): number | undefined {
    return matchAt(DIRECTIVE, this.#source, this.#at)
  }

  #take(): void {
    const start = this.#at
    const char = this.#source[start] ?? ''
    const text = this.#textStart(start)
    if (text !== undefined) {
      this.#text(start, text)
      return
    }
    if (char === '`') {
      this.#quotedName(start)
      return
    }
    if (char === '#' && this.#source[start + 1] === '/') {
      const close = this.#source.slice(start, start + MAX_PATTERN).indexOf('/#', 2)
      this.#push('mark', start, close < 0 ? start + 2 : start + close + 2)
      return
    }
    const isHash = char === '#' || char === '@'
    const word = matchAt(WORD, this.#source, isHash ? start + 1 : start)
    if (word !== undefined) {
      this.#push('word', start, word)
      return
    }
    const number = matchAt(NUMBER, this.#source, start)
    if (number !== undefined) {
      this.#push('number', start, number)
      return
    }
    const wide = WIDE_MARKS.find((mark) => this.#source.startsWith(mark, start))
    this.#push('mark', start, start + (wide?.length ?? 1))
  }

  #push(kind: SwiftToken['kind'], start: number, end: number, parts?: readonly TextPart[]): void {
    const text = kind === 'text' ? '' : this.#source.slice(start, end)
    const isFirst = this.#isFirst
    const spaceBefore = this.#spaceBefore
    this.#tokens.push({ kind, text, start, end, isFirst, spaceBefore, ...(parts ? { parts } : {}) })
    this.#at = Math.max(end, start + 1)
    this.#isFirst = false
    this.#spaceBefore = false
  }

  #quotedName(start: number): void {
    const word = matchAt(WORD, this.#source, start + 1)
    if (word === undefined || this.#source[word] !== '`') {
      this.#push('mark', start, start + 1)
      return
    }
    const token = this.#source.slice(start + 1, word)
    this.#tokens.push({
      kind: 'word',
      text: token,
      start,
      end: word + 1,
      isFirst: this.#isFirst,
      spaceBefore: this.#spaceBefore,
    })
    this.#at = word + 1
    this.#isFirst = false
    this.#spaceBefore = false
  }

  /** How many `#` and quotes a text starts with here. */
  #textStart(start: number): { hashes: number; isLong: boolean } | undefined {
    let i = start
    while (this.#source[i] === '#' && i - start < 16) i += 1
    if (this.#source[i] !== '"') return undefined
    return { hashes: i - start, isLong: this.#source.startsWith('"""', i) }
  }

  #text(start: number, how: { hashes: number; isLong: boolean }): void {
    const quotes = how.isLong ? 3 : 1
    const from = start + how.hashes + quotes
    const { parts, end } = readText(this.#source, from, { ...how, limit: this.#end, depth: this.#depth })
    this.#push('text', start, end, how.isLong ? withoutIndent(parts) : parts)
  }
}

interface TextForm {
  readonly hashes: number
  readonly isLong: boolean
  readonly limit: number
  readonly depth: number
  /** Only the end is wanted. */
  readonly isSkipped?: true
}

/** Reads a text from behind its quotes to behind its end; a text on one line ends with the line at the latest. */
function readText(source: string, from: number, form: TextForm): { parts: readonly TextPart[]; end: number } {
  const hashes = '#'.repeat(form.hashes)
  const close = (form.isLong ? '"""' : '"') + hashes
  const mark = `\\${hashes}`
  const parts: TextPart[] = []
  let text = ''
  let done = from
  let i = from
  const flush = (to: number): void => {
    text += source.slice(done, to)
  }
  while (i < form.limit) {
    const char = source[i]
    if (char === '"' && source.startsWith(close, i)) {
      flush(i)
      return { parts: [...parts, text], end: i + close.length }
    }
    if (char === '\n' && !form.isLong) break
    if (char !== '\\' || !source.startsWith(mark, i)) {
      i += 1
      continue
    }
    flush(i)
    const at = i + mark.length
    if (source[at] === '(') {
      const end = insideEnd(source, at, form.limit, form.depth)
      const isRead = form.isSkipped !== true && form.depth < MAX_TEXT_DEPTH
      parts.push(text, isRead ? inside(source, at + 1, end - 1, form.depth + 1) : [])
      text = ''
      i = end
    } else {
      text += escaped(source[at])
      i = at + 1
    }
    done = i
  }
  flush(Math.min(i, form.limit))
  return { parts: [...parts, text], end: Math.min(i, form.limit) }
}

function inside(source: string, start: number, end: number, depth: number): readonly SwiftToken[] {
  const tokens = new Lexer(source, start, Math.max(start, end), depth).run()
  matchBrackets(tokens)
  return tokens
}

/** Where what is put into a text ends: behind the bracket that closes the one at `open`. */
function insideEnd(source: string, open: number, limit: number, depth: number): number {
  let brackets = 0
  for (let i = open; i < limit; i += 1) {
    const char = source[i]
    if (char === '(') brackets += 1
    else if (char === ')') {
      brackets -= 1
      if (brackets === 0) return i + 1
    } else if (char === '"') {
      if (depth >= MAX_TEXT_DEPTH) return Math.min(limit, lineEnd(source, i))
      const isLong = source.startsWith('"""', i)
      const form: TextForm = { hashes: 0, isLong, limit, depth: depth + 1, isSkipped: true }
      i = readText(source, i + (isLong ? 3 : 1), form).end - 1
    } else if (char === '\n' && brackets === 0) return i
  }
  return limit
}

function escaped(char: string | undefined): string {
  if (char === 'n') return '\n'
  if (char === 't') return '\t'
  return char === undefined || char === 'r' || char === '\n' || char === '0' ? '' : char
}

/** A text over several lines starts after the first line break and loses the indent of its last line. */
function withoutIndent(parts: readonly TextPart[]): readonly TextPart[] {
  const last = parts.at(-1)
  const indent = typeof last === 'string' ? (/\n([ \t]*)$/.exec(last.slice(-200))?.[1] ?? '') : ''
  return parts.map((part, i) => {
    if (typeof part !== 'string') return part
    const dedented = indent === '' ? part : part.replaceAll(`\n${indent}`, '\n')
    const begun = i === 0 ? dedented.replace(/^[ \t]*\n/, '') : dedented
    return i === parts.length - 1 ? begun.replace(/\n[ \t]*$/, '') : begun
  })
}

function commentEnd(source: string, start: number, limit: number): number {
  let depth = 0
  for (let i = start; i < limit; i += 1) {
    if (source[i] === '/' && source[i + 1] === '*') {
      depth += 1
      i += 1
    } else if (source[i] === '*' && source[i + 1] === '/') {
      depth -= 1
      i += 1
      if (depth === 0) return i + 1
    }
  }
  return limit
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end < 0 ? source.length : end
}

function matchAt(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(source) ? pattern.lastIndex : undefined
}
