import type { NumberMatch } from './number-match.cases.ts'

export const UNITED_STATES_MATCHES: readonly NumberMatch[] = [
  ['ABA_ROUTING_NUMBER', 'routing number 121042882', '121042882'],
  ['MEDICAL_LICENSE', 'DEA BB1388568', 'BB1388568'],
  ['MEDICAL_LICENSE', 'NºCol: 28 28 20192', '28 28 20192'],
  ['MEDICAL_LICENSE', 'colegiado 282820192', '282820192'],
  ['US_BANK_NUMBER', 'bank account number 945456787654', '945456787654'],
  ['US_DRIVER_LICENSE', "my driver's license number is 2270-66-1551", '2270-66-1551'],
  ['US_DRIVER_LICENSE', "driver's license: U62928788557186", 'U62928788557186'],
  ['US_EIN', 'EIN: 12-3456789', '12-3456789'],
  ['US_EIN', 'federal tax id 123456789', '123456789'],
  ['US_ITIN', 'it is 911-70-1234', '911-70-1234'],
  ['US_ITIN', 'ITIN 911701234', '911701234'],
  ['US_MBI', 'card 1EG4-TE5-MK73', '1EG4-TE5-MK73'],
  ['US_NPI', 'NPI: 1245319599', '1245319599'],
  ['US_NPI', '1234-567-893', '1234-567-893'],
  ['US_PASSPORT', 'my passport is A12803456', 'A12803456'],
]
