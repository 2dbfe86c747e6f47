import type { Argument, Expression, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, numberOf, positional, statement, unquote } from '../reader.ts'
import { nextToken, type Token } from './tokens.ts'

const MAX_TOKENS = 2_000
const MAX_DEPTH = 40
const PRECEDENCE: Readonly<Record<string, number>> = {
  '?': 1,
  '||': 2,
  '&&': 3,
  '|': 4,
  '^': 5,
  '&': 6,
  '==': 7,
  '!=': 7,
  '<': 8,
  '>': 8,
  '<=': 8,
  '>=': 8,
  '<<': 9,
  '>>': 9,
  '+': 10,
  '-': 10,
  '*': 11,
  '/': 11,
  '%': 11,
}
const SKIPPED_WORDS = new Set(['do', 'while', 'if', 'else', 'for', 'return', 'switch', 'const', 'static', 'struct'])
/** Types in casts: `(size_t)2048`. */
const CAST = /^(?:unsigned|signed|int|long|short|char|void|size_t|u?int\d+_t|const|DWORD|ULONG|UINT|BYTE)$/

/** The tokens of a macro's body, at most 2,000. */
export function tokensOf(body: string): readonly Token[] {
  const text = body.replace(/\\\r?\n/g, (end) => ' '.repeat(end.length))
  const tokens: Token[] = []
  for (let i = 0; i < text.length && tokens.length < MAX_TOKENS; ) {
    const token = nextToken(text, i)
    if (token === undefined) break
    tokens.push(token)
    i = token.end
  }
  return tokens
}

export interface MacroContext {
  /** Where a token stands for reports. */
  readonly place: (token: Token) => number
  /** What a name in the body stands for, such as another macro. */
  readonly name: (name: string, at: number) => Expression
  readonly call: (name: string, args: readonly Expression[], at: number) => Expression | undefined
}

/** Reads what a macro stands for: expressions, and of statements the expressions in them. */
export class MacroParser {
  readonly #tokens: readonly Token[]
  readonly #context: MacroContext
  #i = 0
  #depth = 0

  constructor(tokens: readonly Token[], context: MacroContext) {
    this.#tokens = tokens
    this.#context = context
  }

  /** The body as one expression; undefined where it is something else. */
  expression(): Expression | undefined {
    const e = this.#binary(0)
    return this.#i >= this.#tokens.length ? e : undefined
  }

  /** The body as statements. */
  statements(): readonly Statement[] {
    const all: Statement[] = []
    while (this.#i < this.#tokens.length) {
      const { kind, text } = this.#tokens[this.#i] ?? { kind: 'mark', text: '' }
      const isSkipped = kind === 'close' || text === '{' || /^[;,:]$/.test(text) || SKIPPED_WORDS.has(text)
      const before = this.#i
      if (!isSkipped) all.push(statement(this.#assignment()))
      if (this.#i === before) this.#i += 1
    }
    return all
  }

  #peek(): string {
    return this.#tokens[this.#i]?.text ?? ''
  }

  #assignment(): Expression {
    const target = this.#binary(0)
    if (this.#peek() !== '=') return target
    this.#i += 1
    return { k: 'assign', target, value: this.#binary(0) }
  }

  #binary(least: number): Expression {
    let left = this.#unary()
    for (;;) {
      const op = this.#peek()
      const precedence = PRECEDENCE[op] ?? 0
      if (precedence <= least) return left
      this.#i += 1
      if (op === '?') left = this.#choice(left)
      else {
        const right = this.#binary(precedence)
        left = /^[=!<>]=?$/.test(op) ? { k: 'other', of: [] } : binary(op, left, right)
      }
    }
  }

  #choice(condition: Expression): Expression {
    const first = this.#binary(0)
    if (this.#peek() !== ':') return first
    this.#i += 1
    const second = this.#binary(0)
    const chosen: Expression = { k: 'choice', of: [first, second] }
    return condition.k === 'name' ? chosen : { k: 'block', body: [statement(condition)], value: [chosen] }
  }

  #unary(): Expression {
    const text = this.#peek()
    if (this.#depth >= MAX_DEPTH || this.#i >= this.#tokens.length) return NOTHING
    if (/^(?:[&*!~+-]|\+\+|--)$/.test(text)) {
      this.#i += 1
      return this.#unary()
    }
    this.#depth += 1
    const e = this.#postfix(this.#primary())
    this.#depth -= 1
    return e
  }

  #primary(): Expression {
    const token = this.#tokens[this.#i]
    if (token === undefined) return NOTHING
    if (token.kind === 'literal') return this.#literals()
    if (token.kind === 'word') {
      this.#i += 1
      return this.#name(token)
    }
    if (token.text !== '(') return token.text === '{' ? this.#list() : NOTHING
    this.#i += 1
    const isCast = this.#isCast()
    const inside = this.#arguments(')')
    return isCast ? this.#unary() : (inside.at(-1) ?? NOTHING)
  }

  #isCast(): boolean {
    let i = this.#i
    while (CAST.test(this.#tokens[i]?.text ?? '') || this.#tokens[i]?.text === '*') i += 1
    return i > this.#i && this.#tokens[i]?.text === ')'
  }

  #literals(): Expression {
    const texts: string[] = []
    const [first] = this.#tokens.slice(this.#i, this.#i + 1)
    while (this.#tokens[this.#i]?.kind === 'literal') {
      texts.push(this.#peek())
      this.#i += 1
    }
    if (first !== undefined && /^[.\d]/.test(first.text)) return numberOf(first.text)
    return { k: 'str', v: texts.map(unquote).join('') }
  }

  #list(): Expression {
    this.#i += 1
    return { k: 'list', items: this.#arguments('}') }
  }

  #name(token: Token): Expression {
    const at = this.#context.place(token)
    if (this.#peek() === '(') {
      this.#i += 1
      const args = this.#arguments(')')
      const known = this.#context.call(token.text, args, at)
      if (known !== undefined) return known
      const callee: Expression = { k: 'name', id: token.text, at }
      return { k: 'call', callee, args: positional(args), isNew: false, at }
    }
    return this.#context.name(token.text, at)
  }

  #arguments(close: string): readonly Expression[] {
    const all: Expression[] = []
    while (this.#i < this.#tokens.length && this.#peek() !== close) {
      const before = this.#i
      all.push(this.#assignment())
      if (this.#peek() === ',') this.#i += 1
      if (this.#i === before) this.#i += 1
    }
    this.#i += 1
    return all
  }

  #postfix(start: Expression): Expression {
    let e = start
    for (;;) {
      const text = this.#peek()
      if (text === '.' || text === '->' || text === '::') {
        const token = this.#tokens[this.#i + 1]
        if (token?.kind !== 'word') return e
        this.#i += 2
        e = { k: 'member', of: e, name: token.text, at: this.#context.place(token) }
      } else if (text === '(' && e.k === 'member') {
        this.#i += 1
        const args: readonly Argument[] = positional(this.#arguments(')'))
        e = { k: 'call', callee: e, args, isNew: false, at: e.at }
      } else if (text === '[') {
        this.#i += 1
        e = { k: 'index', of: e, key: this.#arguments(']')[0] ?? NOTHING }
      } else return e
    }
  }
}
