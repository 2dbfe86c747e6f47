import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'

/**
 * Does the work unless another process works on this directory; then it returns undefined. The lock ends with its
 * connection, also where the process dies. Throws `dependency_unavailable`, and what the work throws.
 */
export async function exclusively<T>(
  pool: Database['pool'],
  directory: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const key = `sluice:directory:${directory}`
  const client = await attempt(() => pool.connect())
  let broken = false
  const onError = () => {
    broken = true
  }
  client.on('error', onError)
  try {
    const { rows } = await attempt(() =>
      client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked', [key]),
    )
    if (rows[0]?.locked !== true) return undefined
    try {
      return await work()
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch(() => {
        broken = true
      })
    }
  } finally {
    // The pool gives the same client to others: without this each use would leave a listener behind.
    client.off('error', onError)
    client.release(broken)
  }
}
