import { auditSchema } from '@sluice/assessment-contract'
import type { AssessmentApi } from '../assessment-api.ts'
import { type Answer, describeEndpoint } from '../wire/endpoint.ts'

export const auditRoute = describeEndpoint('GET /v1/audit', {
  operationId: 'getAudit',
  summary: 'Audit trail',
  responses: {
    200: {
      description: 'Every POST, PUT, PATCH and DELETE request that arrived, whatever became of it; the oldest leave.',
      content: { 'application/json': { schema: auditSchema } },
    },
  },
})

export function getAudit(api: AssessmentApi): Answer<typeof auditRoute> {
  return (context) => context.json(api.audit.list(), 200)
}
