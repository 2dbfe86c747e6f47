import { createRoute, z } from '@hono/zod-openapi'
import { toCef } from '@sluice/events'
import { eventsOfRow } from '../siem/events-of-row.ts'
import { auditFilterShape, filterOf, viewAuditEntry } from '../wire/audit-view.ts'
import { wholeNumber } from '../wire/path.ts'
import { bearer, errorAnswers, type Operation } from './operation.ts'

const { from, to, min_severity } = auditFilterShape

const querySchema = z.strictObject({
  ...{ from, to, min_severity },
  limit: wholeNumber(1_000).default(500).describe('1 to 1000.'),
  cursor: wholeNumber(Number.MAX_SAFE_INTEGER).optional().describe('The header `x-next-cursor` of the page before.'),
  format: z.enum(['cef', 'ndjson']).default('cef'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/siem-events',
  summary: 'Export events to a SIEM, the oldest first',
  description:
    'SOC Analyst. A line for each event of the tenant: CEF version 0, or JSON. Ask again with `x-next-cursor` as ' +
    '`cursor`, every few seconds if you like: each event comes once, and an empty answer keeps the cursor.',
  security: bearer,
  request: { query: querySchema },
  responses: {
    200: {
      description: 'One page of lines.',
      headers: z.object({ 'x-next-cursor': z.string().describe('The `cursor` of the next page.') }),
      content: { 'text/plain': { schema: z.string() }, 'application/x-ndjson': { schema: z.string() } },
    },
    ...errorAnswers('invalid_request', 'audit_unavailable'),
  },
})

export const getSiemEvents: Operation = {
  action: 'read-siem-events',
  route,
  add: (app, { auditTrail, readRecords, version }) => {
    app.openapi(route, async (context) => {
      const { limit, cursor, format, ...query } = context.req.valid('query')
      const { principal } = context.get('caller')
      await readRecords.note('siem_events.read', principal, context.get('requestId'))
      const filter = filterOf(principal.tenant, query)
      const rows = await auditTrail.list({ filter, first: 'oldest', beyond: cursor, limit })
      const lines =
        format === 'cef'
          ? rows.flatMap(eventsOfRow).map((event) => toCef(event, version))
          : rows.map((row) => JSON.stringify(viewAuditEntry(row)))
      const text = lines.map((line) => `${line}\n`).join('')
      const next = rows.at(-1)?.number ?? cursor
      return context.text(text, 200, {
        'content-type': `${format === 'cef' ? 'text/plain' : 'application/x-ndjson'}; charset=utf-8`,
        ...(next === undefined ? {} : { 'x-next-cursor': String(next) }),
      })
    })
  },
}
