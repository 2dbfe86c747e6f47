export { amountsIn, roundAmount } from './read-amount.ts'
