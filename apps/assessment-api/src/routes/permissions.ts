import { permissionsSchema } from '@sluice/assessment-contract'
import { endpointsFor } from '../access.ts'
import type { AssessmentApi } from '../assessment-api.ts'
import { callerOf } from '../middleware/identify.ts'
import { type Answer, describeEndpoint } from '../wire/endpoint.ts'

export const permissionsRoute = describeEndpoint('GET /v1/permissions', {
  operationId: 'getPermissions',
  summary: 'What the caller may do',
  description: 'For a portal that shows nobody what would be refused. Each endpoint decides all the same.',
  responses: {
    200: { description: 'The endpoints.', content: { 'application/json': { schema: permissionsSchema } } },
  },
})

export function getPermissions({ identify }: AssessmentApi): Answer<typeof permissionsRoute> {
  return async (context) => {
    const { name, role } = callerOf(await identify(context.req.raw))
    return context.json({ name, role, endpoints: endpointsFor(role) }, 200)
  }
}
