import { anyOf, words as wordsOf } from '../phrases.ts'
import { isOtherWord, NAME_PARTICLES, ORGANISATION_ENDINGS } from './name-words.ts'

/** One to four capitalised words, particles between them. */
const WORD = "\\p{Lu}[\\p{L}\\p{M}'-]{0,39}\\.?"
const NAME = new RegExp(`^${WORD}(?:,? (?:${anyOf(NAME_PARTICLES)} ){0,2}${WORD}){0,3}$`, 'u')

/** What programs and forms write where a name may stand. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  wordsOf(`
    string number boolean int integer float double decimal any object text varchar char null none nil undefined true
    false optional list array map set unknown tbd required test admin anonymous default void date uuid bool str self
    field column value enum title label`),
)

/** `ReactNode` and `TName` are written so, and `McDonald`. */
const JOINED = /\p{Ll}\p{Lu}|^\p{Lu}{2,}\p{Ll}/u
const JOINED_NAME = /^(?:Mc|Mac|De|Di|Da|La|Le|Du|Van|Fitz|O')\p{Lu}\p{Ll}+$/u

/** Whether a value whose label promises a person's name can be one: no placeholder, type name or organisation. */
export function isLabelledName(value: string): boolean {
  if (value.length < 2 || !NAME.test(value)) return false
  const words = value.split(/[ ,.]+/).filter((word) => word !== '')
  const lower = words.map((word) => word.toLowerCase())
  if (lower.every((word) => isOtherWord(word)) || lower.some((word) => PLACEHOLDERS.has(word))) return false
  if (words.some((word) => JOINED.test(word) && !JOINED_NAME.test(word))) return false
  return !lower.slice(1).some((word) => ORGANISATION_ENDINGS.has(word))
}
