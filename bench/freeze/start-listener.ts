import type { GatewaySurroundings } from '../gateway/contenders.ts'
import { type Running, type ServiceProcess, startService } from '../services.ts'
import { secretOf } from './soar-command.ts'

/** Starts the service that freezes and frees users on commands that are signed with the secret. */
export function startListener(
  around: Omit<GatewaySurroundings, 'token' | 'upstream'>,
  secret: Buffer,
  fromSource: boolean,
): Promise<Running<ServiceProcess>> {
  const env = {
    REDIS_URL: around.redisUrl,
    DATABASE_URL: around.databaseUrl,
    OIDC_ISSUER: around.issuer,
    OIDC_AUDIENCE: around.audience,
    SOAR_CALLERS: JSON.stringify({ bench: [secretOf(secret)] }),
    SOAR_ALLOW_UNFREEZE: 'true',
  }
  return startService({ app: 'soar-listener', env, fromSource })
}
