import { OpenAPIHono } from '@hono/zod-openapi'
import type { ServiceApp } from '@sluice/service-kit'
import { admitCommand, type CommandEnv } from './callers/admit-command.ts'
import type { Dependencies } from './dependencies.ts'
import { addSoarCommand, soarCommandRoute } from './routes/soar-command.ts'
import { addSsfEvents, ssfEventsRoute } from './routes/ssf-events.ts'

/** Describes the routes for the OpenAPI document. */
export function describeRoutes(app: ServiceApp): void {
  describeSecurity(app)
  for (const route of [soarCommandRoute, ssfEventsRoute]) app.openAPIRegistry.registerPath(route)
}

/**
 * Adds the routes. Commands pass `admitCommand` first, because a signature is proven over the bytes of the body, before
 * the validator of the route parses them.
 */
export function addRoutes(app: ServiceApp, dependencies: Dependencies): void {
  describeSecurity(app)
  const commands = new OpenAPIHono<CommandEnv>()
  commands.on('POST', soarCommandRoute.getRoutingPath(), admitCommand(dependencies))
  addSoarCommand(commands, dependencies)
  app.route('/', commands)
  addSsfEvents(app, dependencies)
}

function describeSecurity({ openAPIRegistry }: ServiceApp): void {
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
}
