import type { Argument, CallExpression, Expression, FunctionIr, Statement } from '../ir.ts'

/*
 * Calls that are written by way of another: `f.call(o, a)`, `f.apply(o, [a])`, `Reflect.apply(f, o, [a])`,
 * `f.bind(o)` and `import('m').then((m) => ...)`. What they do is what the plain call does.
 */

/** The plain call that one stands for; the call itself where it stands for none. */
export function plainCall(call: CallExpression): Expression {
  const { callee, args, isNew } = call
  if (callee.k === 'lambda') return { ...call, callee: { ...callee, fn: withModules(callee.fn, args) } }
  if (callee.k !== 'member' || isNew) return call
  const { of, name } = callee
  if (name === 'then') return thenOfImport(call, of)
  if (of.k === 'name' && of.id === 'Reflect' && name === 'apply') {
    const target = args[0]?.value
    return target === undefined ? call : { ...call, callee: target, args: itemsOf(args[2]) }
  }
  if (of.k !== 'name' && of.k !== 'member') return call
  if (name === 'call') return { ...call, callee: of, args: args.slice(1) }
  if (name === 'apply' && args.length < 3) return { ...call, callee: of, args: itemsOf(args[1]) }
  // What keeps one of its own methods so (`this.run = this.run.bind(this)`) would mean itself.
  const isOwn = of.k === 'member' && of.of.k === 'this'
  return name === 'bind' && args.length === 1 && !isOwn ? of : call
}

function itemsOf(list: Argument | undefined): readonly Argument[] {
  if (list === undefined) return []
  return list.value.k === 'list' ? list.value.items.map((value) => ({ value })) : [list]
}

/** The function that waits for a module is handed that module. */
function thenOfImport(call: CallExpression, of: Expression): Expression {
  const [first] = call.args
  if (!loadsModule(of) || first?.value.k !== 'lambda') return call
  const args = [{ value: of }]
  return { ...call, callee: { ...first.value, fn: withModules(first.value.fn, args) }, args }
}

/** A function that is called where it is written knows the modules it is handed: `(function (c) {})(require('c'))`. */
function withModules(fn: FunctionIr, args: readonly Argument[]): FunctionIr {
  const given = fn.params.flatMap(({ name, members }, i): Statement[] => {
    const value = args[i]?.value
    if (value === undefined || !loadsModule(value)) return []
    return [members === undefined ? { k: 'let', name, value } : { k: 'pick', members, value }]
  })
  return given.length === 0 ? fn : { ...fn, body: [...given, ...fn.body] }
}

function loadsModule(e: Expression): boolean {
  return e.k === 'call' && e.callee.k === 'name' && (e.callee.id === 'import' || e.callee.id === 'require')
}
