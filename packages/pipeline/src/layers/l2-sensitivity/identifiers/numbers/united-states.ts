import { phrases } from '../../phrases.ts'
import { digitsOf, passesLuhn, weighted } from '../check-digits.ts'
import { alone, anywhere, beside, type Identifier } from '../identifier.ts'

/** Group numbers of an ITIN: https://www.irs.gov/irm/part3/irm_03-021-263r */
const ITIN_GROUP = '(?:5\\d|6[0-5]|7\\d|8[0-8]|9[0-24-9])'
/** Prefixes of an EIN that the IRS has given out. */
const EIN_PREFIX = '(?:0[1-6]|1[0-6]|2[0-7]|3\\d|4[0-8]|5\\d|6[0-8]|7[1-7]|8\\d|9[0-589])'
/** Letters of an MBI, without S, L, O, I, B, Z. */
const MBI_LETTER = '[AC-HJKMNP-RT-Y]'
const MBI_ANY = '[AC-HJKMNP-RT-Y0-9]'

/** Numbers of the United States. */
export const UNITED_STATES: readonly Identifier[] = [
  {
    entity: 'US_ITIN',
    source: 'https://www.irs.gov/individuals/individual-taxpayer-identification-number',
    forms: [
      anywhere('d3 d5', `9\\d{2}-?${ITIN_GROUP}-\\d{4}|9\\d{2}-${ITIN_GROUP}\\d{4}`),
      alone('d9 d5 d3', `9\\d{2}[- ]?${ITIN_GROUP}[- ]?\\d{4}`),
    ],
    words: phrases('itin | individual taxpayer | taxpayer id | taxpayer identification | tax id | tax identification'),
    checks: [],
  },
  {
    entity: 'US_EIN',
    source:
      'https://www.irs.gov/businesses/small-businesses-self-employed/how-eins-are-assigned-and-valid-ein-prefixes',
    forms: [beside('d2 d9', `${EIN_PREFIX}(?:-\\d{7}|\\d{7})`)],
    words: phrases(`
      ein | fein | employer id | employer identification | federal tax id | federal employer | federal ein | tax id | taxpayer id |
      taxpayer identification`),
    checks: [],
  },
  {
    entity: 'US_MBI',
    source: 'https://www.cms.gov/medicare/new-medicare-card/understanding-the-mbi-with-format.pdf',
    forms: [anywhere('d11 d4', `[1-9]${MBI_LETTER}${MBI_ANY}\\d-?${MBI_LETTER}${MBI_ANY}\\d-?${MBI_LETTER}{2}\\d{2}`)],
    words: phrases('mbi | medicare | medicare beneficiary'),
    checks: [],
  },
  {
    entity: 'US_NPI',
    source:
      'https://www.cms.gov/Regulations-and-Guidance/Administrative-Simplification/NationalProvIdentStand/Downloads/NPIcheckdigit.pdf',
    forms: [alone('d10 d4', '[12]\\d{3}[- ]?\\d{3}[- ]?\\d{3}')],
    words: phrases('npi | national provider | provider identifier | provider number | provider id'),
    checks: [(value) => passesLuhn(`80840${value}`) && !/(\d)\1{7}/.test(value)],
  },
  {
    entity: 'MEDICAL_LICENSE',
    source: 'https://www.deadiversion.usdoj.gov/drugreg/registration.html',
    forms: [alone('a9', '[ABCDEFGHJKLMPRSTUX][A-Z9]\\d{7}')],
    words: phrases('dea | dea number | certificate number | medical license | prescriber'),
    checks: [passesDea],
  },
  {
    entity: 'ABA_ROUTING_NUMBER',
    source: 'https://www.aba.com/about-us/routing-number',
    forms: [alone('d9 d4', '(?:0\\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\\d{2}-?\\d{4}-?\\d')],
    words: phrases('routing | routing number | aba | rtn | aba routing'),
    checks: [(value) => weighted(digitsOf(value), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 && /[1-9]/.test(value)],
  },
  {
    entity: 'US_BANK_NUMBER',
    source: 'https://www.federalreserve.gov/paymentsystems/regii-about.htm',
    forms: [beside('d8-17 d3 d4', '\\d{8,17}|\\d{3,4}-\\d{3,6}-\\d{2,8}')],
    words: phrases(`
      bank account | bank account number | checking account | savings account | checking | bank acct | direct deposit`),
    checks: [],
  },
  {
    entity: 'US_DRIVER_LICENSE',
    source: 'https://ntsi.com/drivers-license-format/',
    forms: [
      beside('a5-16 d5-16', '[A-Z]{0,2}(?=(?:[A-Z-]{0,4}\\d){4})\\d[\\dA-Z-]{3,15}'),
      beside('d2-4 a2-5', '[A-Z]{0,2}\\d{1,4}-\\d{2,4}-\\d{3,6}'),
    ],
    words: phrases(`
      driver license | drivers license | driver s license | driver licence | drivers licence | driver s licence |
      driving license | driver lic | dl number | dln`),
    checks: [],
  },
  {
    entity: 'US_PASSPORT',
    source: 'https://travel.state.gov/content/travel/en/passports/passport-help/next-generation-passport.html',
    forms: [beside('a9 d9', '[A-Z]\\d{8}|\\d{9}')],
    words: phrases('passport | travel document | travel passport'),
    checks: [],
  },
]

/** Digits 1, 3, 5 and twice 2, 4, 6 end in the seventh. */
function passesDea(value: string): boolean {
  const digits = digitsOf(value.slice(-7))
  return weighted(digits, [1, 2, 1, 2, 1, 2]) % 10 === digits[6] && digits.some((digit) => digit > 0)
}
