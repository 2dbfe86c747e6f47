export { createKafkaBus } from './kafka-bus.ts'
