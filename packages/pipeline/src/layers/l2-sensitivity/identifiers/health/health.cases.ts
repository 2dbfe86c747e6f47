import type { CaseTable } from '../../recognizers/table.cases.ts'
import { DIAGNOSES, DIAGNOSIS_CODES } from './diagnoses.ts'
import { DOSES, MEDICATIONS } from './medications.ts'

export const DIAGNOSIS_CASES: CaseTable = {
  matches: [
    ...DIAGNOSES.phrases.filter((name) => !/^(?:in|at) /.test(name)).map((name) => [`she, ${name}, is`, name] as const),
    ...DIAGNOSIS_CODES.words.map((word) => [`${word} E11.9`, 'E11.9'] as const),
    ['ICD-10: F32', 'F32'],
    ['Diagnose J45.0G', 'J45.0G'],
    ['Diagnosis: fracture (S52.501A)', 'S52.501A'],
    ['Parkinson’s disease', 'Parkinson’s disease'],
  ],
  nearMisses: [
    'E11.9',
    'see clause E11.9 of the lease',
    'diagnosis e11.9',
    'diagnosis 411.9',
    'diagnosis E1',
    'diagnosis EE11.9',
    'a common cold',
    'the depression of 1929',
    'a brush stroke',
    'cancerous',
  ],
}

export const MEDICATION_CASES: CaseTable = {
  matches: [
    ...MEDICATIONS.map((name) => [`she takes ${name} daily`, name] as const),
    ...DOSES.map((unit) => [`she takes bexarimab 20 ${unit} daily`, 'bexarimab'] as const),
    ['Zotepril, 2.5mg', 'Zotepril'],
    ['quinsartan HCl (500 mg)', 'quinsartan'],
  ],
  nearMisses: ['sugar 500 mg', 'bexarimab daily', 'bexarimab, then 20 mg', 'mg', '20 mg', 'x.april 20 mg', 'aspirins'],
}
