import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const LARGEST_LOG_BYTES = 10 * 1024 * 1024

export interface StateFolder {
  readonly root: string
  readonly redisData: string
  readonly postgresData: string
  readonly oidcKeys: string
  readonly stackFile: string
  /** The registry of endpoints that the gateway follows. */
  readonly registryFile: string
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
    registryFile: join(root, 'endpoints.json'),
    logFile: (name) => {
      const path = join(root, 'logs', `${name}.log`)
      const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (bytes > LARGEST_LOG_BYTES) renameSync(path, `${path}.1`)
      return path
    },
  }
}

export interface Secrets {
  readonly postgresPassword: string
  /** Key id to 32 bytes in base64. */
  readonly dataKeys: Readonly<Record<string, string>>
  /** Of which the keys of the audit trail's log are made: 32 bytes in base64. */
  readonly logKey: string
  /** With which the sample SOAR system signs, as Standard Webhooks writes it. */
  readonly soarSecret: string
  /** The bearer token of the local SCIM directory. */
  readonly directoryToken: string
}

/** Reads the secrets of this stack; what is missing is created. Only their owner can read the file. */
export function obtainSecrets(folder: StateFolder): Secrets {
  const path = join(folder.root, 'secrets/secrets.json')
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined
  const kept: Partial<Secrets> = isThere ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const created = createSecrets()
  const secrets: Secrets = { ...created, ...kept }
  if (Object.keys(created).every((name) => Object.hasOwn(kept, name))) return secrets
  // Commands that run beside each other must not take each other's file away.
  const written = `${path}.${process.pid}.new`
  writeFileSync(written, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  renameSync(written, path)
  return secrets
}

function createSecrets(): Secrets {
  return {
    postgresPassword: randomBytes(18).toString('base64url'),
    dataKeys: { 'local-1': randomBytes(32).toString('base64') },
    logKey: randomBytes(32).toString('base64'),
    soarSecret: `whsec_${randomBytes(32).toString('base64')}`,
    directoryToken: randomBytes(18).toString('base64url'),
  }
}
