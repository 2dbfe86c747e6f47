export type { BusMessage, EventBus } from './event-bus.ts'
export { createKafkaBus } from './kafka-bus.ts'
export { messagesOf } from './messages-of.ts'
