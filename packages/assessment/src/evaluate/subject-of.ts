import type { Value } from '../model/values.ts'

/** Tells values apart that cases ask about. */
export function subjectOf(value: Value): string {
  switch (value.t) {
    case 'param':
      return `${value.fn} ${value.i}`
    case 'field':
      return `${value.cls}.${value.name}`
    case 'attr':
      return `${subjectOf(value.of)}.${value.name}`
    case 'ret':
      return `${value.callee.cls ?? ''}.${value.callee.name}()`
    default:
      return value.t
  }
}
