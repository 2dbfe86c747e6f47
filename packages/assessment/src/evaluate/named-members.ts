import { isSymbolic, textOfValue, union, type Value, type Values } from '../model/values.ts'
import type { FileState, Scope } from './file-state.ts'
import { memberOf } from './members.ts'

/** What a library's module is that rules know, so that its members may be named by a text. */
export function isLibraryModule({ rules }: FileState, value: Value): boolean {
  return value.t === 'ref' && value.sure && rules.knows(value.path)
}

interface Named {
  readonly keys: Values
  readonly at: number
}

/** Members of a module by a text: `CryptoJS[name]`, `getattr(hashlib, name)`. Which one is used, the key says. */
export function namedMembers(state: FileState, scope: Scope, module: Value, { keys, at }: Named): Values {
  const texts = keys.flatMap((key) => textOfValue(key) ?? [])
  const open = keys.filter((key) => isSymbolic(key) || (key.t === 'ref' && /[./]/.test(key.path)))
  if (open.length > 0 && at >= 0) {
    state.report(at, {
      rule: 'named',
      library: module.t === 'ref' ? module.path : '',
      role: undefined,
      attributes: { algorithm: open },
      confidence: 'Medium',
    })
  }
  return union(...texts.map((text) => memberOf(state, scope, [module], text)))
}
