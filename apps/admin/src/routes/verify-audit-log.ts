import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import { verifyStoredTrail } from '../audit/verify-stored-trail.ts'
import { auditFilterShape, filterOf } from '../wire/audit-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const verdictSchema = z.object({
  right: z.boolean().describe('Whether each record is as the log has committed to it.'),
  fault: z.string().optional().describe('The first record that is altered, missing or moved.'),
  rows: z.number().optional().describe('Records that were looked at.'),
  erased: z.number().optional().describe('How many of them were erased: that they were there is shown, and no more.'),
  complete: z
    .boolean()
    .optional()
    .describe('Whether none is missing up to `last_position`; with conditions nobody can tell.'),
  last_position: z.number().optional(),
  tree_size: z.number().optional().describe('Entries of the log that the published checkpoint has.'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/audit-log/verification',
  summary: 'Verify the stored audit trail',
  description:
    'SOC Analyst, CISO, Auditor. Looks at every record of the tenant that the published checkpoint has, some thousands in a ' +
    'second, and names the first that is not as the log has committed to it. It trusts this service: whoever does not takes the ' +
    'export with `format=proof` and `npm run audit -- verify`.',
  security: bearer,
  request: { query: z.strictObject(auditFilterShape) },
  responses: {
    200: jsonAnswer('What was found.', verdictSchema),
    ...errorAnswers('invalid_request', 'conflict', 'overloaded', 'audit_unavailable'),
  },
})

export const verifyAuditLog: Operation = {
  action: 'verify-audit-log',
  route,
  add: (app, { auditTrail, log, exports, readRecords }) => {
    app.openapi(route, async (context) => {
      const { principal } = context.get('caller')
      const query = context.req.valid('query')
      await readRecords.note('audit_log.read', principal, context.get('requestId'))
      const { signal } = context.req.raw
      const { tiles, checkpoints, keys } = log
      if (keys === undefined)
        throw new SluiceError({ code: 'conflict', message: 'The log of this service is not signed.' })
      const verdict = await exports.run(principal, signal, () =>
        verifyStoredTrail(
          { trail: auditTrail, tiles, checkpoints },
          filterOf(principal.tenant, query),
          defined(query),
          keys,
          signal,
        ),
      )
      if (!verdict.isRight) return context.json({ right: false, fault: verdict.fault }, 200)
      const { rows, erased, lastPosition, isFiltered, head } = verdict
      return context.json(
        { right: true, rows, erased, complete: !isFiltered, last_position: lastPosition, tree_size: head.size },
        200,
      )
    })
  },
}
