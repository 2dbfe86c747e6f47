import { createSecurityKeysRepository, type Database } from '@sluice/db'
import type { RefusalFolds } from '@sluice/outbox'
import type { BuildContext } from '@sluice/service-kit'
import type { AdminConfig } from '../../config.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { ConsoleSessions } from '../console-sessions.ts'
import { SecurityKeys } from './security-keys.ts'
import { CHANGE_KEYS } from './steps.ts'

interface SecurityKeyParts extends Pick<Dependencies, 'outbox'> {
  readonly database: Database
  readonly folds: Pick<RefusalFolds, 'getsOwnRecord'>
  readonly sessions: Pick<ConsoleSessions, 'confirm'>
  /** `CONSOLE_URL` without a slash at its end. */
  readonly origin: string
}

/** How fresh or strong a login each step of the console asks for. */
export function demandsOf({ STEP_UP, CONSOLE_WEBAUTHN_REGISTRATION }: AdminConfig) {
  return { ...STEP_UP, [CHANGE_KEYS]: CONSOLE_WEBAUTHN_REGISTRATION }
}

/** Opens the security keys; undefined where the console takes none. */
export async function openSecurityKeys(
  { config, clock, logger }: BuildContext<AdminConfig>,
  { database, origin, ...parts }: SecurityKeyParts,
): Promise<SecurityKeys | undefined> {
  const { CONSOLE_WEBAUTHN_RP_ID: id, CONSOLE_WEBAUTHN_ACR: acr } = config
  if (id === undefined) return undefined
  // Its library takes a quarter of a second and 28 MB, which nobody pays who takes no keys.
  const { Ceremonies } = await import('./ceremonies.ts')
  return new SecurityKeys({
    ...{ ...parts, clock, acr, demands: demandsOf(config) },
    repository: createSecurityKeysRepository(database),
    ceremonies: new Ceremonies({ id, origin }),
    onUnrecorded: (err) => logger.warn({ err }, 'a use of a security key could not be recorded'),
  })
}
