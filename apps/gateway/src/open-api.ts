import { OpenAPIHono } from '@hono/zod-openapi'
import { type ServiceEnv, toOpenApiText } from '@sluice/service-kit'
import { describeRoutes } from './add-routes.ts'

export const GATEWAY_INFO = {
  title: 'Sluice gateway',
  version: '0.1.0',
  description: 'An OpenAI-compatible endpoint that keeps sensitive data in the house.',
}

/** The text of `docs/api/gateway.json`. */
export function gatewayOpenApiText(): string {
  const app = new OpenAPIHono<ServiceEnv>()
  describeRoutes(app)
  return toOpenApiText(app, GATEWAY_INFO)
}
