import { isSymbolic, type Value } from '../model/values.ts'
import type { FileState } from './file-state.ts'

/** Methods that make something of the class, module or constant that they are called on. */
const MAKING = /^(?:new|call|invoke|apply|create|build|make|get_?instance|generate\w*)$/i

/**
 * A call of what only callers or other files tell: a function that is handed in, an element of a table of functions.
 */
export function noteLateCall(state: FileState, target: Value, at: number): void {
  if (!isSymbolic(target) || target.t === 'cat' || target.t === 'cond' || at < 0) return
  if (target.t === 'elem') state.recordDispatch({ of: target.of, key: target.key })
  state.report(at, {
    rule: 'handed-in',
    library: '',
    role: undefined,
    attributes: { algorithm: [{ t: 'attr', of: target, name: '@called' }] },
    confidence: 'Medium',
  })
}

/** The same of a method: only making something says more than what its object says already. */
export function noteLateMethod(state: FileState, receiver: Value, name: string, at: number): void {
  if (MAKING.test(name)) noteLateCall(state, receiver, at)
  else if (receiver.t === 'elem') state.recordDispatch({ of: receiver.of, key: receiver.key })
}
