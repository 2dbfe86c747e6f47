import type { CaseTable } from '../recognizers/table.cases.ts'
import { PLATE_WORDS } from './plates.ts'

export const PLATE_CASES: CaseTable = {
  matches: [
    ...PLATE_WORDS.map((word) => [`${word}: AB-123-CD`, 'AB-123-CD'] as const),
    ['Kennzeichen B-MW 1234', 'B-MW 1234'],
    ['Kennzeichen W-12345X', 'W-12345X'],
    ['targa AB123CD', 'AB123CD'],
    ['kenteken 12-ABC-3', '12-ABC-3'],
    ['plate ABC 12D', 'ABC 12D'],
    ['matrícula 1234 BCD', '1234 BCD'],
    ['plate is WX 12345', 'WX 12345'],
    ['plaka 34 ABC 123', '34 ABC 123'],
    ['госномер А123ВС 77', 'А123ВС 77'],
    ['placa ABC1D23', 'ABC1D23'],
    ['license plate number 7ABC123', '7ABC123'],
    ['车牌号：京A·12345', '京A·12345'],
    ['번호판은 12가 3456', '12가 3456'],
    ['ナンバープレートは品川 300 あ 12-34', '品川 300 あ 12-34'],
  ],
  underLabels: [['license_plate', 'AB-123-CD', 'AB-123-CD']],
  nearMisses: [
    'AB-123-CD',
    'the plate of 12 cookies',
    'plate: steel 1234',
    'plate AB-123-CDEFG',
    'a plate 12',
    'plate tectonics in 1912',
    'targa florio 1970',
  ],
}
