import { phrases } from '../phrases.ts'
import type { Claim, Worded } from './worded.ts'

export const PLATE_WORDS: readonly string[] = phrases(`
  number plate | license plate | licence plate | plate number | registration plate | plate | kennzeichen | nummernschild |
  kfz kennzeichen | immatriculation | plaque d'immatriculation | matrícula | placa | targa | kenteken | tablica rejestracyjna |
  numer rejestracyjny | registreringsnummer | rekisterinumero | plaka | госномер | 车牌 | 车牌号 | 車牌 | 번호판 | ナンバープレート`)

/** Plates by their country: https://en.wikipedia.org/wiki/Vehicle_registration_plate, with the pages of the countries. */
export const PLATES: readonly string[] = [
  // Germany and Austria: the district, then letters and digits.
  '[A-ZÄÖÜ]{1,3}[ -][A-Z]{1,2}[ -]?[1-9]\\d{0,3}[EH]?',
  '[A-Z]{1,2}[ -][1-9]\\d{0,4}[ -]?[A-Z]{1,3}',
  // France, Italy and Argentina; the Netherlands, in six groups of two or less; Sweden, Finland, Lithuania and Hungary.
  '[A-Z]{2}[ -]?\\d{3}[ -]?[A-Z]{2}',
  '(?:[A-Z]{1,2}|\\d{1,3})-(?:[A-Z]{2,3}|\\d{2,3})-(?:[A-Z]{1,2}|\\d{1,2})',
  '[A-Z]{3}[ -]?\\d{2}[A-Z\\d]\\d?',
  // Spain; Portugal is among those with dashes.
  '\\d{4}[ -]?[B-DF-HJ-NP-TV-Z]{3}',
  // Poland, Switzerland, Norway and Denmark.
  '[A-Z]{2,3} ?\\d{4,6}[A-Z]?',
  // Turkey; Russia.
  '\\d{2} ?[A-Z]{1,3} ?\\d{2,4}',
  '[АВЕКМНОРСТУХABEKMHOPCTYX]\\d{3}[АВЕКМНОРСТУХABEKMHOPCTYX]{2} ?\\d{2,3}',
  // Brazil; states of the United States and of Canada.
  '[A-Z]{3}\\d[A-Z]\\d{2}',
  '\\d[A-Z]{3}\\d{3}|[A-Z]{3}[ -]?\\d{4}',
  // China; Korea; Japan.
  '[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][ ·]?[A-Z\\d]{5,6}',
  '\\d{2,3} ?[가-힣] ?\\d{4}',
  '[\\p{Script=Han}]{2,4} ?\\d{2,3} ?[ぁ-ん] ?\\d{2}-?\\d{2}',
]

/** A number of a car, behind a word for one, in capitals. */
export const NUMBER_PLATES: Worded = { entity: 'NUMBER_PLATE', phrases: PLATE_WORDS, find: platesBehind(PLATES) }

/** What finds plates of some forms behind a word. */
export function platesBehind(forms: readonly string[]): Worded['find'] {
  const behind = new RegExp(
    `(?:[ \\t]?(?:number|no|nr|num|nummer|is|was|ist|lautet|est|es|è|é|of|my|the|car)\\b\\.?|[은는이가は是]){0,4}["'\`*)]{0,2}\\s{0,3}[:：=#-]?\\s{0,3}["'\`*(]{0,2}(${forms.join('|')})(?![\\p{L}\\p{N}]|-\\p{N})`,
    'uy',
  )
  return (text, end): readonly Claim[] => {
    behind.lastIndex = end
    const [, plate] = behind.exec(text) ?? []
    return plate === undefined
      ? []
      : [{ start: behind.lastIndex - plate.length, end: behind.lastIndex, confidence: 0.85 }]
  }
}
