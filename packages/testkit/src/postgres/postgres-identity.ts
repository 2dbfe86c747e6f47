import { readFile } from 'node:fs/promises'

export interface UserIdentity {
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the system's `postgres` user, else as `nobody`: no account is
 * created. Gives `undefined` for an ordinary user.
 */
export async function postgresIdentity(): Promise<UserIdentity | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const account = accounts.find(([name]) => name === wanted)
    if (account !== undefined) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new Error('PostgreSQL cannot run as root, and this system has neither a user postgres nor a user nobody.')
}
