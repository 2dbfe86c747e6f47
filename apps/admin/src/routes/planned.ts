import { createRoute } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import type { AdminAction } from '@sluice/policy'
import type { Operation } from './operation.ts'

/** The operations of the specification that are not built yet. */
export const PLANNED_OPERATIONS: readonly Operation[] = [
  planned('list-approvals', 'get', '/admin/approvals'),
  planned('view-approval', 'get', '/admin/approvals/{id}'),
  planned('decide-approval', 'post', '/admin/approvals/{id}'),
]

function planned(action: AdminAction, method: 'get' | 'post', path: string): Operation {
  const route = createRoute({ method, path, hide: true, responses: {} })
  return {
    action,
    route,
    planned: true,
    add: (app) => {
      app.openapi(route, () => {
        throw new SluiceError({
          code: 'not_implemented',
          message: `${method.toUpperCase()} ${path} is planned and not built yet. Your role would let you in.`,
        })
      })
    },
  }
}
