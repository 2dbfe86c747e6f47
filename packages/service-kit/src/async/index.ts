export { defined } from './defined.ts'
export { singleFlight } from './single-flight.ts'
export { withTimeout } from './with-timeout.ts'
