import type { SluiceEvent } from '@sluice/contracts'

/** `log audit`. Source: RFC 5424, section 6.2.1, table 1. */
const FACILITY = 13
const MAX_HOST_LENGTH = 255

/** Syslog's severities, RFC 5424, section 6.2.1, table 2. */
const CRITICAL = 2
const ERROR = 3
const WARNING = 4
const INFORMATIONAL = 6

/**
 * Wraps a line of CEF into a message of RFC 5424, without a frame. `host` is the name of this machine; characters that
 * a host name cannot have are left out.
 */
export function toSyslog(event: Pick<SluiceEvent, 'time' | 'severity'>, cef: string, host: string): string {
  const priority = FACILITY * 8 + severityOf(event.severity)
  const name = host.replaceAll(/[^\x21-\x7e]/g, '').slice(0, MAX_HOST_LENGTH) || '-'
  // No process id, message id and structured data.
  return `<${priority}>1 ${event.time} ${name} sluice - - - ${cef}`
}

function severityOf(severity: number): number {
  if (severity >= 9) return CRITICAL
  if (severity >= 7) return ERROR
  return severity >= 4 ? WARNING : INFORMATIONAL
}
