import type { NumberMatch } from './number-match.cases.ts'

export const TRAVEL_DOCUMENT_MATCHES: readonly NumberMatch[] = [
  ['TRAVEL_DOCUMENT', 'passport no. AB123456', 'AB123456'],
  ['TRAVEL_DOCUMENT', 'passeport: 12AB34567', '12AB34567'],
  ['TRAVEL_DOCUMENT', 'паспорт 45 10 123456', '45 10 123456'],
  ['TRAVEL_DOCUMENT', 'passport number K1234567A', 'K1234567A'],
  ['TRAVEL_DOCUMENT', '护照号码：EA1234567', 'EA1234567'],
]
