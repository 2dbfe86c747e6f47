import { OpenAPIHono } from '@hono/zod-openapi'
import { type ServiceEnv, toOpenApiText } from '@sluice/service-kit'
import { describeRoutes } from './add-routes.ts'

export const ADMIN_INFO = {
  title: 'Sluice admin',
  version: '0.1.0',
  description: 'Sessions, freezes and the identity sync, for the roles that may see and change them.',
}

/** The text of `docs/api/admin.json`. */
export function adminOpenApiText(): string {
  const app = new OpenAPIHono<ServiceEnv>()
  describeRoutes(app)
  return toOpenApiText(app, ADMIN_INFO)
}
