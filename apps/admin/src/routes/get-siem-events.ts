import { createRoute, z } from '@hono/zod-openapi'
import { CONTENT_TYPES, type EventFormat, lineWriter, slicesOf } from '../siem/event-line.ts'
import { auditFilterShape, ENDS_TOO_EARLY, endsAfterBeginning, filterOf } from '../wire/audit-view.ts'
import { wholeNumber } from '../wire/path.ts'
import { bearer, errorAnswers, type Operation } from './operation.ts'

const { from, to, min_severity } = auditFilterShape

const querySchema = z
  .strictObject({
    ...{ from, to, min_severity },
    limit: wholeNumber(1_000).default(500).describe('Records of one page, each with all its events; 1 to 1000.'),
    cursor: wholeNumber(Number.MAX_SAFE_INTEGER).optional().describe('The header `x-next-cursor` of the page before.'),
    format: z
      .enum(['cef', 'ocsf', 'ndjson'])
      .optional()
      .describe('CEF, JSON of OCSF 1.9.0 or CloudEvents; else as the header `accept` says; else CEF.'),
  })
  .refine(endsAfterBeginning, ENDS_TOO_EARLY)

const headersSchema = z.object({
  accept: z
    .string()
    .max(1_024)
    .optional()
    .describe(
      '`text/plain`, `application/x-ndjson` (CloudEvents) or `application/x-ndjson; profile=ocsf`; the first that is known.',
    ),
})

const MEDIA_TYPES = ['text/plain', 'application/x-ndjson']

const route = createRoute({
  method: 'get',
  path: '/admin/siem-events',
  summary: 'Export events to a SIEM, the oldest first',
  description:
    'SOC Analyst. A line for each event of the tenant: CEF version 0, OCSF or CloudEvents. Ask again with `x-next-cursor` as ' +
    '`cursor`, every few seconds if you like: each event comes once, and an empty answer keeps the cursor.',
  security: bearer,
  request: { query: querySchema, headers: headersSchema },
  responses: {
    200: {
      description: 'One page of lines.',
      headers: z.object({ 'x-next-cursor': z.string().describe('The `cursor` of the next page.') }),
      content: Object.fromEntries(MEDIA_TYPES.map((type) => [type, { schema: z.string() }])),
    },
    ...errorAnswers('invalid_request', 'audit_unavailable'),
  },
})

export const getSiemEvents: Operation = {
  action: 'read-siem-events',
  route,
  add: (app, { auditTrail, readRecords, version, logOrigin }) => {
    app.openapi(route, async (context) => {
      const { limit, cursor, format: asked, ...query } = context.req.valid('query')
      const { principal } = context.get('caller')
      await readRecords.note('siem_events.read', principal, context.get('requestId'))
      const filter = filterOf(principal.tenant, query)
      const rows = await auditTrail.list({ filter, first: 'oldest', beyond: cursor, limit })
      const format = formatOf(asked, context.req.valid('header').accept)
      const slices = slicesOf(rows, lineWriter(format, { version, log: logOrigin }), query.min_severity)
      const next = rows.at(-1)?.number ?? cursor
      return context.body(bytesOf(slices), 200, {
        'content-type': CONTENT_TYPES[format],
        vary: 'accept',
        ...(next === undefined ? {} : { 'x-next-cursor': String(next) }),
      })
    })
  },
}

function formatOf(asked: z.output<typeof querySchema>['format'], accept = ''): EventFormat {
  if (asked !== undefined) return asked === 'ndjson' ? 'cloudevents' : asked
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    if (type === 'text/plain') return 'cef'
    if (type === 'application/x-ndjson') return parameters.includes('profile=ocsf') ? 'ocsf' : 'cloudevents'
  }
  return 'cef'
}

/** A slice for each time that the reader has taken one. */
function bytesOf(slices: AsyncGenerator<string[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value: lines } = await slices.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(lines.map((line) => `${line}\n`).join('')))
    },
    async cancel() {
      await slices.return(undefined)
    },
  })
}
