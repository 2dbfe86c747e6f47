import type { ServiceApp } from '@sluice/service-kit'

/** The credential of the console's own calls: the cookie, and the header that only its own scripts send. */
export const consoleSecurity = [{ consoleCookie: [], consoleHeader: [] }]

/** Describes the console's credential for the OpenAPI document. */
export function describeConsoleSecurity(app: ServiceApp): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'consoleCookie', {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sluice-console',
    description: 'The session of the console, which `/console/login` begins. No script can read it.',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'consoleHeader', {
    type: 'apiKey',
    in: 'header',
    name: 'x-sluice-console',
    description:
      '`1`, or `background` for what the page does by itself, which does not restart the idle time. Without it the ' +
      'cookie counts for nothing.',
  })
}
