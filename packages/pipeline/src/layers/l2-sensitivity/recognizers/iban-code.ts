import { isAlphanumeric, matchesOf, type Recognizer, type Span } from '../recognizer.ts'

/**
 * Length of an IBAN by country: SWIFT IBAN registry, release 99
 * (https://www.swift.com/standards/data-standards/iban-international-bank-account-number).
 */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

const START = /(?<![A-Za-z0-9])[A-Za-z]{2}[ -]?\d{2}/g

/** International bank account numbers: the length of their country and check digits 97-10 (ISO 13616, ISO/IEC 7064). */
export const ibanCode: Recognizer = {
  name: 'iban-code',
  entity: 'IBAN_CODE',
  readsIdentifiers: true,
  // Of the account number and the check digits; no country in use has fewer in its own.
  fewestDigits: 7,
  find(text) {
    const spans: Span[] = []
    for (const match of matchesOf(text, START)) {
      const end = endOfIban(text, match.index)
      if (end === undefined) continue
      spans.push({
        entity: 'IBAN_CODE',
        start: match.index,
        end,
        confidence: 1,
        recognizer: 'iban-code',
        verified: true,
      })
    }
    return spans
  },
}

function endOfIban(text: string, start: number): number | undefined {
  const length = LENGTHS.get(text.slice(start, start + 2).toUpperCase())
  if (length === undefined) return undefined
  let characters = ''
  let end = start
  while (characters.length < length && end < text.length) {
    const code = text.charCodeAt(end)
    if (isAlphanumeric(code)) characters += text.charAt(end)
    else if (!isGap(text, end)) return undefined
    end += 1
  }
  if (characters.length < length || isAlphanumeric(text.charCodeAt(end))) return undefined
  // Written in one case throughout; a mix is a word beside a number.
  if (characters !== characters.toUpperCase() && characters !== characters.toLowerCase()) return undefined
  return passesMod97(characters.toUpperCase()) ? end : undefined
}

/** A space, a dash or a line break, or two of them. */
function isGap(text: string, at: number): boolean {
  return /^[ \r\n-]{1,3}[A-Za-z0-9]/.test(text.slice(at, at + 4))
}

/** ISO/IEC 7064, MOD 97-10, over the IBAN with its first four characters moved to the end. */
export function passesMod97(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
