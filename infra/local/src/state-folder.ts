import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const largestLogBytes = 10 * 1024 * 1024

export interface StateFolder {
  readonly root: string
  readonly redisData: string
  readonly postgresData: string
  readonly oidcKeys: string
  readonly stackFile: string
  /** A log file's path; one that has grown past 10 MB is set aside as `.1` first. */
  logFile(name: string): string
}

/** The one ignored folder with everything the stack keeps: `.sluice`, or the folder that `SLUICE_STATE_DIR` names. */
export function openStateFolder(override: string | undefined): StateFolder {
  const root = override ? resolve(override) : resolve(import.meta.dirname, '../../../.sluice')
  // PostgreSQL runs as another user when the stack runs as root, and must be able to pass through.
  for (const name of ['', 'data', 'logs', 'secrets']) mkdirSync(join(root, name), { recursive: true, mode: 0o755 })
  return {
    root,
    redisData: join(root, 'data/redis'),
    postgresData: join(root, 'data/postgres'),
    oidcKeys: join(root, 'secrets/oidc-keys.json'),
    stackFile: join(root, 'stack.json'),
    logFile: (name) => {
      const path = join(root, 'logs', `${name}.log`)
      const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (bytes > largestLogBytes) renameSync(path, `${path}.1`)
      return path
    },
  }
}

export interface Secrets {
  readonly postgresPassword: string
  /** Key id to 32 bytes in base64. */
  readonly dataKeys: Readonly<Record<string, string>>
}

/** Reads the secrets of this stack; the first time they are created. Only their owner can read the file. */
export function obtainSecrets(folder: StateFolder): Secrets {
  const path = join(folder.root, 'secrets/secrets.json')
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    const secrets: Secrets = {
      postgresPassword: randomBytes(18).toString('base64url'),
      dataKeys: { 'local-1': randomBytes(32).toString('base64') },
    }
    writeFileSync(`${path}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  return JSON.parse(readFileSync(path, 'utf8'))
}
