import { z } from '@hono/zod-openapi'
import { NAME_MAX_LENGTH, plainText } from '@sluice/contracts'
import type { AuditFilter, AuditRow } from '@sluice/db'
import { stringify } from 'csv-stringify/sync'
import { isoTime } from './freeze-view.ts'
import { instant, wholeNumber } from './path.ts'

export const auditEntrySchema = z
  .object({
    number: z.int().describe('Greater than that of every entry before it.'),
    id: z.string().describe("The event's own id: no two events have the same."),
    time: z.iso.datetime(),
    type: z.string().describe('`request.answered`, `user.frozen` and the like.'),
    severity: z.int().describe('0 to 10.'),
    sub: z.string().optional().describe('The user whom it is about.'),
    actor: z.string().optional().describe('Who did it, where that is not the user.'),
    session_id: z.int().optional(),
    request_id: z.string().optional(),
    code: z.string().optional().describe('The error code, where the request was refused or failed.'),
    layers: z.array(z.string()),
    policy_ids: z.array(z.string()),
    erased: z.literal(true).optional().describe('The record was erased: only that there was one is left.'),
    record: z.record(z.string(), z.unknown()).describe('The whole record, without what is sealed in it.'),
  })
  .openapi('AuditEntry')

type AuditEntryView = z.output<typeof auditEntrySchema>

/** The conditions of a search; every one that is given must hold. */
export const auditFilterShape = {
  from: instant.optional().describe('From this time on.'),
  to: instant.optional().describe('Before this time.'),
  id: plainText(64).optional().describe('As `id` of an entry.'),
  user: plainText(NAME_MAX_LENGTH).optional().describe('The `sub` of the user whom it is about.'),
  session: wholeNumber(Number.MAX_SAFE_INTEGER).optional(),
  type: plainText(64).optional().describe('As `type` of an entry, whole.'),
  min_severity: z
    .string()
    .regex(/^(?:\d|10)$/, 'must be a whole number from 0 to 10')
    .transform(Number)
    .optional()
    .describe('0 to 10.'),
  layer: z
    .string()
    .regex(/^L[0-7]$/)
    .optional()
    .describe('A layer that has looked at the request.'),
  policy_id: plainText(128).optional().describe('A policy that determined something.'),
}

const filterSchema = z.object(auditFilterShape)

/** Whether the time that a query asks for is one: an empty page would say that nothing happened. */
export function endsAfterBeginning({
  from,
  to,
}: {
  readonly from?: string | undefined
  readonly to?: string | undefined
}): boolean {
  return from === undefined || to === undefined || Date.parse(from) < Date.parse(to)
}

/** The issue of a query whose time ends before it begins. */
export const ENDS_TOO_EARLY = { message: 'must be after from', path: ['to'] }

/** The filter of a tenant's entries that a query asks for. */
export function filterOf(tenant: string, query: z.output<typeof filterSchema>): AuditFilter {
  const { from, to, id, user, session, type, min_severity, layer, policy_id } = query
  return {
    tenant,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    id,
    sub: user,
    sessionId: session,
    type,
    minSeverity: min_severity,
    layer,
    policyId: policy_id,
  }
}

export function viewAuditEntry(row: AuditRow): AuditEntryView {
  const { number, id, timeMs, type, severity, sub, actor, sessionId, requestId, code, layers, policyIds } = row
  return {
    ...{ number, id, time: isoTime(timeMs), type, severity },
    ...(sub === undefined ? {} : { sub }),
    ...(actor === undefined ? {} : { actor }),
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(code === undefined ? {} : { code }),
    layers: [...layers],
    policy_ids: [...policyIds],
    ...(row.record === null ? { erased: true as const } : {}),
    record: openPart(row.record),
  }
}

/** The opening of a commitment is of use to nobody without the keys, and longer than all the rest. */
function openPart(record: unknown): Record<string, unknown> {
  const { sealed_opening: _sealed, ...open }: Record<string, unknown> = Object(record)
  return open
}

const CSV_COLUMNS = [
  ...['number', 'id', 'time', 'type', 'severity', 'sub', 'actor', 'session_id', 'request_id', 'code'],
  ...['layers', 'policy_ids', 'record'],
] as const

/** The first line of an export as CSV. */
export const CSV_HEAD = stringify([CSV_COLUMNS])

/** Lines of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvLines(entries: readonly AuditEntryView[]): string {
  const rows = entries.map(({ layers, policy_ids, record, ...rest }) => ({
    ...rest,
    layers: layers.join(' '),
    policy_ids: policy_ids.join(' '),
    record: JSON.stringify(record),
  }))
  return stringify(rows, { columns: [...CSV_COLUMNS], escape_formulas: true })
}
