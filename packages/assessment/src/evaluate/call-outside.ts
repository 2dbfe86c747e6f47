import { type CalleeName, elementsOf, union, type Value, type Values } from '../model/values.ts'
import { lastName } from '../packs/last-name.ts'
import type { CallExpression } from '../parse/ir.ts'
import { moduleOfFile } from '../parse/reader.ts'
import { literalOfStruct } from './argument-places.ts'
import { callOfFunction } from './built-ins.ts'
import { note } from './call-project.ts'
import type { Passed } from './call-site.ts'
import { withDefault } from './choose.ts'
import type { FileState } from './file-state.ts'
import { mapMadeBy } from './tables.ts'

/** A call of what this file does not have: the linker looks for it in the others. */
export function callOutside(state: FileState, path: string, e: CallExpression, passed: Passed): Values {
  if (state.library.loadsModules.has(path)) {
    const [module] = passed.args[0] ?? []
    if (module?.t !== 'str') return []
    const name = module.v.startsWith('.') ? moduleOfFile(module.v) : module.v
    return [{ t: 'ref', path: state.rules.canonical(name), sure: true }]
  }
  const built = callOfFunction(state.library, path, passed.args)
  if (built !== undefined && (!e.isNew || /^String(?:Builder|Buffer)$/.test(path))) return built
  const table = mapMadeBy(state.library, path, passed)
  if (table !== undefined) return [table]
  const handed = handedOn(state, path, e, passed)
  if (handed !== undefined) return handed
  const callee = calleeOfPath(path, e.isNew)
  note(state, callee, e.at, passed)
  const result: Value = { t: 'ret', callee, args: passed.args }
  const elements = /^(?:get|getOrDefault|fetch|dig)$/.test(lastName(path)) ? elementsOutside(path, passed) : []
  if (elements.length > 0) return [{ ...result, isGuess: true }, ...elements]
  if (!e.isNew && !/(?:^|[./])[A-Z]\w*$/.test(path)) return [result]
  const isLiteral = Object.keys(passed.named).length > 0
  const made: Value = {
    t: 'inst',
    cls: lastName(path),
    args: passed.args,
    ...(isLiteral ? { named: passed.named } : {}),
    ...literalOfStruct(state, e.at, passed.call?.args ?? []),
  }
  if (e.isNew) return [made]
  // Without `new`, a capital may begin a class (Kotlin, Python) or a function (C#, Go).
  note(state, { cls: lastName(path), name: '<init>', from: path }, e.at, passed)
  return [made, { ...result, isGuess: true }]
}

/** Functions that make another function of one. */
function handedOn(state: FileState, path: string, e: CallExpression, passed: Passed): Values | undefined {
  const [first = [], ...args] = passed.args
  const name = path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1).toLowerCase()
  if (state.library.wrapsFunctions.has(name)) return first
  if (!state.library.bindsArguments.has(name)) return undefined
  return union(...first.map((target) => state.callTarget(target, e, { ...passed, args })))
}

/** `settings.get("name", "default")` of another file's map. */
function elementsOutside(path: string, { args }: Passed): Values {
  const of: Value = { t: 'ref', path: path.slice(0, path.lastIndexOf('.')), sure: true }
  const elements = elementsOf(of, args[0] ?? [])
  // `TABLE.dig(:a, :b)` goes on.
  const isDeeper = path.endsWith('.dig') && args.length > 1
  const inside = isDeeper ? elements.flatMap((one) => elementsOf(one, args[1] ?? [])) : elements
  return inside.length === 0 ? [] : isDeeper ? inside : withDefault(inside, args[1] ?? [])
}

function calleeOfPath(path: string, isNew: boolean): CalleeName {
  // A file of the project that is itself called: what it gives away by default.
  if (!isNew && /^\.{1,2}\/(?:.*\/)?[^./]+$/.test(path)) return { cls: lastName(path), name: 'default', from: path }
  const cut = path.lastIndexOf('.')
  const last = path.slice(cut + 1)
  if (isNew || cut < 0) return isNew ? { cls: last, name: '<init>', from: path } : { name: last }
  const from = path.slice(0, cut)
  return { cls: from.slice(Math.max(from.lastIndexOf('.'), from.lastIndexOf('/')) + 1), name: last, from }
}
