/** Where the container `demo` of docker-compose.yml is reached by the others. */
export const DEMO_OIDC_PORT = 8090
export const DEMO_MODEL_PORT = 8091
/**
 * One name for browsers and containers, because an issuer has one: browsers find what ends in `localhost` on their own
 * machine, and the network of Compose has it as an alias.
 */
export const DEMO_ISSUER = `http://demo.localhost:${DEMO_OIDC_PORT}`
export const DEMO_MODEL_URL = `http://demo:${DEMO_MODEL_PORT}/v1`

/** The audience of each service that takes access tokens, as docker-compose.yml gives them. */
export const AUDIENCES = {
  gateway: 'urn:sluice:gateway',
  admin: 'urn:sluice:admin',
  soar: 'urn:sluice:soar',
} as const

/** Where browsers reach the console. `ADMIN_PORT` is where docker-compose.yml publishes the admin service. */
export function consoleAt(adminPort: string | undefined): string {
  return `http://127.0.0.1:${adminPort || 8081}`
}
