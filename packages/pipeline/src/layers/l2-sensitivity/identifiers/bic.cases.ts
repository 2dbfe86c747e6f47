import type { CaseTable } from '../recognizers/table.cases.ts'
import { BIC_WORDS } from './bic.ts'

export const BIC_CASES: CaseTable = {
  matches: [
    ...BIC_WORDS.map((word) => [`${word}: DEUTDEFF500`, 'DEUTDEFF500'] as const),
    ['BIC DEUTDEFF,', 'DEUTDEFF'],
    ['the SWIFT code is NEDSZAJJ', 'NEDSZAJJ'],
    ['"bic":"UNCRITMM"', 'UNCRITMM'],
    ['BIC (XKCCXKPR)', 'XKCCXKPR'],
  ],
  underLabels: [['bic', 'DEUTDEFF', 'DEUTDEFF']],
  nearMisses: [
    'DEUTDEFF',
    'SWIFT TRANSFER',
    'bic: deutdeff',
    'BIC: DEUTQQFF',
    'BIC: DEUTDE1F',
    'BIC: DEUTDEFO',
    'BIC: DEUTDEFF50',
    'BIC: DEUTDEFF5000',
    'Swift struct',
  ],
}
