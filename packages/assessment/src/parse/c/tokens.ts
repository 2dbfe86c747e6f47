/** An opening bracket that is not closed yet. */
export interface Bracket {
  readonly at: number
  readonly text: string
  /** Parentheses, and braces that hold values. */
  readonly isInline: boolean
  readonly parent: Bracket | undefined
  readonly depth: number
}

export interface Token {
  readonly kind: 'word' | 'literal' | 'open' | 'close' | 'mark' | 'directive'
  readonly text: string
  readonly at: number
  readonly end: number
}

const WORD = /[A-Za-z_$][\w$]*/y
/** C++14 puts quotes between digits. */
const NUMBER = /\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*/y
const RAW_STRING = /(?:u8|[uUL])?R"([^\s()\\"]{0,16})\(/y
const MAX_LITERAL = 1_000_000

/** The next token of C or C++ from a place on, without blanks and comments. */
export function nextToken(source: string, from: number): Token | undefined {
  let isLineStart = from === 0 || isAtLineStart(source, from)
  for (let i = from; i < source.length; ) {
    const char = source[i] ?? ''
    if (char === '\n') {
      isLineStart = true
      i += 1
    } else if (char === ' ' || char === '\t' || char === '\r' || char === '\\' || char === '\f' || char === '\v') i += 1
    else if (char === '/' && (source[i + 1] === '/' || source[i + 1] === '*')) i = endOfComment(source, i)
    else if (char === '#' && isLineStart) return { kind: 'directive', text: '#', at: i, end: i + 1 }
    else return tokenAt(source, i, char)
  }
  return undefined
}

function isAtLineStart(source: string, from: number): boolean {
  for (let i = from - 1; i >= 0; i -= 1) {
    const char = source[i]
    if (char === '\n') return true
    if (char !== ' ' && char !== '\t' && char !== '\r') return false
  }
  return true
}

function tokenAt(source: string, at: number, char: string): Token {
  if (/[A-Za-z_$]/.test(char)) {
    const raw = matchAt(RAW_STRING, source, at)
    if (raw) return token(source, 'literal', at, endOfRawString(source, at + raw[0].length, raw[1] ?? ''))
    const word = matchAt(WORD, source, at)?.[0] ?? char
    const next = source[at + word.length]
    // A prefix of a string, as in L"AES".
    if (/^(?:L|u8|u|U)$/.test(word) && (next === '"' || next === "'")) {
      return token(source, 'literal', at, endOfString(source, at + word.length, next))
    }
    return token(source, 'word', at, at + word.length)
  }
  const number = matchAt(NUMBER, source, at)
  if (number) return token(source, 'literal', at, at + number[0].length)
  if (char === '"' || char === "'") return token(source, 'literal', at, endOfString(source, at, char))
  if (char === '(' || char === '[' || char === '{') return token(source, 'open', at, at + 1)
  if (char === ')' || char === ']' || char === '}') return token(source, 'close', at, at + 1)
  const two = source.slice(at, at + 2)
  const width = /^(?:->|<<|>>|==|!=|<=|>=|&&|\|\||##|::|\+=|-=|\|=|&=|\+\+|--)$/.test(two) ? 2 : 1
  return token(source, 'mark', at, at + width)
}

function token(source: string, kind: Token['kind'], at: number, end: number): Token {
  return { kind, text: source.slice(at, end), at, end }
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

function endOfComment(source: string, at: number): number {
  const isLine = source[at + 1] === '/'
  const end = isLine ? source.indexOf('\n', at) : source.indexOf('*/', at + 2)
  if (end < 0) return source.length
  return isLine ? end : end + 2
}

function endOfRawString(source: string, from: number, mark: string): number {
  const end = source.indexOf(`)${mark}"`, from)
  return end < 0 ? source.length : end + mark.length + 2
}

/** A literal ends with its line, so that a stray quote does little harm. */
function endOfString(source: string, at: number, quote: string): number {
  for (let i = at + 1; i < source.length && i < at + MAX_LITERAL; i += 1) {
    const char = source[i]
    if (char === quote) return i + 1
    if (char === '\n') return i
    if (char === '\\') i += source[i + 1] === '\r' ? 2 : 1
  }
  return source.length
}
