import type { Claim } from '../worded.ts'

/** `: `, `" : "`, ` = `: a sign between a label and its value. */
const SIGN = /["'`*)\]]{0,3}[ \t]{0,3}[:=][ \t]{0,3}["'`*([]{0,3}/y
/** One to three words of letters. */
const VALUE = /\p{L}[\p{L}'’-]{0,30}(?: \p{L}[\p{L}'’-]{1,30}){0,2}/uy
/** What stands for a value in forms and programs. */
const NO_VALUE =
  /^(?:n\/?a|none|null|undefined|string|str|text|varchar|enum|optional|required|unknown|true|false|any|type)$/i

/** The value behind a label and a sign, where `pattern`, which is sticky, takes it whole. */
export function labelledWord(text: string, end: number, pattern = VALUE): readonly Claim[] {
  SIGN.lastIndex = end
  if (!SIGN.test(text)) return []
  pattern.lastIndex = SIGN.lastIndex
  const [value = ''] = pattern.exec(text) ?? []
  if (value === '' || NO_VALUE.test(value)) return []
  return [{ start: pattern.lastIndex - value.length, end: pattern.lastIndex, confidence: 0.8, isGuess: true }]
}
