import type { NumberMatch } from './number-match.cases.ts'

export const HEALTH_MATCHES: readonly NumberMatch[] = [
  ['ACCOUNT_NUMBER', 'Billing account 90841088509', '90841088509'],
  ['DEVICE_ID', 'IMEI 49-015420-323751-8', '49-015420-323751-8'],
  ['DEVICE_ID', 'Pacemaker serial SN205649377', 'SN205649377'],
  ['DIAGNOSIS', 'Dx E11.9', 'E11.9'],
  ['ENCOUNTER_ID', 'Episodio: 358784', '358784'],
  ['HEALTH_PLAN_ID', 'Insurance member ID 477508810-01', '477508810-01'],
  ['HEALTH_PLAN_ID', 'NASS: 74 25670384 24', '74 25670384 24'],
  ['MEDICAL_RECORD_NUMBER', 'MRN: 55763229', '55763229'],
  ['MEDICAL_RECORD_NUMBER', 'medical record number 00-196-135', '00-196-135'],
]
