/** Where the container `demo` of docker-compose.yml is reached by the others. */
export const DEMO_OIDC_PORT = 8090
export const DEMO_MODEL_PORT = 8091
export const DEMO_ISSUER = `http://demo:${DEMO_OIDC_PORT}`
export const DEMO_MODEL_URL = `http://demo:${DEMO_MODEL_PORT}/v1`

/** The audience of each service that takes access tokens, as docker-compose.yml gives them. */
export const AUDIENCES = {
  gateway: 'urn:sluice:gateway',
  admin: 'urn:sluice:admin',
  soar: 'urn:sluice:soar',
} as const
