import { phrases } from '../../phrases.ts'
import { beside, type Identifier } from '../identifier.ts'

/** Passports of any country, beside a word for one; those of a state with a type of its own are of that type. */
export const TRAVEL_DOCUMENTS: readonly Identifier[] = [
  {
    entity: 'TRAVEL_DOCUMENT',
    // At most nine letters and digits. Among them: Canada AA123456 or A123456AA, China EA1234567, Brazil AA123456,
    // France 12AA34567, Japan AA1234567, Netherlands AAA1234A5, Philippines A1234567B, Poland AA1234567, Singapore
    // K1234567A, South Africa A12345678, Thailand AA1234567.
    source: 'https://www.icao.int/publications/doc-series/doc-9303 (ICAO Doc 9303, part 4)',
    forms: [
      beside('a7-9', '[A-Z]{1,2}\\d{6,8}|[A-Z]\\d{6,7}[A-Z]{1,2}|[A-Z]{2}[A-Z\\d]{6}\\d'),
      beside('d9', '\\d{2}[A-Z]{2}\\d{5}'),
      // The Russian Federation.
      beside('d4 d2', '\\d{2} ?\\d{2} \\d{6}'),
    ],
    words: phrases(`
      passport | travel document | passeport | pasaporte | passaporto | passaporte | paspoort | paszport | paszportu |
      pass nr | reisepass | паспорт | паспорта | 护照 | 护照号 | 护照号码 | 護照 | 護照號碼 | パスポート | パスポート番号 | 旅券番号 | 여권 |
      여권번호 | หนังสือเดินทาง | דרכון | جواز السفر | पासपोर्ट`),
    checks: [],
  },
]
