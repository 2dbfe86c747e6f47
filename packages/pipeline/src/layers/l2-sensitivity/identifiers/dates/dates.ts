import { MONTHS, type Month, NUMERIC_FORMS, type NumericForm, UNSURE, wordedDateAt } from '../../../../dates/index.ts'
import { anyOf, phrases, words } from '../../phrases.ts'
import type { Worded } from '../worded.ts'

/** What a reader of dates knows. */
export interface DateParts {
  readonly months: readonly Month[]
  readonly numeric: readonly NumericForm[]
  /** Words before a date of birth. */
  readonly birth: readonly string[]
  /** Words of days of the week; alone they say little of a person. */
  readonly weekdays: readonly string[]
}

export const DATES: DateParts = {
  months: MONTHS,
  numeric: NUMERIC_FORMS,
  birth: phrases(`
    born | dob | d.o.b | birth | birthdate | birthday | geboren | geb. | geburtsdatum | geburtstag | geburt |
    nacido | nacida | nacimiento | nació | nací | cumpleaños | né | née | naissance | nato | nata | nascita | compleanno |
    nascido | nascida | nascimento | nasci | geboortedatum | geboorte`),
  weekdays: words(`
    monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
    lunes martes miércoles jueves viernes sábado domingo lundi mardi mercredi jeudi vendredi samedi dimanche lunedì
    martedì mercoledì giovedì venerdì sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag`),
}

/**
 * Dates that are found by the name of their month; and days of the week, only where the settings ask for findings that
 * are so unsure.
 */
export function datesByName({ months, weekdays }: DateParts): readonly Worded[] {
  const days: Worded = {
    entity: 'DATE_TIME',
    phrases: weekdays,
    find: (_text, end, start) => [{ start, end, confidence: UNSURE, isGuess: true }],
  }
  return [
    days,
    ...months.map(
      ({ month, names }): Worded => ({
        entity: 'DATE_TIME',
        phrases: names,
        find(text, end, start) {
          const date = wordedDateAt(text, start, end, month)
          return date === undefined ? [] : [date]
        },
      }),
    ),
  ]
}

/** How far before a date a word for birth counts, in code units. */
const REACH = 64

/** Tells dates of birth by the words before them. */
export class BirthWords {
  readonly #before: RegExp

  constructor(list: readonly string[]) {
    // No other number, no end of a sentence but `. It's`, and one line break right before the date.
    this.#before = new RegExp(
      `(?<![\\p{L}\\p{N}])${anyOf(list)}(?![\\p{L}])[^\\d\\n;!?]{0,48}(?:\\n[ \\t]{0,8})?$`,
      'iu',
    )
  }

  /** Whether a date that begins there is one of birth. `label` is the name of the member that holds the text. */
  standBefore(text: string, start: number, label: string): boolean {
    return (
      this.#before.test(text.slice(Math.max(0, start - REACH), start)) || (label !== '' && this.#before.test(label))
    )
  }
}
