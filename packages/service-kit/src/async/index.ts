export { defined } from './defined.ts'
export { readBounded } from './read-bounded.ts'
export { singleFlight } from './single-flight.ts'
export { withTimeout } from './with-timeout.ts'
