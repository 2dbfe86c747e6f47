import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { consoleClient } from '../console-client.ts'
import { DEMO_EMBEDDING_MODEL_NAME, DEMO_MODEL_NAME } from '../demo-answer.ts'
import { SAMPLE_CLEARANCES, SAMPLE_CODENAMES } from '../sample-users.ts'
import { AUDIENCES, consoleAt, DEMO_ISSUER, DEMO_MODEL_URL } from './addresses.ts'

type Environment = Readonly<Record<string, string | undefined>>

const SAMPLE_PROJECT = resolve(import.meta.dirname, '../../sample-project')
/** Models outside may see level 5; without this none of them would get a picture. */
const UNREADABLE_LEVELS = { image: 5 }

/**
 * Writes what the services of docker-compose.yml read from volumes: `stores`, `data` and `soar` hold secrets, `samples`
 * the settings of a first try, `project` a project to scan. What is there already stays, but for passwords that the
 * environment gives anew.
 *
 * With `OIDC_ISSUER` set this is no first try: then `samples` and `soar` hold empty files, which count as unset.
 */
export function prepareVolumes(folder: string, environment: Environment): void {
  const redisPassword = keep(join(folder, 'stores/redis-password'), environment.REDIS_PASSWORD, newPassword)
  const postgresPassword = keep(join(folder, 'stores/postgres-password'), environment.POSTGRES_PASSWORD, newPassword)
  write(join(folder, 'stores/redis-url'), `redis://:${redisPassword}@redis:6379`)
  write(join(folder, 'stores/database-url'), `postgres://sluice:${postgresPassword}@postgres:5432/sluice`)
  keep(join(folder, 'data/data-keys'), undefined, () =>
    JSON.stringify({ 'compose-1': randomBytes(32).toString('base64') }),
  )
  keep(join(folder, 'data/tlog-key'), undefined, () => randomBytes(32).toString('base64'))

  const isFirstTry = !environment.OIDC_ISSUER
  const samples = { ...SAMPLES, ...consoleSamples(consoleAt(environment.ADMIN_PORT)) }
  for (const [name, value] of Object.entries(samples)) write(join(folder, 'samples', name), isFirstTry ? value : '')
  // A registry beside ENDPOINTS would be one too many.
  if (environment.ENDPOINTS) write(join(folder, 'samples', 'endpoints.yaml'), '')
  const callers = join(folder, 'soar/soar-callers')
  if (isFirstTry) keep(callers, undefined, newSoarCallers)
  else write(callers, '')
  const project = join(folder, 'project')
  mkdirSync(project, { recursive: true })
  if (readdirSync(project).length === 0) cpSync(SAMPLE_PROJECT, join(project, 'sample'), { recursive: true })
}

/** By the name of the file; the variable has the same name in capitals, but for the registry of endpoints. */
const SAMPLES = {
  'oidc-issuer': DEMO_ISSUER,
  'oidc-allow-http': 'true',
  'endpoints.yaml': JSON.stringify([
    {
      name: 'demo',
      baseUrl: DEMO_MODEL_URL,
      permittedLevel: 7,
      models: [DEMO_MODEL_NAME],
      embeddingModels: [DEMO_EMBEDDING_MODEL_NAME],
    },
  ]),
  clearances: JSON.stringify(SAMPLE_CLEARANCES),
  codenames: JSON.stringify(SAMPLE_CODENAMES),
  'unreadable-levels': JSON.stringify(UNREADABLE_LEVELS),
} as const

/** The console as the sample provider knows it. Its tokens are for the admin service. */
function consoleSamples(url: string): Readonly<Record<string, string>> {
  const { id, secret } = consoleClient(url)
  return {
    'console-url': url,
    'console-client-id': id,
    'console-client-secret': secret,
    'console-resource': AUDIENCES.admin,
  }
}

/** Hexadecimal digits, because the passwords stand in addresses. */
const newPassword = () => randomBytes(32).toString('hex')

const newSoarCallers = () => JSON.stringify({ sample: [`whsec_${randomBytes(32).toString('base64')}`] })

function keep(path: string, given: string | undefined, create: () => string): string {
  const value = given || kept(path) || create()
  write(path, value)
  return value
}

function kept(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Redis and PostgreSQL run as other users, and whoever mounts a volume may read all of it. */
function write(path: string, value: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, value, { mode: 0o644 })
}
