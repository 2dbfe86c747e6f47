import { OpenAPIHono } from '@hono/zod-openapi'
import { type ServiceEnv, toOpenApiText } from '@sluice/service-kit'
import { describeRoutes } from './add-routes.ts'

export const SOAR_LISTENER_INFO = {
  title: 'Sluice SOAR listener',
  version: '0.1.0',
  description: 'Commands of SOAR systems and shared signals of identity providers: both stop users at once.',
}

/** The text of `docs/api/soar-listener.json`. */
export function soarListenerOpenApiText(): string {
  const app = new OpenAPIHono<ServiceEnv>()
  describeRoutes(app)
  return toOpenApiText(app, SOAR_LISTENER_INFO)
}
