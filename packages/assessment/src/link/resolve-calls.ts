import { isObjectOfCase, labelOf, substitute } from '../evaluate/substitute.ts'
import type { CallSummary } from '../model/file-summary.ts'
import { UNKNOWN } from '../model/unknown.ts'
import { type Guard, isMeant, optionsAmong, ownOf, type Value, type Values } from '../model/values.ts'
import type { Located } from './located.ts'
import { asMade, madeInLiteral, ownersAt } from './resolve-members.ts'
import { isWholeAsked, MAX_RESULTS, type Origin, type Resolved, type Resolving } from './resolved.ts'

/** What the callers of a function pass for a parameter; its default where one passes nothing. */
export function ofParameter(r: Resolving, value: Extract<Value, { t: 'param' }>, from: Origin): readonly Resolved[] {
  const fn = r.index.functionById(value.fn)
  const param = fn?.of.params[value.i]
  if (fn === undefined || param === undefined) return []
  const callers = r.index.callersOf(value.fn)
  const results: Resolved[] = []
  let isLeftOut = callers.length === 0
  for (const caller of callers) {
    const guards = guardsAt(from, value.fn, caller)
    if (guards === undefined || from.trail.includes(caller) || results.length >= MAX_RESULTS) continue
    const passed = param.isRest ? caller.of.args.slice(value.i).flat() : caller.of.args[value.i]
    const options = optionsAmong(fn.of.params, caller.of.args.length, caller.of.named ?? {})
    const given =
      (caller.of.named && ownOf(caller.of.named, param.name)) ??
      passed ??
      (options?.i === value.i ? [options.map] : undefined)
    if (given === undefined) isLeftOut = true
    else {
      const whole = membersOf(param.type, given)
      const trail = [caller, ...from.trail]
      // It passes something of which nothing is known.
      if (whole.length === 0 && isWholeAsked(from)) results.push({ value: UNKNOWN, trail })
      const found = r.all(whole, { ...from, file: caller.file, trail, guards })
      const member = caller.of.places?.[param.name]
      results.push(...(member ? found.map((one) => (one.trail[0] === caller ? { ...one, member } : one)) : found))
    }
  }
  return isLeftOut ? [...results, ...r.all(param.fallback, { ...from, file: fn.file })] : results
}

/**
 * The cases that a caller must be in, given those that the call is in which it leads to; undefined where it passes
 * another case.
 */
function guardsAt(from: Origin, fn: string, caller: Located<CallSummary>): readonly Guard[] | undefined {
  const guards: Guard[] = caller.of.guard === undefined ? [] : [caller.of.guard]
  for (const guard of from.guards ?? []) {
    if (guard.of.t !== 'param' || guard.of.fn !== fn) continue
    const given = caller.of.args[guard.of.i] ?? []
    const labels = given.map(labelOf)
    const isKnown = labels.length > 0 && labels.every((label) => label !== undefined)
    if (isKnown && !labels.some((label) => isMeant(guard, label ?? ''))) return undefined
    const [of] = given
    if (of?.t === 'param' && given.length === 1) guards.push({ ...guard, of })
  }
  return guards
}

/** What a method of a constant or of a known object gives back. */
function resultOfConstant(r: Resolving, value: Extract<Value, { t: 'ret' }>, from: Origin): readonly Resolved[] {
  const { from: path } = value.callee
  if (value.of !== undefined) {
    const { attribute: _, ...whole } = from
    const made = r.all([value.of], whole).flatMap((owner) => resultOf(r, owner, value, from))
    if (made.length > 0) return made
  }
  if (path === undefined || !/[./]/.test(path)) return []
  return ownersAt(r, path, from).flatMap((owner) => resultOf(r, { ...owner, trail: from.trail }, value, from))
}

/** What a method of a known object gives back. */
function resultOf(
  r: Resolving,
  { value: owner, trail }: Resolved,
  { callee, args }: Extract<Value, { t: 'ret' }>,
  from: Origin,
): readonly Resolved[] {
  if (owner.t !== 'inst') return []
  const methods = r.index.callees({ cls: owner.cls, name: callee.name }, from.file)
  return methods.flatMap(({ file, of }) => {
    const returns = args.length > 0 ? substitute(of.returns, new Map([[of.id, args]])) : of.returns
    const made = asMade(r, returns, owner)
    const found = r.all(made, { ...from, file, trail })
    return made.some((one) => !returns.includes(one)) ? madeInLiteral(found, owner, '') : found
  })
}

/** What a function of another file gives back. */
export function ofResult(r: Resolving, value: Extract<Value, { t: 'ret' }>, from: Origin): readonly Resolved[] {
  // The object itself tells more than its class.
  const ofConstant = resultOfConstant(r, value, from)
  if (ofConstant.length > 0) return ofConstant
  const callees = r.index.callees(value.callee, from.file)
  return callees.flatMap(({ file, of }) =>
    of.returns.flatMap((returned) => {
      if (returned.t === 'param' && returned.fn === of.id) return r.all(value.args[returned.i] ?? [], from)
      // An object was made with what this caller passed.
      const isMade = returned.t === 'obj' || returned.t === 'elem' || isObjectOfCase(returned)
      const made = isMade ? substitute([returned], new Map([[of.id, value.args]])) : [returned]
      return r.all(made, { ...from, file })
    }),
  )
}

/** `.login` passed for a `KeySpec` means `KeySpec.login` (Swift). */
function membersOf(type: string | undefined, values: Values): Values {
  if (type === undefined) return values
  return values.map((one) => (one.t === 'ref' && one.path.startsWith('.') ? { ...one, path: type + one.path } : one))
}
