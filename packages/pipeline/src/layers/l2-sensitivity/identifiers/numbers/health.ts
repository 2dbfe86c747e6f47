import { phrases } from '../../phrases.ts'
import { passesLuhn } from '../check-digits.ts'
import { beside, type Identifier } from '../identifier.ts'

/** HIPAA lists these kinds: 45 CFR 164.514(b)(2)(i). */
const HIPAA = 'https://www.ecfr.gov/current/title-45/section-164.514'

const ANY_START = 'd1-20 a1-20'

/** Numbers that a hospital or an insurer gives; without check digits, so a word stands right beside each. */
export const HEALTH: readonly Identifier[] = [
  {
    entity: 'MEDICAL_RECORD_NUMBER',
    source: HIPAA,
    forms: [beside(ANY_START, '(?:[A-Z]{1,4}-?)?\\d[\\d/-]{3,14}')],
    words: phrases(`
      mrn | medical record | medical record number | patient id | patient number | patient no | chart number | chart no |
      hospital number | hospital no | nhc | historia clinica | número de historia | unit record | patientennummer |
      patienten id | fallnummer | numéro de dossier | cartella clinica | cipa`),
    checks: [],
  },
  {
    entity: 'HEALTH_PLAN_ID',
    source: HIPAA,
    forms: [
      beside('d2', '\\d{2} \\d{6,8}(?: \\d{2})?'),
      beside(ANY_START, '[A-Z]{0,4}-?(?=(?:[A-Z-]{0,3}\\d){5})\\d[\\dA-Z-]{4,15}'),
    ],
    words: phrases(`
      member id | insurance member | member number | subscriber id | subscriber number | insurance id | health plan |
      health plan id | beneficiary id | policy number | policy id | insurance number | nass | nuss | medicaid |
      medicaid id | health insurance | insurance policy | group number | tarjeta sanitaria`),
    checks: [],
  },
  {
    entity: 'ENCOUNTER_ID',
    source: HIPAA,
    forms: [beside(ANY_START, '(?:[A-Z]{1,4}-?)?\\d[\\d-]{3,14}')],
    words: phrases(`
      encounter | encounter id | encounter number | visit number | visit id | admission number | admission id | episodio |
      episode number | episode id | accession number | csn`),
    checks: [],
  },
  {
    entity: 'DEVICE_ID',
    source: 'https://www.3gpp.org/dynareport/23003.htm',
    forms: [beside('d15 d2', '\\d{2}[- ]?\\d{6}[- ]?\\d{6}[- ]?\\d')],
    words: phrases('imei | imei number'),
    checks: [passesLuhn],
  },
  {
    entity: 'DEVICE_ID',
    source: HIPAA,
    forms: [beside(ANY_START, '[A-Z]{0,4}-?(?=(?:[A-Z-]{0,3}\\d){4})\\d[\\dA-Z-]{3,19}')],
    words: phrases(`
      serial | serial number | serial no | device id | device serial | device identifier | udi | implant | implant id |
      número de serie | seriennummer | numéro de série`),
    checks: [],
  },
  {
    entity: 'MEDICAL_LICENSE',
    source: 'https://www.cgcom.es/servicios/consulta-publica-de-colegiados',
    forms: [beside('d2', '\\d{2}[ -]?\\d{2}[ -]?\\d{3,5}'), beside('d5-9', '\\d{5,9}')],
    words: phrases('no col | n col | num col | nocol | ncol | colegiado | número de colegiado | medical licence'),
    checks: [],
  },
  {
    entity: 'ACCOUNT_NUMBER',
    source: HIPAA,
    forms: [beside('d2-16 a2-16', '(?:[A-Z]{1,4}-?)?(?=(?:-?\\d){5})\\d[\\d-]{4,18}')],
    words: phrases(`
      account | account number | account no | acct | acct no | billing account | kontonummer | número de cuenta | numéro de compte | numero di conto`),
    checks: [],
  },
]
