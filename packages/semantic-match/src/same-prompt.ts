import type { AnalysedPrompt } from './analyse-prompt.ts'
import { PLURAL } from './inflection.ts'
import { isTypo } from './typos.ts'

/** More are no slip of the fingers. */
const MOST_TYPOS = 2

/** Whether every difference between two prompts is explained. A difference without an explanation is a difference. */
export function isSamePrompt(one: AnalysedPrompt, other: AnalysedPrompt): boolean {
  const [left, right] = [one.words, other.words]
  if (left.length !== right.length || one.isEnglish !== other.isEnglish) return false
  let typos = 0
  for (let i = 0; i < left.length; i += 1) {
    const [a = '', b = ''] = [left[i], right[i]]
    if (a === b || (isGeneral(left) && singular(a) === singular(b))) continue
    if (!one.isEnglish || !isTypo(a, b)) return false
    typos += 1
  }
  return typos <= MOST_TYPOS
}

/** Questions about a thing as such: `how do I remove a tick`, `how do I remove ticks`. */
const GENERAL: ReadonlySet<string> = new Set(
  'how-to where-to can polar why what-if may must should mean differ'.split(' '),
)

function isGeneral(words: readonly string[]): boolean {
  return GENERAL.has(words[0] ?? '')
}

function singular(word: string): string {
  return word.endsWith(PLURAL) ? word.slice(0, -PLURAL.length) : word
}
