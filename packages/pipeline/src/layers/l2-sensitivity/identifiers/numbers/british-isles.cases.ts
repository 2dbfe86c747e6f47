import type { NumberMatch } from './number-match.cases.ts'

export const BRITISH_ISLES_MATCHES: readonly NumberMatch[] = [
  ['IE_PPS', 'PPS 1234567T', '1234567T'],
  ['UK_DRIVING_LICENCE', 'see MORGA657054SM9IJ', 'MORGA657054SM9IJ'],
  ['UK_NHS', 'NHS number 943 476 5919', '943 476 5919'],
  ['UK_NINO', 'my number AB 12 34 56 C is', 'AB 12 34 56 C'],
  ['UK_PASSPORT', 'UK passport 925076473', '925076473'],
  ['UK_POSTCODE', 'we live in SW1A 1AA, London', 'SW1A 1AA'],
  ['UK_POSTCODE', 'postcode m11aa', 'm11aa'],
  ['UK_VEHICLE_REGISTRATION', 'the car AB51 ABC is blue', 'AB51 ABC'],
  ['UK_VEHICLE_REGISTRATION', 'reg A123 BCD', 'A123 BCD'],
  ['UK_VEHICLE_REGISTRATION', 'plate ABC 123D', 'ABC 123D'],
]
