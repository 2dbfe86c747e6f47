import { phrases } from '../../phrases.ts'
import { digitsOf, hasDay, passesVerhoeff, weighted } from '../check-digits.ts'
import { alone, anywhere, beside, type Identifier, inCapitals } from '../identifier.ts'

/** States and territories: https://parivahan.gov.in */
const INDIAN_STATE =
  'A[NPRS]|BR|C[GH]|D[DLN]|G[AJ]|H[PR]|J[HK]|K[AL]|L[AD]|M[HLNPZ]|N[L]|O[DR]|P[BY]|RJ|SK|T[GNRS]|U[KPA]|WB'
/** Of the second and third digit of a Thai number: the provinces. */
const THAI_PROVINCE = '(?:1\\d|2[0-7]|[34]\\d|5[0-8]|6[0-7]|7[0-7]|8[0-6]|9[0-6])'

/** Numbers of India, Singapore, Thailand, Korea, Japan, China and the Philippines. */
export const ASIA: readonly Identifier[] = [
  {
    entity: 'IN_AADHAAR',
    source: 'https://uidai.gov.in/en/my-aadhaar/about-your-aadhaar.html',
    forms: [anywhere('d4', '[2-9]\\d{3}([- :])\\d{4}\\1\\d{4}'), alone('d12', '[2-9]\\d{11}')],
    words: phrases('aadhaar | aadhar | uidai | uid'),
    checks: [passesVerhoeff, (value) => value !== [...value].toReversed().join('')],
  },
  {
    entity: 'IN_PAN',
    source: 'https://incometaxindia.gov.in/Pages/pan.aspx',
    forms: [inCapitals('a10', '[A-Z]{5}\\d{4}[A-Z]')],
    words: phrases('pan | permanent account number | income tax'),
    checks: [],
  },
  {
    entity: 'IN_GSTIN',
    source: 'https://www.gst.gov.in',
    forms: [anywhere('d15', '(?:0[1-9]|[12]\\d|3[0-7])[A-Z]{5}\\d{4}[A-Z][1-9A-Z]Z[\\dA-Z]')],
    words: phrases('gstin | gst'),
    checks: [],
  },
  {
    entity: 'IN_PASSPORT',
    source: 'https://www.passportindia.gov.in',
    forms: [alone('a8', '[A-PR-WY][1-9]\\d{5}[1-9]')],
    words: phrases('passport | indian passport'),
    checks: [],
  },
  {
    entity: 'IN_VOTER',
    source: 'https://voters.eci.gov.in',
    forms: [alone('a10', '[A-Z]{3}\\d{7}')],
    words: phrases('voter | voter id | epic | vote | election | elector'),
    checks: [],
  },
  {
    entity: 'IN_VEHICLE_REGISTRATION',
    source: 'https://parivahan.gov.in',
    forms: [inCapitals('a7-10', `(?:${INDIAN_STATE})\\d{1,2}[A-Z]{1,3}\\d{4}`)],
    words: phrases('registration | vehicle | number plate | plate'),
    checks: [],
  },
  {
    entity: 'SG_NRIC_FIN',
    source: 'https://www.ica.gov.sg',
    forms: [anywhere('a9', '[STFGM]\\d{7}[A-Z]')],
    words: phrases('nric | fin'),
    checks: [passesNric],
  },
  {
    entity: 'SG_NRIC_FIN',
    source: 'https://www.ica.gov.sg',
    forms: [alone('a9', '[STFGM]\\d{7}[A-Z]')],
    words: phrases('nric | fin'),
    checks: [],
  },
  {
    entity: 'SG_UEN',
    source: 'https://www.uen.gov.sg/ueninternet/faces/pages/admin/aboutUEN.jspx',
    forms: [anywhere('d9 d10', '\\d{8,9}[A-Z]'), inCapitals('a10', '[RST]\\d{2}[A-Z]{2}\\d{4}[A-Z]')],
    words: phrases('uen | unique entity'),
    checks: [passesUen],
  },
  {
    entity: 'TH_TNIN',
    source: 'https://www.bora.dopa.go.th',
    forms: [
      anywhere('d1', `[1-8]-${THAI_PROVINCE}\\d{2}-\\d{5}-\\d{2}-\\d`),
      alone('d13', `[1-8]${THAI_PROVINCE}\\d{10}`),
    ],
    words: phrases('thai id | tnin | thai national id | บัตรประชาชน | ประชาชน'),
    checks: [
      (value) =>
        (11 - (weighted(digitsOf(value), [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(value[12]),
    ],
  },
  {
    entity: 'KR_RRN',
    source: 'https://www.law.go.kr/LSW/eng/engMain.do',
    forms: [anywhere('d6', '\\d{6}-[0-49]\\d{6}'), alone('d13', '\\d{6}[1-4]\\d{6}')],
    words: phrases('rrn | resident registration | 주민등록번호 | 주민번호 | korean rrn'),
    checks: [hasKoreanDate],
  },
  {
    entity: 'KR_FRN',
    source: 'https://www.immigration.go.kr',
    forms: [anywhere('d6', '\\d{6}-[5-8]\\d{6}'), alone('d13', '\\d{6}[5-8]\\d{6}')],
    words: phrases('frn | foreigner registration | 외국인등록번호'),
    checks: [hasKoreanDate],
  },
  {
    entity: 'KR_BRN',
    source: 'https://www.nts.go.kr',
    forms: [anywhere('d3', '\\d{3}-\\d{2}-\\d{5}'), alone('d10', '\\d{10}')],
    words: phrases('brn | business registration | 사업자등록번호 | 사업자번호'),
    checks: [passesBrn],
  },
  {
    entity: 'KR_PASSPORT',
    source: 'https://www.passport.go.kr',
    forms: [inCapitals('a9', 'M\\d{3}[A-Z]\\d{4}'), alone('a9', 'M\\d{3}[A-Z]\\d{4}|[MS]\\d{8}')],
    words: phrases('passport | 여권 | 여권번호 | korean passport'),
    checks: [],
  },
  {
    entity: 'KR_DRIVER_LICENSE',
    source: 'https://www.safedriving.or.kr',
    forms: [
      anywhere('d2', '(?:1[1-9]|2[0-68])([- ])\\d{2}\\1\\d{6}\\1\\d{2}'),
      alone('d12', '(?:1[1-9]|2[0-68])\\d{10}'),
    ],
    words: phrases('운전면허 | 운전면허번호 | korean driver license | license'),
    checks: [],
  },
  {
    entity: 'JP_MY_NUMBER',
    source: 'https://www.digital.go.jp/en/policies/mynumber',
    forms: [beside('d12 d4', '\\d{4}[- ]?\\d{4}[- ]?\\d{4}')],
    words: phrases('my number | mynumber | マイナンバー | 個人番号'),
    checks: [passesMyNumber],
  },
  {
    entity: 'CN_ID',
    source: 'https://openstd.samr.gov.cn (GB 11643-1999)',
    forms: [anywhere('d18', '[1-9]\\d{5}(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])\\d{3}[\\dX]')],
    words: phrases('身份证 | 身份证号 | 身份证号码 | resident identity'),
    checks: [passesChinese],
  },
  {
    entity: 'PH_TIN',
    source: 'https://www.bir.gov.ph',
    forms: [
      anywhere('d3', '\\d{3}-\\d{3}-\\d{3}-\\d{3,5}'),
      alone('d3', '\\d{3}-\\d{3}-\\d{3}'),
      beside('d9 d12 d14', '\\d{9}(?:\\d{3}|\\d{5})?'),
    ],
    words: phrases('tin | bir | taxpayer identification'),
    checks: [
      (value) => /[1-9]/.test(value) && weighted(digitsOf(value), [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(value[8]),
    ],
  },
  {
    entity: 'PH_PHILSYS',
    // PCN, 16 digits, and the number of a transaction slip, 29.
    source: 'https://philsys.gov.ph',
    forms: [beside('d4 d16', '\\d{4}([- ]?)\\d{4}\\1\\d{4}\\1\\d{4}')],
    words: phrases('philsys | phil sys | pcn | philid | philsys card number'),
    checks: [],
  },
  {
    entity: 'PH_SSS',
    source: 'https://www.sss.gov.ph',
    forms: [beside('d2 d10', '\\d{2}-?\\d{7}-?\\d')],
    words: phrases('sss | sss number | social security system'),
    checks: [],
  },
  {
    entity: 'PH_UMID',
    // The common reference number of the card.
    source: 'https://www.gsis.gov.ph',
    forms: [beside('d4 d12', '\\d{4}-?\\d{7}-?\\d')],
    words: phrases('umid | crn | common reference number'),
    checks: [],
  },
  {
    entity: 'IN_DRIVING_LICENCE',
    // The state, its office, the year and seven digits.
    source: 'https://parivahan.gov.in/parivahan/en/content/driving-licence-0',
    forms: [
      alone('a15-16 a4', '[A-Z]{2}[- ]?\\d{2}[- ]?(?:19|20)\\d{2}\\d{7}'),
      beside('a2 a13', '[A-Z]{2}[- ]?\\d{2}[- ]?(?:19|20)\\d{2}[- ]?\\d{7}|[A-Z]{2}\\d{11}'),
    ],
    words: phrases('driving licence | driving license | dl no | driver license'),
    checks: [],
  },
]

/** https://en.wikipedia.org/wiki/National_Registration_Identity_Card#Structure_of_the_NRIC_number/FIN */
function passesNric(value: string): boolean {
  const first = value.charAt(0)
  const sum =
    weighted(digitsOf(value), [2, 7, 6, 5, 4, 3, 2]) + (first === 'T' || first === 'G' ? 4 : first === 'M' ? 3 : 0)
  const letters = first === 'M' ? 'KLJNPQRTUWX' : first === 'S' || first === 'T' ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK'
  const at = first === 'M' ? 10 - (sum % 11) : sum % 11
  return letters[at] === value.at(-1)
}

function passesUen(value: string): boolean {
  const digits = digitsOf(value)
  if (/^\d{8}[A-Z]$/.test(value))
    return 'XMKECAWLJDB'[weighted(digits, [10, 4, 9, 3, 8, 2, 7, 1]) % 11] === value.at(-1)
  if (!/^\d/.test(value)) return true
  return 'ZKCMDNERGWH'[weighted(digits, [10, 8, 6, 4, 9, 7, 5, 3, 1]) % 11] === value.at(-1)
}

/** No check: numbers that were given since October 2020 have no check digit. */
function hasKoreanDate(value: string): boolean {
  return hasDay(value, 0, 2, 4)
}

function passesBrn(value: string): boolean {
  const digits = digitsOf(value)
  const sum = weighted(digits, [1, 3, 7, 1, 3, 7, 1, 3, 5]) + Math.floor((5 * (digits[8] ?? 0)) / 10)
  return (10 - (sum % 10)) % 10 === digits[9]
}

function passesMyNumber(value: string): boolean {
  const rest = weighted(digitsOf(value), [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
  return (rest <= 1 ? 0 : 11 - rest) === Number(value[11])
}

/** ISO/IEC 7064, MOD 11-2. */
function passesChinese(value: string): boolean {
  const sum = weighted(digitsOf(value.slice(0, 17)), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
  return '10X98765432'[sum % 11] === value.at(-1)
}
