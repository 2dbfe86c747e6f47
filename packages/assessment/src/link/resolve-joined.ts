import { combine, wholeWords } from '../evaluate/joined-text.ts'
import type { CallSummary } from '../model/file-summary.ts'
import type { Values } from '../model/values.ts'
import type { Located } from './located.ts'
import { type Origin, type Resolved, type Resolving, textOf } from './resolved.ts'

/** Joined texts, some of whose parts other files tell. */
export function ofJoined(r: Resolving, parts: readonly Values[], from: Origin): readonly Resolved[] {
  const resolved = parts.map((part) => r.all(part, from))
  const texts = resolved.map((part) => [...new Set(part.flatMap(({ value }) => textOf(value) ?? []))])
  if (texts.some(({ length }) => length === 0)) return partly(resolved)
  const moving = resolved.filter((part) => part.some(({ trail }) => trail.length > from.trail.length))
  if (moving.length === 0) return combine(texts).map((v) => ({ value: { t: 'str', v }, trail: from.trail }))
  if (moving.length > 1) return joinedByCaller(resolved, texts, from)
  // One part comes from callers: each of them gets its own text.
  return resolved.flatMap((part, i) =>
    part !== moving[0]
      ? []
      : part.flatMap(({ value, trail }) =>
          combine(texts.map((all, j) => (i === j ? [textOf(value) ?? ''] : all))).map(
            (v): Resolved => ({ value: { t: 'str', v }, trail }),
          ),
        ),
  )
}

/** The parts that are known still name an algorithm: `"AES/" + mode`. */
function partly(resolved: readonly (readonly Resolved[])[]): readonly Resolved[] {
  const known = resolved.map((part) => part.flatMap(({ value }) => textOf(value) ?? []).slice(0, 1))
  const v = known.map(([text], i) => (text === undefined ? '_' : wholeWords(known, i, text))).join('')
  return !/[A-Za-z]/.test(v)
    ? []
    : [{ value: { t: 'str', v }, trail: resolved.find(({ length }) => length > 0)?.[0]?.trail ?? [] }]
}

/** Several parts come from callers: what one of them passes belongs together. */
function joinedByCaller(
  resolved: readonly (readonly Resolved[])[],
  texts: readonly (readonly string[])[],
  from: { readonly trail: Resolved['trail'] },
): readonly Resolved[] {
  const callerOf = ({ trail }: Resolved): Located<CallSummary> | undefined =>
    trail[trail.length - from.trail.length - 1]
  const callers = new Map<Located<CallSummary>, Resolved['trail']>()
  for (const one of resolved.flat()) {
    const caller = callerOf(one)
    if (caller && one.trail.length > (callers.get(caller)?.length ?? 0)) callers.set(caller, one.trail)
  }
  return [...callers].flatMap(([caller, trail]) => {
    const own = resolved.map((part, i) => {
      const passed = part.filter((one) => callerOf(one) === caller).flatMap(({ value }) => textOf(value) ?? [])
      const fixed = part.filter((one) => callerOf(one) === undefined).flatMap(({ value }) => textOf(value) ?? [])
      return passed.length > 0 ? passed : fixed.length > 0 ? fixed : (texts[i] ?? [])
    })
    return combine(own).map((v): Resolved => ({ value: { t: 'str', v }, trail }))
  })
}
