import { createPrincipalReader, isApiKey, openAuthenticator, readBearerToken } from '@sluice/auth'
import type { Principal } from '@sluice/contracts'
import { createApiKeysRepository, type Database, type UsersRepository } from '@sluice/db'
import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import { ApiKeys } from './api-keys.ts'
import { HeldStrangers } from './held-strangers.ts'

/** Opens the API keys of the gateway, which are told from the tables of users and keys. */
export function openApiKeys(
  { config, clock, logger, metrics }: BuildContext<GatewayConfig>,
  database: Database,
  users: Pick<UsersRepository, 'find'>,
): ApiKeys {
  const checked = metrics.counter({
    name: 'sluice_api_keys_checked_total',
    help: 'API keys that callers showed: taken, or refused as invalid, revoked or expired.',
    labelNames: ['result'],
  })
  return new ApiKeys({
    onChecked: (result) => checked.inc({ result }),
    repository: createApiKeysRepository(database),
    users,
    clock,
    readPrincipal: createPrincipalReader({
      rolesByGroup: config.ROLES_BY_GROUP,
      serviceIdentities: config.SERVICE_IDENTITIES,
    }),
    onError: (err) => logger.warn({ err }, 'the use of an API key was not noted'),
  })
}

/** Tells who sends a request. */
export interface Callers {
  /**
   * Reads an `Authorization` header with an access token or an API key. Throws `token_missing`, `token_invalid`,
   * `token_expired`, later than at once where many do; `overloaded`, `dependency_unavailable`.
   */
  authenticate(authorization: string | undefined): Promise<Principal>
  /** Resolves when the issuer's keys are loaded. Throws `dependency_unavailable`. */
  checkReady(): Promise<void>
}

/** Takes tokens of the identity provider, and API keys. */
export function openCallers(context: BuildContext<GatewayConfig>, apiKeys: Pick<ApiKeys, 'authenticate'>): Callers {
  const tokens = openAuthenticator(context)
  const strangers = new HeldStrangers(context.clock)
  return {
    authenticate: strangers.hold(async (authorization) => {
      const credential = readBearerToken(authorization)
      return isApiKey(credential) ? await apiKeys.authenticate(credential) : await tokens.authenticate(authorization)
    }),
    checkReady: tokens.checkReady,
  }
}
