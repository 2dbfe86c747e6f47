import { phrases } from '../../phrases.ts'
import { digitsOf, hasDay, passesLuhn, weighted } from '../check-digits.ts'
import { alone, anywhere, beside, type Identifier, inCapitals } from '../identifier.ts'

/** Numbers of Canada, Brazil, Australia, South Africa and Nigeria. */
export const OTHER_COUNTRIES: readonly Identifier[] = [
  {
    entity: 'CA_SIN',
    source: 'https://www.canada.ca/en/employment-social-development/services/sin.html',
    forms: [anywhere('d3', '[1-79]\\d{2}-\\d{3}-\\d{3}'), alone('d9 d3', '[1-79]\\d{2}([- ]?)\\d{3}\\1\\d{3}')],
    words: phrases('sin | social insurance | social insurance number | nas | assurance sociale'),
    checks: [passesLuhn],
  },
  {
    entity: 'BR_CPF',
    source: 'https://www.gov.br/receitafederal',
    forms: [anywhere('d3', '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}'), alone('d11', '\\d{11}')],
    words: phrases('cpf'),
    checks: [(value) => passesBrazilian(value, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])],
    isRare: true,
  },
  {
    entity: 'BR_CNPJ',
    source: 'https://www.gov.br/receitafederal',
    forms: [anywhere('d2', '\\d{2}\\.\\d{3}\\.\\d{3}/\\d{4}-\\d{2}'), alone('d14', '\\d{14}')],
    words: phrases('cnpj'),
    checks: [(value) => passesBrazilian(value, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])],
    isRare: true,
  },
  {
    entity: 'AU_TFN',
    source: 'https://www.ato.gov.au/individuals-and-families/tax-file-number',
    forms: [alone('d9 d3', '\\d{3}[ -]?\\d{3}[ -]?\\d{3}')],
    words: phrases('tfn | tax file | tax file number'),
    checks: [(value) => /[1-9]/.test(value) && weighted(digitsOf(value), [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0],
  },
  {
    entity: 'AU_ACN',
    source:
      'https://asic.gov.au/for-business/registering-a-company/steps-to-register-a-company/australian-company-numbers/',
    forms: [alone('d9 d3', '\\d{3} ?\\d{3} ?\\d{3}')],
    words: phrases('acn | australian company'),
    checks: [
      (value) =>
        /[1-9]/.test(value) &&
        (10 - (weighted(digitsOf(value), [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === Number(value[8]),
    ],
  },
  {
    entity: 'AU_ABN',
    source: 'https://abr.business.gov.au/Help/AbnFormat',
    forms: [anywhere('d2', '\\d{2} \\d{3} \\d{3} \\d{3}'), alone('d11', '\\d{11}')],
    words: phrases('abn | australian business'),
    checks: [
      (value) => weighted(digitsOf(value), [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 10 && value[0] !== '0',
    ],
  },
  {
    entity: 'AU_MEDICARE',
    source: 'https://www.servicesaustralia.gov.au/medicare-card',
    forms: [alone('d10 d4', '[2-6]\\d{3} ?\\d{5} ?\\d')],
    words: phrases('medicare'),
    checks: [(value) => weighted(digitsOf(value), [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(value[8])],
  },
  {
    entity: 'ZA_ID_NUMBER',
    source: 'https://www.westerncape.gov.za/general-publication/decoding-your-south-african-id-number-0',
    forms: [anywhere('d13', '\\d{10}[0-2]\\d{2}'), beside('d6', '\\d{6} ?\\d{4} ?[0-2]\\d{2}')],
    words: phrases('south african id | rsa id | sa id | id number | identity number | resident number'),
    checks: [(value) => hasDay(value, 0, 2, 4), passesLuhn],
  },
  {
    entity: 'NG_NIN',
    source: 'https://nimc.gov.ng',
    forms: [beside('d11', '\\d{11}')],
    words: phrases('nin | national identification number | nimc'),
    checks: [],
  },
  {
    entity: 'NG_BVN',
    source: 'https://nibss-plc.com.ng/bank-verification-number-2/',
    forms: [beside('d11', '\\d{11}')],
    words: phrases('bvn | bank verification number'),
    checks: [],
  },
  {
    entity: 'NG_VEHICLE_REGISTRATION',
    source: 'https://nvr.frsc.gov.ng',
    forms: [inCapitals('a3', '[A-Z]{3}-\\d{3}[A-Z]{2}'), alone('a8', '[A-Z]{3}\\d{3}[A-Z]{2}')],
    words: phrases('plate | plates | registration | number plate'),
    checks: [],
  },
]

/** Each of the last two digits is eleven less the rest by 11 of those before it; ten and eleven count as 0. */
function passesBrazilian(value: string, weights: readonly number[]): boolean {
  if (/^(\d)\1*$/.test(value)) return false
  const digits = digitsOf(value)
  const digit = (sum: number) => (sum % 11 < 2 ? 0 : 11 - (sum % 11))
  const first = digit(weighted(digits, weights.slice(1)))
  return first === digits.at(-2) && digit(weighted(digits, weights)) === digits.at(-1)
}
