import { phrases } from '../../phrases.ts'
import { digitsOf, weighted } from '../check-digits.ts'
import { alone, anywhere, beside, type Identifier, inCapitals } from '../identifier.ts'

/** Postcode areas: https://www.ons.gov.uk/methodology/geography/ukgeographies/postalgeography */
const AREAS = `AB|AL|BA|BB|BD|BH|BL|BN|BR|BS|BT|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|EC|EH|EN|EX|FK|
FY|GL|GU|GY|HA|HD|HG|HP|HR|HS|HU|HX|IG|IM|IP|IV|JE|KA|KT|KW|KY|LA|LD|LE|LL|LN|LS|LU|ME|MK|ML|NE|NG|NN|NP|NR|NW|OL|OX|PA|
PE|PH|PL|PO|PR|RG|RH|RM|SA|SE|SG|SK|SL|SM|SN|SO|SP|SR|SS|ST|SW|SY|TA|TD|TF|TN|TQ|TR|TS|TW|UB|WA|WC|WD|WF|WN|WR|WS|WV|YO|
ZE|B|E|G|L|M|N|S|W`.replaceAll('\n', '')
const OUTWARD = `(?:${AREAS})\\d[A-HJKMNP-Y\\d]?`
const INWARD = '\\d[ABD-HJLNP-UW-Z]{2}'

/** Of a registration since 2001, with its age from 02 to 29 or 51 to 79: https://www.gov.uk/displaying-number-plates */
const PLATE = '[A-HJ-PR-Y]{2}(?:0[2-9]|[12]\\d|5[1-9]|[67]\\d)[ -]?[A-HJ-PR-Z]{3}'

/** Numbers of the United Kingdom and Ireland. */
export const BRITISH_ISLES: readonly Identifier[] = [
  {
    entity: 'UK_NHS',
    source: 'https://www.datadictionary.nhs.uk/attributes/nhs_number.html',
    forms: [alone('d10 d3', '\\d{3}[ -]?\\d{3}[ -]?\\d{4}')],
    words: phrases('nhs | nhs number | nhs no | national health service'),
    checks: [(value) => /[1-9]/.test(value) && weighted(digitsOf(value), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0],
  },
  {
    entity: 'UK_NINO',
    source: 'https://www.gov.uk/hmrc-internal-manuals/national-insurance-manual/nim39110',
    forms: [
      anywhere(
        'a9 a8 a2 a4',
        '(?!BG|GB|NK|KN|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]',
      ),
    ],
    words: phrases('nino | national insurance | ni number'),
    checks: [],
  },
  {
    entity: 'UK_DRIVING_LICENCE',
    source: 'https://www.gov.uk/government/publications/driver-licence-numbers',
    forms: [
      anywhere(
        'a16',
        '(?=[A-Z]{1,5}9{0,4}\\d)[A-Z9]{5}\\d(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\\d|3[01])\\d[A-Z9]{2}[A-Z\\d][A-Z]{2}',
      ),
    ],
    words: phrases('driving licence | licence | dvla'),
    checks: [],
  },
  {
    entity: 'UK_PASSPORT',
    source: 'https://www.gov.uk/hmrc-internal-manuals/compliance-handbook',
    forms: [beside('d9', '\\d{9}')],
    words: phrases('uk passport | british passport | hm passport'),
    checks: [],
  },
  {
    entity: 'UK_POSTCODE',
    source: 'https://www.royalmail.com/find-a-postcode',
    forms: [
      inCapitals('a2-4', `(?:${OUTWARD} ${INWARD}|GIR 0AA)`),
      alone('a2-7', `(?:${OUTWARD} ?${INWARD}|GIR ?0AA)`),
    ],
    words: phrases('postcode | post code | address'),
    checks: [],
  },
  {
    entity: 'UK_VEHICLE_REGISTRATION',
    source: 'https://www.gov.uk/displaying-number-plates',
    forms: [
      inCapitals('a4 a7', PLATE),
      alone('a2-4 a5-7', '[A-HJ-NP-TV-Y]\\d{1,3} ?[A-HJ-PR-Y][A-HJ-PR-Z]{2}'),
      alone('a3-4 a5-7', '[A-HJ-PR-Y]{3} ?\\d{1,3}[A-HJ-NPR-TV-Y]'),
    ],
    words: phrases(
      'registration | reg | vrm | number plate | license plate | licence plate | vehicle registration | plate',
    ),
    checks: [],
  },
  {
    entity: 'IE_PPS',
    source: 'https://www.gov.ie/en/department-of-social-protection/services/get-a-personal-public-service-pps-number/',
    forms: [anywhere('d8 d9', '\\d{7}[A-W][A-IW]?')],
    words: phrases('pps | ppsn | pps number'),
    checks: [passesPps],
  },
]

/** The first letter is the rest by 23 of the digits times 8 to 2, a second letter (A = 1) times 9. */
function passesPps(value: string): boolean {
  const second = value.charCodeAt(8) - 64
  const extra = second > 0 && second < 10 ? 9 * second : 0
  return 'WABCDEFGHIJKLMNOPQRSTUV'[(weighted(digitsOf(value), [8, 7, 6, 5, 4, 3, 2]) + extra) % 23] === value[7]
}
