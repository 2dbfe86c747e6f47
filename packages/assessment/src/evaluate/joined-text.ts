import { keepingUnknown, knownOf } from '../model/unknown.ts'
import { str, textOfValue, type Value, type Values } from '../model/values.ts'

const MAX_COMBINATIONS = 32

/** Joined strings, or the sum where all are numbers; symbolic where a part is not known yet. */
export function concat(parts: readonly Values[]): Values {
  const unknown = parts.flat().filter(({ t }) => t === 'unknown')
  return unknown.length === 0 ? join(parts) : keepingUnknown(unknown, join(parts.map(knownOf)))
}

function join(parts: readonly Values[]): Values {
  if (parts.some((part) => part.length === 0)) return partlyKnown(parts)
  const all = parts.flat()
  if (all.every(({ t }) => t === 'num')) {
    if (parts.some(({ length }) => length !== 1)) return []
    return [{ t: 'num', v: all.reduce((sum, value) => sum + (value.t === 'num' ? value.v : 0), 0) }]
  }
  if (all.some((value) => textOfValue(value) === undefined)) return [{ t: 'cat', parts }]
  return combine(parts.map((part) => part.flatMap((value) => textOfValue(value) ?? []))).map(str)
}

/**
 * Words that stand whole beside what is not known still say something: `"aes-" + bits + "-cbc"`, but not `"sha" +
 * bits`.
 */
function partlyKnown(parts: readonly Values[]): Values {
  const whole = parts.map((part, i) =>
    part.map((value): Value => {
      if (value.t !== 'str') return value
      return str(wholeWords(parts, i, value.v))
    }),
  )
  const isTelling = whole.flat().some((value) => value.t === 'str' && /[A-Za-z]{2}/.test(value.v))
  return isTelling ? [{ t: 'cat', parts: whole }] : []
}

/** What is left of a part's text without words that may go on in a neighbour that is not known. */
export function wholeWords(parts: readonly (readonly unknown[])[], i: number, text: string): string {
  const from = parts[i - 1]?.length === 0 ? endOfWord(text) : 0
  return text.slice(from, parts[i + 1]?.length === 0 ? startOfWord(text) : undefined)
}

const OF_WORD = /[A-Za-z0-9]/

/** Where the word ends that a text begins with. */
function endOfWord(text: string): number {
  let end = 0
  while (end < text.length && OF_WORD.test(text.charAt(end))) end += 1
  return end
}

/** Where the word begins that a text ends with. */
function startOfWord(text: string): number {
  let start = text.length
  while (start > 0 && OF_WORD.test(text.charAt(start - 1))) start -= 1
  return start
}

/** Every way to join one text of each part, up to a bound. */
export function combine(parts: readonly (readonly string[])[]): readonly string[] {
  let joined: string[] = ['']
  for (const part of parts)
    joined = joined.flatMap((head) => part.map((tail) => head + tail)).slice(0, MAX_COMBINATIONS)
  return joined
}
