import { caseOfComparison } from './conditions.ts'
import type { Argument, Case, Expression, ModuleIr, Statement } from './ir.ts'
import type { SyntaxNode } from './syntax-node.ts'

/**
 * Turns the syntax tree of one file into the analysis' own terms. Never throws; what it does not know it looks into.
 * `source` is what was parsed, `original` what the file says; they differ where the language has `prepare`.
 */
export type ReadModule = (root: SyntaxNode, source: string, original: string) => ModuleIr

/** The same for a language without a grammar. Never throws, and takes time in proportion to the text. */
export type ReadText = (source: string) => ModuleIr

/** The text of a node. */
export function textOf(node: SyntaxNode, source: string): string {
  return source.slice(node.start, node.end)
}

/** A whole number as programs write it: `2048`, `0x800`, `2_048`, `16L`, `0b1`; undefined for anything else. */
export function parseWholeNumber(text: string): number | undefined {
  const plain = text
    .toLowerCase()
    .replaceAll('_', '')
    .replaceAll("'", '')
    .replace(/[ul]{1,3}$|(?<=\d)n$/, '')
  if (/^(?:0x[0-9a-f]+|0b[01]+|0o[0-7]+|\d+)$/.test(plain)) {
    const value = Number(plain)
    return Number.isSafeInteger(value) ? value : undefined
  }
  return undefined
}

/** A number as an expression. */
export function numberOf(text: string): Expression {
  const v = parseWholeNumber(text)
  return v === undefined ? { k: 'other', of: [] } : { k: 'num', v }
}

/** A truth value as an expression, however its language writes it: `false`, `False`, `FALSE`. */
export function truthOf(text: string): Expression {
  return { k: 'bool', v: text.toLowerCase() === 'true' }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', b: '\b', f: '\f' }

/** The value of a string literal's inside, with the escapes that C and its heirs share. */
export function unescapeText(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\(?:u\{?([0-9a-fA-F]{4})\}?|x([0-9a-fA-F]{2})|(.))/gs, (_, long, short, one: string) => {
    const code = long ?? short
    return typeof code === 'string' ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[one] ?? one)
  })
}

/** A string literal's value, without its quotes. */
export function unquote(text: string): string {
  const inner = /^[a-zA-Z@$]{0,3}(?<quotes>"""|'''|"|'|`)(?<inner>[\s\S]*)\k<quotes>$/.exec(text)?.groups?.inner
  return unescapeText(inner ?? text)
}

/** `a + b + c` as one list of parts. */
export function joined(l: Expression, r: Expression): Expression {
  return { k: 'add', parts: [...(l.k === 'add' ? l.parts : [l]), ...(r.k === 'add' ? r.parts : [r])] }
}

const ARITHMETIC = new Set('* / - << >> ** // %'.split(' '))
const COMPARISONS = new Set('== != === !== < > <= >= <=> instanceof in is eq ne'.split(' '))

/** What is only compared is no use of it; the calls among it still are. */
export function compared(operands: readonly Expression[], asks?: Case): Expression {
  const of = operands.filter((one) => !isPlainName(one))
  return asks === undefined ? { k: 'other', of } : { k: 'other', of, asks }
}

function isPlainName(e: Expression): boolean {
  return e.k === 'name' || (e.k === 'member' && isPlainName(e.of))
}

/** A two-sided operation. `+` joins, `||` and `??` choose, arithmetic computes; the rest has no known value. */
export function binary(op: string, l: Expression, r: Expression): Expression {
  if (COMPARISONS.has(op)) return compared([l, r], caseOfComparison(op, l, r))
  if (op === '+' || op === '.' || op === '<>') return joined(l, r)
  if (op === '||' || op === '??' || op === '?:' || op === 'or') return { k: 'choice', of: [l, r], as: 'fallback' }
  // What comes of `a && b` is b, where it is of any use: `window.crypto && window.crypto.subtle`.
  if (op === '&&' || op === 'and') return { k: 'block', body: [statement(l)], value: [r] }
  if (ARITHMETIC.has(op)) return { k: 'arith', op, l, r }
  return { k: 'other', of: [l, r] }
}

/** What is handed over by its address: of a variable that may set it, all else stays what it is. */
export function handedOut(e: Expression): Expression {
  return e.k === 'name' ? { k: 'address', of: e } : e
}

/**
 * `size /= 2`, by its operation without the sign of equality. Flags that are set stay what they were; a number is then
 * another one.
 */
export function compound(op: string, target: Expression, value: Expression): Expression {
  const isFlag = op === '|' || op === '&' || op === '^'
  return { k: 'assign', target, value: isFlag ? { k: 'arith', op, l: target, r: value } : binary(op, target, value) }
}

/** What importers call a file of the project: without its suffix; a dot within its name is none between names. */
export function moduleOfFile(path: string): string {
  const plain = path.replace(/\.[cm]?[jt]sx?$/, '')
  const cut = plain.lastIndexOf('/') + 1
  return (
    plain.slice(0, cut) + (/^\.+$/.test(plain.slice(cut)) ? plain.slice(cut) : plain.slice(cut).replaceAll('.', ':'))
  )
}

/** A dotted name as nested member expressions. */
export function dotted(path: string, at: number): Expression {
  const [first = '', ...rest] = path.split('.')
  return rest.reduce<Expression>((of, name) => ({ k: 'member', of, name, at }), { k: 'name', id: first, at })
}

/** Arguments without names. */
export function positional(values: readonly Expression[]): readonly Argument[] {
  return values.map((value) => ({ value }))
}

/** An expression as a statement. */
export function statement(e: Expression): Statement {
  return { k: 'expr', e }
}
