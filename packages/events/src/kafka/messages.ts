export { type BusMessage, type EventBus, MessagesRefused } from './event-bus.ts'
export { messagesOf } from './messages-of.ts'
