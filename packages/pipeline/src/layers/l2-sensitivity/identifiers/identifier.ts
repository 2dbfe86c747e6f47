import type { EntityType } from '@sluice/contracts'

/** Where a form is taken for a value: anywhere, as a text of its own too, or beside a word only. */
type Place = 'anywhere' | 'alone' | 'beside'

/** A way to write a value. */
export interface Form {
  /** Source of a pattern; bounded; letter case does not count. */
  readonly pattern: string
  /** Its first run of letters and digits: `d8` is eight, a digit first; `a2-4` is two to four, a letter first. */
  readonly starts: string
  readonly place: Place
  /** Anywhere but beside a word, letters count in capitals only. */
  readonly capitals: boolean
  /** Anywhere but beside a word, not between the separators of a table: its check digits fit by chance. */
  readonly apart: boolean
}

/** Looks at a value: letters and digits only, in capitals; and as it was written. */
type Check = (value: string, written: string) => boolean

/** A number or code that somebody gave to a person or a thing of a person. */
export interface Identifier {
  readonly entity: EntityType
  /** Where its form or its check digits are described. */
  readonly source: string
  readonly forms: readonly Form[]
  /** Words and phrases beside it. */
  readonly words: readonly string[]
  /** Each must hold. Without any, the word stands right before the value, or right behind it. */
  readonly checks: readonly Check[]
  /**
   * Its form and its check digits leave less than one of 100 random numbers of its length, so that digits alone, with
   * no word and no sign, are taken for one.
   */
  readonly isRare?: true
}

function form(place: Place, capitals = false, apart = false): (starts: string, pattern: string) => Form {
  return (starts, pattern) => ({ pattern, starts, place, capitals, apart })
}

/** A form that is sign enough. */
export const anywhere = form('anywhere')

/** The same, where letters are capitals. */
export const inCapitals = form('anywhere', true)

/** A form that is sign enough in a sentence, and not in a table of numbers. */
export const inSentence = form('anywhere', false, true)

/** A form that stands beside a word, or is all of the text. */
export const alone = form('alone')

/** A form that stands beside a word. */
export const beside = form('beside')
