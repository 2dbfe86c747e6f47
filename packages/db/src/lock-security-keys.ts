import type { Database } from './database.ts'
import { sql } from './drizzle.ts'

/** Lets nobody else change the security keys of a person before this transaction has ended. */
export async function lockSecurityKeys(
  connection: Pick<Database['orm'], 'execute'>,
  { tenant, sub }: { readonly tenant: string; readonly sub: string },
): Promise<void> {
  const lock = `security-keys:${JSON.stringify([tenant, sub])}`
  await connection.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
}
