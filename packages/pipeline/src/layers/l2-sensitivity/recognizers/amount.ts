import { amountsIn } from '../../../amounts/index.ts'
import { type Recognizer, spanMaker } from '../recognizer.ts'

const spanOf = spanMaker('AMOUNT', 'amount', false)

/**
 * Sums of money: a number beside a sign, an ISO 4217 code or a name of a currency. It cannot see a number whose column
 * or sentence says what it is, numbers in words (`five thousand dollars`), and groups of two digits (`₹12,34,567`).
 */
export const amount: Recognizer = {
  name: 'amount',
  entities: ['AMOUNT'],
  readsIdentifiers: false,
  fewestDigits: 1,
  find: (text) => amountsIn(text).map(({ start, end, confidence }) => spanOf(start, end, confidence)),
}
