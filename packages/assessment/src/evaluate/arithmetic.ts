import { keepingUnknown } from '../model/unknown.ts'
import { MAX_VALUES, str, type Value, type Values } from '../model/values.ts'

/** Operations with bits; only `size |= x` comes here. */
const FLAGS: ReadonlySet<string> = new Set(['|', '&', '^'])

/** What an operation with two numbers gives, or with bytes or a text that are repeated. */
export function arithmetic(op: string, l: Values, r: Values): Values {
  if (FLAGS.has(op)) return l.filter(({ t }) => t !== 'num')
  const results: Value[] = []
  for (const a of l) {
    for (const b of r) {
      if (a.t === 'bytes' && b.t === 'num' && op === '*') results.push({ t: 'bytes', count: a.count * b.v })
      if (a.t === 'str' && b.t === 'num' && op === '*' && b.v <= 256) results.push(str(a.v.repeat(Math.max(0, b.v))))
      if (a.t !== 'num' || b.t !== 'num') continue
      const v = compute(op, a.v, b.v)
      if (v !== undefined && Number.isSafeInteger(v)) results.push({ t: 'num', v })
    }
  }
  return keepingUnknown([...l, ...r], results.slice(0, MAX_VALUES))
}

function compute(op: string, a: number, b: number): number | undefined {
  switch (op) {
    case '*':
      return a * b
    case '-':
      return a - b
    case '/':
      return b === 0 ? undefined : Math.trunc(a / b)
    case '//':
      return b === 0 ? undefined : Math.floor(a / b)
    case '%':
      return b === 0 ? undefined : a % b
    case '>>':
      return b < 0 || b > 40 ? undefined : Math.floor(a / 2 ** b)
    case '<<':
      return b < 0 || b > 40 ? undefined : a * 2 ** b
    case '**':
      return b < 0 || b > 40 ? undefined : a ** b
    default:
      return undefined
  }
}
