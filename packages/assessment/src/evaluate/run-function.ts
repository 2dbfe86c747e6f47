import { union, type Value, type Values } from '../model/values.ts'
import type { Expression } from '../parse/ir.ts'
import { callFunction } from './call-project.ts'
import { type FileState, type FunctionInfo, Scope } from './file-state.ts'
import { valuesOfType } from './resolve-names.ts'

/** Runs a function's body with parameters of which only the callers know the values. */
export function runFunction(state: FileState, outer: Scope, info: FunctionInfo): void {
  const scope = new Scope(outer, info.cls ?? outer.cls, info)
  const { ir } = info
  if (ir.receiver) {
    scope.variables.set(ir.receiver.name, {
      values: [{ t: 'inst', cls: ir.receiver.type, args: [] }],
      type: undefined,
      branch: 0,
    })
  }
  for (const annotation of ir.annotations ?? []) decorate(state, info, state.evaluate(scope, annotation), annotation)
  info.fallbacks = ir.params.map(({ fallback }) => (fallback ? state.evaluate(scope, fallback) : []))
  for (const [i, param] of ir.params.entries()) {
    const [typed] = valuesOfType(state, scope, param.type)
    const own: Value = { t: 'param', fn: info.id, i, ...typeOf(typed) }
    const values: Values = param.isRest ? [{ t: 'list', items: [[own]] }] : [own]
    scope.variables.set(param.name, { values, type: param.type, branch: 0 })
    for (const { member, name, fallback } of param.members ?? []) {
      const other = fallback ? state.evaluate(scope, fallback) : []
      scope.variables.set(name, {
        values: union([{ t: 'attr', of: own, name: member }], other),
        type: undefined,
        branch: 0,
      })
    }
    if (param.isField && info.cls) {
      const field = info.cls.fields.get(param.name)
      info.cls.fields.set(param.name, { ...field, values: union(field?.values ?? [], values) })
    }
  }
  const before = state.branch
  state.branch = 0
  info.returns = []
  info.isOpen = false
  state.enclosing.push(info.id)
  state.runBody(scope, ir.body)
  state.enclosing.pop()
  state.branch = before
}

function typeOf(value: Value | undefined): { type?: string; sure?: boolean } {
  if (value?.t === 'obj') return { type: value.type, sure: value.sure }
  return value?.t === 'inst' ? { type: value.cls, sure: false } : {}
}

/** What a decorator of the file gives is called with the function that it stands before. */
function decorate(state: FileState, info: FunctionInfo, decorators: Values, written: Expression): void {
  const at = written.k === 'call' || written.k === 'name' ? written.at : -1
  for (const one of decorators) {
    if (one.t !== 'fn') continue
    callFunction(state, one.id, at, { args: [[{ t: 'fn', id: info.id }]], named: {}, typeArguments: [] })
  }
}
