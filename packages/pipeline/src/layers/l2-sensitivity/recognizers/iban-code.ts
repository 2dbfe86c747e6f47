import { restOf97 } from '../identifiers/check-digits.ts'
import { words } from '../phrases.ts'
import { isAlphanumeric, isDigit, matchesOf, type Recognizer, spanMaker } from '../recognizer.ts'

/** An IBAN without gaps, and the form of its country: a regular expression of all of it. */
type IbanCheck = (iban: string, form: RegExp) => boolean

interface IbanParts {
  /** Country (ISO 3166-1), then the form of its account number: so many digits (n), letters (a) or both (c). */
  readonly countries: readonly string[]
  /** Each must hold. */
  readonly checks: readonly IbanCheck[]
  /** Each must hold of a number that is not written as banks do: beside letters, in mixed case, oddly grouped. */
  readonly looseChecks: readonly IbanCheck[]
}

/**
 * Form of an account number by country: SWIFT IBAN registry, release 99, "BBAN structure"
 * (https://www.swift.com/standards/data-standards/iban-international-bank-account-number).
 */
const COUNTRIES = words(`
  AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c CR18n CY8n16c
  CZ20n DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n
  GR7n16c GT24c HN4a20n HR17n HU24n IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c
  LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD20c ME18n MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n
  NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a SD14n SE20n SI15n SK20n
  SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n XK16n YE4a4n18c`)

export const IBAN_CODE: IbanParts = {
  countries: COUNTRIES,
  checks: [passesMod97],
  looseChecks: [fitsForm, isHalfDigits],
}

/** Country and check digits. No two such places overlap, because the letters stand before the digits. */
const START = /[A-Za-z]{2}(?:[ ._/|+:*-]?\d){2}/g
/** Spaces, other signs and line breaks between two characters of one number. */
const MAX_GAP = 4

const span = spanMaker('IBAN_CODE', 'iban-code', true)

/**
 * International bank account numbers: the length of their country and check digits 97-10 (ISO 13616, ISO/IEC 7064).
 * Beside letters, in mixed case, with points between or in odd groups it also has the form of its country.
 */
export function createIbanCode({ countries, checks, looseChecks }: IbanParts): Recognizer {
  const forms = new Map(countries.map((entry) => [entry.slice(0, 2), formOf(entry.slice(2))]))
  return {
    name: 'iban-code',
    entities: ['IBAN_CODE'],
    readsIdentifiers: true,
    // Of the account number and the check digits; no country in use has fewer in its own.
    fewestDigits: 7,
    find: (text) =>
      matchesOf(text, START).flatMap(({ index }) => {
        const form = forms.get(text.slice(index, index + 2).toUpperCase())
        const place = form === undefined ? undefined : placeOf(text, index, form.length)
        if (form === undefined || place === undefined) return []
        const iban = text.slice(index, place.end).replace(/[^A-Za-z\d]/g, '')
        const all = place.isPlain && hasOneCase(iban) ? checks : [...checks, ...looseChecks]
        return all.every((holds) => holds(iban, form.pattern)) ? [span(index, place.end, 1)] : []
      }),
  }
}

export const ibanCode = createIbanCode(IBAN_CODE)

/** The length and the pattern of an IBAN, by the form of its account number. */
function formOf(structure: string): { readonly length: number; readonly pattern: RegExp } {
  const parts = matchesOf(structure, /(\d+)([nac])/g).map(({ 1: count, 2: kind }) => ({ count: Number(count), kind }))
  const classes = new Map([
    ['n', '\\d'],
    ['a', '[A-Z]'],
    ['c', '[A-Z\\d]'],
  ])
  const source = parts.map(({ count, kind = '' }) => `${classes.get(kind)}{${count}}`).join('')
  return {
    length: parts.reduce((sum, { count }) => sum + count, 4),
    pattern: new RegExp(`^[A-Z]{2}\\d{2}${source}$`, 'i'),
  }
}

interface Place {
  readonly end: number
  /** As banks print it: no letter beside it, and nothing but spaces, dashes and line breaks between groups of four. */
  readonly isPlain: boolean
}

/** Where that many letters and digits end, if nothing but gaps is between them and no further digit follows. */
function placeOf(text: string, start: number, length: number): Place | undefined {
  let [end, count, gap] = [start, 0, 0]
  let isPlain = !isAlphanumeric(text.charCodeAt(start - 1))
  for (; count < length && end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (isAlphanumeric(code)) {
      count += 1
      gap = 0
    } else {
      gap += 1
      if (gap > MAX_GAP || !isGap(code)) return undefined
      isPlain &&= isPlainGap(code) && (count % 4 === 0 || count === 2)
    }
  }
  const next = text.charCodeAt(end)
  if (count < length || isDigit(next)) return undefined
  return { end, isPlain: isPlain && !isAlphanumeric(next) }
}

/** A space, a dash or a part of a line break. */
function isPlainGap(code: number): boolean {
  return code === 0x20 || code === 0x2d || code === 0x0a || code === 0x0d
}

/** Those, and what people, tables and arrays put between groups. */
const GAPS: ReadonlySet<number> = new Set(Array.from('._\u00b7/|+:;,*\t()[]{}<>"\'', (sign) => sign.charCodeAt(0)))

function isGap(code: number): boolean {
  return isPlainGap(code) || GAPS.has(code)
}

/** Written in one case throughout. */
function hasOneCase(iban: string): boolean {
  return iban === iban.toUpperCase() || iban === iban.toLowerCase()
}

/** ISO/IEC 7064, MOD 97-10, over the IBAN with its first four characters moved to the end. */
function passesMod97(iban: string): boolean {
  return restOf97(iban.slice(4) + iban.slice(0, 4)) === 1
}

function fitsForm(iban: string, form: RegExp): boolean {
  return form.test(iban)
}

/** Letters fit the account numbers of some countries, and so do words. */
function isHalfDigits(iban: string): boolean {
  return 2 * iban.replace(/\D/g, '').length >= iban.length
}
