import { isDay } from '../../../../dates/index.ts'
import { phrases } from '../../phrases.ts'
import { digitsOf, hasDay, passesLuhn, weighted } from '../check-digits.ts'
import { alone, anywhere, beside, type Identifier, inSentence } from '../identifier.ts'

/** Numbers of the Nordic countries, the Netherlands, Poland and Turkey. */
export const NORTHERN_EUROPE: readonly Identifier[] = [
  {
    entity: 'SE_PERSONNUMMER',
    source: 'https://www.skatteverket.se/privat/folkbokforing/personnummer.4.3810a01c150939e893f18c29.html',
    forms: [anywhere('d12 d8 d6', '(?:18|19|20)?\\d{6}[-+]\\d{4}|(?:18|19|20)\\d{10}'), alone('d10', '\\d{10}')],
    words: phrases('personnummer | samordningsnummer | pnr | id code'),
    checks: [(value) => hasSwedishDate(value.slice(-10)), (value) => passesLuhn(value.slice(-10))],
    isRare: true,
  },
  {
    entity: 'SE_ORGANISATIONSNUMMER',
    source:
      'https://www.skatteverket.se/foretag/drivaforetag/startaochregistrera/organisationsnummer.4.361dc8c15312eff6fd235d1.html',
    forms: [anywhere('d6', '[1-9]\\d[2-9]\\d{3}-\\d{4}'), alone('d10', '[1-9]\\d[2-9]\\d{7}')],
    words: phrases('organisationsnummer | orgnummer | org nr | orgnr'),
    checks: [passesLuhn],
  },
  {
    entity: 'FI_PERSONAL_IDENTITY_CODE',
    source: 'https://dvv.fi/en/personal-identity-code',
    forms: [anywhere('d6 d11', '\\d{6}[-+A-FU-Y]\\d{3}[0-9A-FHJ-NPR-Y]')],
    words: phrases('henkilötunnus | hetu | personbeteckning'),
    checks: [passesFinnish],
  },
  {
    entity: 'DK_CPR',
    source: 'https://cpr.dk/cpr-systemet/opbygning-af-cpr-nummeret',
    forms: [beside('d6 d10', '\\d{6}-?\\d{4}')],
    words: phrases('cpr | cpr nr | cpr nummer | personnummer'),
    checks: [(value) => hasDay(value, 4, 2, 0)],
  },
  {
    entity: 'DK_CPR',
    source: 'https://cpr.dk/cpr-systemet/opbygning-af-cpr-nummeret',
    forms: [anywhere('d6', '\\d{6}-\\d{4}')],
    words: [],
    checks: [
      (value) => hasDay(value, 4, 2, 0),
      (value) => weighted(digitsOf(value), [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
    ],
  },
  {
    entity: 'NO_NATIONAL_ID',
    source:
      'https://www.skatteetaten.no/en/person/national-registry/birth-and-name-selection/children-born-in-norway/national-id-number/',
    forms: [anywhere('d11 d6', '\\d{6} ?\\d{5}')],
    words: phrases('fødselsnummer | fodselsnummer | fnr | personnummer'),
    checks: [passesNorwegian],
  },
  {
    entity: 'NO_ORGANISASJONSNUMMER',
    source: 'https://www.brreg.no/om-oss/registrene-vare/om-enhetsregisteret/organisasjonsnummeret/',
    forms: [beside('d9 d3', '[89]\\d{2} ?\\d{3} ?\\d{3}')],
    words: phrases('organisasjonsnummer | org nr | orgnr | org nummer'),
    checks: [(value) => weighted(digitsOf(value), [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0],
  },
  {
    entity: 'FI_BUSINESS_ID',
    source: 'https://www.vero.fi/en/About-us/contact-us/efil/information-on-mytax/business-id/',
    forms: [inSentence('d7', '\\d{7}-\\d')],
    words: phrases('y tunnus | business id | fo nummer'),
    checks: [(value) => weighted(digitsOf(value), [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0],
  },
  {
    entity: 'DK_CVR',
    source: 'https://erst.virk.dk (modulus 11, weights 2, 7, 6, 5, 4, 3, 2, 1)',
    forms: [beside('d8 d2', '\\d{2} ?\\d{2} ?\\d{2} ?\\d{2}')],
    words: phrases('cvr | cvr nr | cvr nummer | se nr'),
    checks: [(value) => value[0] !== '0' && weighted(digitsOf(value), [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0],
  },
  {
    entity: 'NL_BSN',
    source: 'https://www.rvig.nl/bsn',
    forms: [alone('d9', '\\d{9}'), beside('d4', '\\d{4}[. ]\\d{2}[. ]\\d{3}')],
    words: phrases('bsn | burgerservicenummer | burger service nummer | sofinummer'),
    checks: [
      (value) => Number(value) > 9_999_999 && weighted(digitsOf(value), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
    ],
  },
  {
    entity: 'PL_PESEL',
    source: 'https://www.gov.pl/web/gov/czym-jest-numer-pesel',
    forms: [alone('d11', '\\d{11}')],
    words: phrases('pesel'),
    checks: [
      (value) => isDay(Number(value.slice(0, 2)), Number(value.slice(2, 4)) % 20, Number(value.slice(4, 6))),
      (value) => weighted(digitsOf(value), [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
    ],
  },
  {
    entity: 'PL_NIP',
    source: 'https://www.podatki.gov.pl',
    forms: [beside('d10 d3', '\\d{3}-?\\d{3}-?\\d{2}-?\\d{2}|\\d{3}-\\d{2}-\\d{2}-\\d{3}')],
    words: phrases('nip'),
    checks: [(value) => weighted(digitsOf(value), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(value[9])],
  },
  {
    entity: 'TR_NATIONAL_ID',
    source: 'https://www.nvi.gov.tr',
    forms: [inSentence('d11', '[1-9]\\d{10}')],
    words: phrases('tckn | tc kimlik | kimlik no | kimlik'),
    checks: [passesTurkish],
  },
]

/** The day of a coordination number is 60 more. */
function hasSwedishDate(value: string): boolean {
  const day = Number(value.slice(4, 6))
  return isDay(Number(value.slice(0, 2)), Number(value.slice(2, 4)), day > 60 ? day - 60 : day)
}

function passesFinnish(value: string, written: string): boolean {
  const digits = digitsOf(written.slice(0, 6)).join('') + written.slice(7, 10)
  return hasDay(value, 4, 2, 0) && '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(digits) % 31] === value.at(-1)
}

/** The day of a D number is 40 more. */
function passesNorwegian(value: string): boolean {
  const day = Number(value.slice(0, 2))
  const isDate = isDay(Number(value.slice(4, 6)), Number(value.slice(2, 4)), day > 40 ? day - 40 : day)
  const digits = digitsOf(value)
  return (
    isDate &&
    weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  )
}

function passesTurkish(value: string): boolean {
  const digits = digitsOf(value)
  const odd = weighted(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1])
  const even = weighted(digits, [0, 1, 0, 1, 0, 1, 0, 1])
  const tenth = (((7 * odd - even) % 10) + 10) % 10
  return tenth === digits[9] && (odd + even + tenth) % 10 === digits[10]
}
