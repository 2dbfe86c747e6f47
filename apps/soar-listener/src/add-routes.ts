import type { ServiceApp } from '@sluice/service-kit'
import { soarCommandRoute, takeCommand } from './routes/soar-command.ts'
import { ssfEventsRoute, takeSignal } from './routes/ssf-events.ts'
import type { SoarListener } from './soar-listener.ts'

/** Describes the routes for the OpenAPI document. */
export function describeRoutes(app: ServiceApp): void {
  const { openAPIRegistry } = app
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'An OAuth 2.0 access token (client credentials) of the configured issuer with the scope `soar`.',
  })
  const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description }) as const
  openAPIRegistry.registerComponent(
    'securitySchemes',
    'webhookSignature',
    header('webhook-signature', '`v1,BASE64`: HMAC-SHA256 over `id.timestamp.body` with the secret of the caller.'),
  )
  openAPIRegistry.registerComponent(
    'securitySchemes',
    'webhookId',
    header('webhook-id', '1 to 256 visible ASCII characters without full stops; another for each message.'),
  )
  openAPIRegistry.registerComponent(
    'securitySchemes',
    'webhookTimestamp',
    header('webhook-timestamp', 'Seconds since the Unix epoch, at most five minutes off.'),
  )
  for (const route of [soarCommandRoute, ssfEventsRoute]) openAPIRegistry.registerPath(route)
}

/**
 * Adds the routes. They are described beside their handlers rather than through `app.openapi`: its validator would
 * parse a body before its signature was checked.
 */
export function addRoutes(app: ServiceApp, listener: SoarListener): void {
  describeRoutes(app)
  app.post(soarCommandRoute.path, takeCommand(listener))
  app.post(ssfEventsRoute.path, takeSignal(listener))
}
