import { createRoute, z } from '@hono/zod-openapi'
import { plainText, SluiceError } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import type { Dependencies } from '../dependencies.ts'
import { bundleOnDemand } from '../evidence/prove-on-demand.ts'
import { streamRange } from '../evidence/stream-range.ts'
import { ENDS_TOO_EARLY } from '../wire/audit-view.ts'
import { instant } from '../wire/path.ts'
import { bearer, errorAnswers, type Operation } from './operation.ts'

const MAX_ID_LENGTH = 256
/** Records of one request id that are named in an error. */
const MAX_NAMED = 10
/** What answers are called, before the id of their record or, where a human was waited for, of the approval. */
const ANSWER_PREFIX = /^(?:chatcmpl-|cmpl-|resp_|msg_)/
const RETRY_AFTER_SECONDS = '5'

const ofRequest = createRoute({
  method: 'get',
  path: '/admin/evidence/{request_id}',
  summary: 'Get the evidence of a request',
  description:
    'Auditor, CISO. A bundle that `npm run verify-evidence` verifies offline: it shows no prompt, value or person. A proof that ' +
    'is missing is made now; where that takes too long, `state` is `pending` and `retry-after` says when to ask again.',
  security: bearer,
  request: {
    params: z.object({
      request_id: plainText(MAX_ID_LENGTH).describe(
        'The id of a record of the audit trail, of an answer or an approval, or what was sent as `x-request-id`.',
      ),
    }),
  },
  responses: {
    200: {
      description: 'The bundle: docs/evidence-protocol.md specifies it.',
      content: Object.fromEntries([['application/json', { schema: z.unknown() }]]),
    },
    ...errorAnswers('invalid_request', 'not_found', 'conflict', 'overloaded', 'audit_unavailable'),
  },
})

export const getEvidence: Operation = {
  action: 'read-evidence',
  route: ofRequest,
  add: (app, { approvals, auditTrail, evidence, readRecords }) => {
    app.openapi(ofRequest, async (context) => {
      const { principal } = context.get('caller')
      const { request_id: id } = context.req.valid('param')
      await readRecords.note('evidence.read', principal, context.get('requestId'))
      const { signal } = context.req.raw
      const { text, state } = await evidence.bundles.run(principal, signal, async () => {
        const row = await findRecord({ approvals, auditTrail }, principal.tenant, id)
        return await bundleOnDemand(row, evidence, signal)
      })
      if (state === 'pending') context.header('retry-after', RETRY_AFTER_SECONDS)
      return context.body(text, 200, { 'content-type': 'application/json' })
    })
  },
}

/** Whoever sends requests chooses their ids, so several can have the same. */
async function findRecord(sources: Sources, tenant: string, id: string): Promise<AuditRow> {
  const { auditTrail: trail } = sources
  const recordId = id.replace(ANSWER_PREFIX, '')
  const [row] = await trail.list({ filter: { tenant, id: recordId }, first: 'oldest', limit: 1 })
  if (row !== undefined) return row
  const held = await findHeldRecord(sources, tenant, recordId)
  if (held !== undefined) return held
  // Acts have such ids, too: they must not take the places of requests.
  const filter = { tenant, requestId: id, isRequest: true }
  const requests = await trail.list({ filter, first: 'newest', limit: MAX_NAMED })
  const [only, ...others] = requests
  if (only === undefined) throw new SluiceError('not_found')
  if (others.length === 0) return only
  const message = `Several requests have this id. Ask for one of these: ${requests.map((one) => one.id).join(', ')}.`
  throw new SluiceError({ code: 'conflict', message, param: 'request_id' })
}

type Sources = Pick<Dependencies, 'approvals' | 'auditTrail'>

/** The record that an approval has led to: of the exchange that carried it out last, else of the one that was held. */
async function findHeldRecord({ approvals, auditTrail }: Sources, tenant: string, id: string) {
  const approval = await approvals.get({ tenant, id }).catch((error: unknown) => {
    if (error instanceof SluiceError && error.code === 'not_found') return undefined
    throw error
  })
  if (approval === undefined) return undefined
  const { sub, sessionId, createdAtMs } = approval
  for (const type of ['approval.started', 'approval.requested'] as const) {
    const filter = { tenant, sub, sessionId, type, approvalId: id, from: new Date(createdAtMs) }
    const [act] = await auditTrail.list({ filter, first: 'newest', limit: 1 })
    const said = actSchema.safeParse(act?.record)
    if (!said.success) continue
    const [row] = await auditTrail.list({
      filter: { tenant, id: said.data.details.record_id },
      ...{ first: 'oldest', limit: 1 },
    })
    if (row !== undefined) return row
  }
  return undefined
}

const actSchema = z.object({ details: z.object({ record_id: z.string() }) })

const time = instant.transform((text) => new Date(text))

const ofRange = createRoute({
  method: 'get',
  path: '/admin/evidence',
  summary: 'Get the evidence of all records in a time',
  description:
    'Auditor, CISO. JSON lines that `npm run verify-evidence` verifies offline: every leaf of the log from the first to the last ' +
    'record of the tenant in that time, so that the root is rebuilt and a record that was removed shows. Of other tenants ' +
    'it has the bare entries.',
  security: bearer,
  request: {
    query: z
      .strictObject({
        from: time.describe('The first moment, as in RFC 3339.'),
        to: time.describe('The first moment that is not meant any more.'),
      })
      .refine(({ from, to }) => from < to, ENDS_TOO_EARLY),
  },
  responses: {
    200: {
      description: 'The range: docs/evidence-protocol.md specifies it.',
      content: Object.fromEntries([['application/x-ndjson', { schema: z.string() }]]),
    },
    ...errorAnswers('invalid_request', 'not_found', 'conflict', 'overloaded', 'audit_unavailable'),
  },
})

export const exportEvidence: Operation = {
  action: 'export-evidence',
  route: ofRange,
  add: (app, { evidence, exports, readRecords }) => {
    app.openapi(ofRange, async (context) => {
      const { principal } = context.get('caller')
      const { from, to } = context.req.valid('query')
      await readRecords.note('evidence.read', principal, context.get('requestId'))
      const { tenant } = principal
      const lines = await exports.stream(principal, context.req.raw.signal, async () => {
        const range = await streamRange({ tenant, from, to }, evidence.sources)
        if (range !== undefined) return range
        throw new SluiceError({ code: 'not_found', message: 'No published record is from that time.' })
      })
      return context.body(lines, 200, { 'content-type': 'application/x-ndjson' })
    })
  },
}
