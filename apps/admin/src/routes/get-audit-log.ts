import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import { EXPORT_TYPES, exportEntries } from '../audit/export-entries.ts'
import { exportWithProofs, proofOfRecord } from '../audit/export-with-proofs.ts'
import {
  auditEntrySchema,
  auditFilterShape,
  ENDS_TOO_EARLY,
  endsAfterBeginning,
  filterOf,
  viewAuditEntry,
} from '../wire/audit-view.ts'
import { wholeNumber } from '../wire/path.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const querySchema = z
  .strictObject({
    ...auditFilterShape,
    limit: wholeNumber(1_000).default(100).describe('1 to 1000.'),
    cursor: wholeNumber(Number.MAX_SAFE_INTEGER).optional().describe('The `next` of the page before.'),
    after: z
      .string()
      .regex(/^(?:0|[1-9]\d{0,14})$/, 'must be a whole number')
      .transform(Number)
      .optional()
      .describe(
        'To follow the trail: the entries with a greater number than this, the oldest first. `next` is then always there, and is the ' +
          '`after` of the next call. None is ever passed over.',
      ),
    format: z
      .enum(['json', 'ndjson', 'csv', 'proof', 'tlog-proof'])
      .default('json')
      .describe(
        '`ndjson` and `csv` export everything that is found, the oldest first, without pages. `proof` does so with proofs that ' +
          'each record is the one that the log has committed to. `tlog-proof` gives the proof of the one record whose `id` is given.',
      ),
  })
  .refine(({ after, cursor, format }) => after === undefined || (cursor === undefined && format === 'json'), {
    message: 'goes with neither cursor nor an export',
    path: ['after'],
  })
  .refine(endsAfterBeginning, ENDS_TOO_EARLY)

const route = createRoute({
  method: 'get',
  path: '/admin/audit-log',
  summary: 'Read the audit trail, the newest entries first',
  description:
    'SOC Analyst, CISO, Auditor: the entries of the tenant. Every request and every act of the control plane has one, ' +
    'seconds after it at the latest. Pages stay as they are while entries are added. That somebody has read is on ' +
    'record, too: once a minute for each person.',
  security: bearer,
  request: { query: querySchema },
  responses: {
    200: {
      description: 'One page, or an export.',
      content: {
        ...jsonAnswer(
          '',
          z.object({
            data: z.array(auditEntrySchema),
            next: z.string().optional().describe('The `cursor` of the next page; absent at the end.'),
          }),
        ).content,
        'application/x-ndjson': { schema: z.string() },
        'text/csv': { schema: z.string() },
        'text/plain': { schema: z.string() },
      },
    },
    ...errorAnswers('invalid_request', 'audit_unavailable', 'not_found', 'conflict', 'overloaded'),
  },
})

export const getAuditLog: Operation = {
  action: 'read-audit-log',
  route,
  add: (app, { auditTrail, log, readRecords, exports }) => {
    const proven = { trail: auditTrail, ...log }
    app.openapi(route, async (context) => {
      const { limit, cursor, after, format, ...query } = context.req.valid('query')
      const { principal } = context.get('caller')
      const event = format === 'json' ? 'audit_log.read' : 'audit_log.exported'
      await readRecords.note(event, principal, context.get('requestId'))
      const filter = filterOf(principal.tenant, query)
      if (format === 'tlog-proof') {
        if (query.id === undefined) throw new SluiceError({ code: 'invalid_request', param: 'query.id' })
        const proof = await proofOfRecord(proven, principal.tenant, query.id)
        return context.body(proof, 200, { 'content-type': 'text/plain; charset=utf-8' })
      }
      if (format !== 'json') {
        const type = format === 'csv' ? EXPORT_TYPES.csv : EXPORT_TYPES.ndjson
        const lines = await exports.stream(principal, context.req.raw.signal, () =>
          format === 'proof'
            ? exportWithProofs(proven, filter, defined(query))
            : exportEntries(auditTrail, filter, format),
        )
        return context.body(lines, 200, { 'content-type': type })
      }
      if (after !== undefined) {
        const rows = await auditTrail.list({ filter, first: 'oldest', beyond: after, limit })
        return context.json({ data: rows.map(viewAuditEntry), next: `${rows.at(-1)?.number ?? after}` }, 200)
      }
      const rows = await auditTrail.list({ filter, first: 'newest', beyond: cursor, limit })
      const next = rows.length < limit ? undefined : rows.at(-1)?.number.toString()
      return context.json({ data: rows.map(viewAuditEntry), ...defined({ next }) }, 200)
    })
  },
}
