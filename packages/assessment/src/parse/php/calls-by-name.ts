import type { Argument, CallExpression, Expression } from '../ir.ts'
import { dotted } from '../reader.ts'

/** `call_user_func('f', a)` and `call_user_func_array('f', [a])` are `f(a)`; any other call is given back as it is. */
export function calledByName(call: CallExpression): CallExpression {
  const { callee, args, at } = call
  if (callee.k !== 'name' || !/^\\?call_user_func(?:_array)?$/.test(callee.id)) return call
  const [first, ...others] = args
  const target = first && targetOf(first.value, at)
  if (target === undefined) return call
  return { ...call, callee: target, args: callee.id.endsWith('_array') ? elementsOf(others[0]) : others }
}

/** `'f'`, `'C::f'`, `['C', 'f']` or `[$o, 'f']`. */
function targetOf(e: Expression, at: number): Expression | undefined {
  if (e.k === 'str') return /^[\\\w]+(?:::\w+)?$/.test(e.v) ? nameOf(e.v, at) : undefined
  if (e.k !== 'list' || e.items.length !== 2) return undefined
  const [of, name] = e.items
  if (of === undefined || name?.k !== 'str') return undefined
  return { k: 'member', of: of.k === 'str' ? nameOf(of.v, at) : of, name: name.v, at }
}

function nameOf(text: string, at: number): Expression {
  return dotted(text.replace(/^\\/, '').replaceAll(/\\|::/g, '.'), at)
}

function elementsOf(list: Argument | undefined): readonly Argument[] {
  if (list?.value.k === 'list') return list.value.items.map((value) => ({ value }))
  if (list?.value.k !== 'map') return []
  return list.value.entries.map(({ key, value }) => (key.k === 'str' ? { name: key.v, value } : { value }))
}
