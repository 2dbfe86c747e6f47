import type { CaseTable } from '../../recognizers/table.cases.ts'
import { BELIEFS, NATIONALITIES, NRP_LABELS } from './beliefs.ts'
import { RELATIVES, TITLES } from './relations.ts'
import { SEX_LABELS, SEX_WORDS } from './sex.ts'

export const SEX_CASES: CaseTable = {
  matches: [
    ...SEX_LABELS.map((label) => [`${label}: F`, 'F'] as const),
    ...SEX_WORDS.map((word) => [`47 años, ${word}`, word] as const),
    ['"gender": "female",', 'female'],
    ['Sexo:M.', 'M'],
    ['a 47-year-old woman', 'woman'],
    ['Varón de 47 años', 'Varón'],
  ],
  underLabels: [['sex', 'male', 'male']],
  nearMisses: ['sex: often', 'gender: string', 'Sex: Fine', 'sex M', 'the sexes: M', 'humane'],
}

export const FAMILY_CASES: CaseTable = {
  matches: [
    ...RELATIVES.filter((word) => word !== 'son').map((word) => [`${word} of two`, word] as const),
    ["Anna's son", 'son'],
  ],
  nearMisses: ['las lesiones son normales', 'motherboard', 'brotherhood'],
}

export const TITLE_CASES: CaseTable = {
  matches: [
    ...TITLES.map((title) => [`${title} Keller`, title] as const),
    ['dear mr. keller', 'mr.'],
    ['Dr.Keller', 'Dr.'],
  ],
  nearMisses: ['yes sir', 'the prof said', '12 ms later', 'mrna'],
}

export const NRP_CASES: CaseTable = {
  matches: [
    ...NRP_LABELS.map((label) => [`${label}: Xhosa`, 'Xhosa'] as const),
    ...BELIEFS.map((belief) => [`somebody ${belief} here`, belief] as const),
    ...NATIONALITIES.map((nationality) => [`she is ${nationality}.`, nationality] as const),
    ['a Finnish citizen', 'Finnish'],
    ['I am cambodian but I live here', 'cambodian'],
    ['her Greek mother', 'Greek'],
  ],
  underLabels: [['religion', 'Sikh', 'Sikh']],
  nearMisses: [
    'nationality: string',
    'the religion of the country',
    'race: ',
    'the gay nineties',
    'catholicism',
    'jehovah was a witness',
    'translated into German and French.',
    'he is English-speaking',
  ],
}
