export { shiftOf } from './committed-number.ts'
