import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { isOpenToOthers } from './postgres-binaries.ts'
import { postgresIdentity } from './postgres-identity.ts'

/**
 * The folder in which PostgreSQL can keep its data: the preferred one, or, when root must run it as another user who
 * cannot enter the folders above, one of its own under `/var/tmp`, which outlives a restart of the machine.
 */
export async function choosePostgresDirectory(preferred: string): Promise<string> {
  const identity = await postgresIdentity()
  if (identity === undefined || (await isOpenToOthers(dirname(preferred)))) return preferred
  const key = createHash('sha256').update(preferred).digest('hex').slice(0, 12)
  return join('/var/tmp', `sluice-postgres-${key}`)
}
