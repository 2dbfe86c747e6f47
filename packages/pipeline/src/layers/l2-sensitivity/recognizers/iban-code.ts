import { words } from '../phrases.ts'
import { isAlphanumeric, matchesOf, type Recognizer, spanMaker } from '../recognizer.ts'

interface IbanParts {
  /** Country (ISO 3166-1) and length. */
  readonly countries: readonly string[]
  /** Each must hold, of the characters without gaps. */
  readonly checks: readonly ((iban: string) => boolean)[]
}

/**
 * Length of an IBAN by country: SWIFT IBAN registry, release 99
 * (https://www.swift.com/standards/data-standards/iban-international-bank-account-number).
 */
const COUNTRIES = words(`
  AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
  FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32
  LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24
  RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`)

export const IBAN_CODE: IbanParts = { countries: COUNTRIES, checks: [hasOneCase, passesMod97] }

const START = /(?<![A-Za-z0-9])[A-Za-z]{2}[ -]?\d{2}/g
/** Spaces, dashes and line breaks between two characters of one number. */
const MAX_GAP = 3

const span = spanMaker('IBAN_CODE', 'iban-code', true)

/** International bank account numbers: the length of their country and check digits 97-10 (ISO 13616, ISO/IEC 7064). */
export function createIbanCode({ countries, checks }: IbanParts): Recognizer {
  const lengths = new Map(countries.map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]))
  return {
    name: 'iban-code',
    entity: 'IBAN_CODE',
    readsIdentifiers: true,
    // Of the account number and the check digits; no country in use has fewer in its own.
    fewestDigits: 7,
    find: (text) =>
      matchesOf(text, START).flatMap(({ index }) => {
        const length = lengths.get(text.slice(index, index + 2).toUpperCase())
        const end = length === undefined ? undefined : endOf(text, index, length)
        if (end === undefined) return []
        const iban = text.slice(index, end).replace(/[ \r\n-]/g, '')
        return checks.every((holds) => holds(iban)) ? [span(index, end, 1)] : []
      }),
  }
}

export const ibanCode = createIbanCode(IBAN_CODE)

/** Where that many letters and digits end, if nothing but gaps is between them and no further one follows. */
function endOf(text: string, start: number, length: number): number | undefined {
  let [end, count, gap] = [start, 0, 0]
  for (; count < length && end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (isAlphanumeric(code)) {
      count += 1
      gap = 0
    } else {
      gap += 1
      if (gap > MAX_GAP || !isGap(code)) return undefined
    }
  }
  return count < length || isAlphanumeric(text.charCodeAt(end)) ? undefined : end
}

/** A space, a dash or a part of a line break. */
function isGap(code: number): boolean {
  return code === 0x20 || code === 0x2d || code === 0x0a || code === 0x0d
}

/** Written in one case throughout; a mix is a word beside a number. */
function hasOneCase(iban: string): boolean {
  return iban === iban.toUpperCase() || iban === iban.toLowerCase()
}

/** ISO/IEC 7064, MOD 97-10, over the IBAN with its first four characters moved to the end. */
function passesMod97(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
