import { sampleClearances, sampleCodenames } from './sample-users.ts'
import type { EndpointConfig } from './upstreams.ts'

export interface GatewaySettings {
  readonly port: number
  readonly redisUrl: string
  readonly databaseUrl: string
  readonly issuer: string
  readonly audience: string
  readonly dataKeys: Readonly<Record<string, string>>
  readonly endpoints: readonly EndpointConfig[]
}

/** The environment of the local gateway. What a user has set for it stays: log level, clearances, endpoints, data keys. */
export function gatewayEnvironment(
  settings: GatewaySettings,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: String(settings.port),
    REDIS_URL: settings.redisUrl,
    DATABASE_URL: settings.databaseUrl,
    OIDC_ISSUER: settings.issuer,
    OIDC_AUDIENCE: settings.audience,
    DATA_KEYS: environment.DATA_KEYS ?? JSON.stringify(settings.dataKeys),
    ENDPOINTS: environment.ENDPOINTS ?? JSON.stringify(settings.endpoints),
    CLEARANCES: environment.CLEARANCES ?? JSON.stringify(sampleClearances),
    CODENAMES: environment.CODENAMES ?? JSON.stringify(sampleCodenames),
    LOG_LEVEL: environment.LOG_LEVEL ?? 'info',
  }
}
