export { type AuditEvent, auditEventOf, unreadableEvent } from './audit-event.ts'
export { toCef } from './cef.ts'
export { toSyslog } from './syslog-message.ts'
