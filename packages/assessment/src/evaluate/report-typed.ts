import type { Values } from '../model/values.ts'
import { applyRules } from './apply-rule.ts'
import type { FileState, Scope } from './file-state.ts'
import { valuesOfType } from './resolve-names.ts'

/** An object literal of a library's type is a choice where it stands: `const params: AesKeyGenParams = { .. }`. */
export function reportTyped(state: FileState, scope: Scope, values: Values, type: string | undefined): void {
  if (!state.isReporting || type === undefined || !values.some(({ t }) => t === 'map')) return
  const [target] = valuesOfType(state, scope, type)
  if (target?.t !== 'obj') return
  const matches = state.rules.find(`cast ${target.type}`, target.sure)
  if (matches.length === 0) return
  for (const value of values) {
    const literal = value.t === 'map' ? value.literal : undefined
    const [first] = Object.values(literal?.members ?? {})
    if (literal?.file !== state.file || first === undefined) continue
    literal.isReported = true
    applyRules(state, { at: first.offset, name: target.type, args: [[value]], named: {}, receiver: undefined }, matches)
  }
}
