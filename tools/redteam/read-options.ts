import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** Who attacks whom. */
export interface Accounts {
  readonly url: URL
  /** An ordinary user's access token or API key: the attacker. */
  readonly token: string
  /** Another user of the same tenant. */
  readonly otherToken?: string | undefined
  readonly otherTenantToken?: string | undefined
  readonly expiredToken?: string | undefined
  readonly frozenToken?: string | undefined
  readonly admin?: URL | undefined
  readonly model: string
  /** A codename that no model may see. */
  readonly codename?: string | undefined
  readonly isLoopback: boolean
}

export interface Options {
  readonly accounts: Accounts
  readonly json: boolean
  /** Groups or ids of attacks; all where it is empty. */
  readonly only: readonly string[]
  /** How long a slow sender goes on. */
  readonly patienceMs: number
}

export const USAGE = `Usage: npm run redteam -- --url URL --token TOKEN [options]

Plays known attacks against a running deployment, prints a report, and ends with 1 where one was not stopped,
with 2 where nothing could be told. A token can be written as @FILE. Only loopback unless --allow-remote is given.

  --url URL                  the gateway
  --token TOKEN              an ordinary user: the attacker, without roles
  --other-token TOKEN        another user of the same tenant, best with another clearance
  --other-tenant-token TOKEN a user of another tenant
  --expired-token TOKEN      a token that was right and has expired
  --frozen-token TOKEN       a user who is frozen
  --admin URL                the admin service
  --model NAME               the model to ask; sluice-demo unless given
  --codename WORD            a codename that no model may see
  --only NAMES               groups or ids of attacks, separated by commas
  --patience-s SECONDS       how long a slow sender goes on; 75 unless given
  --json                     prints JSON in place of Markdown
  --allow-remote             permits addresses that are not loopback: ask their owner first`

/** Thrown with what is wrong with the command line. */
export class UsageError extends Error {}

/** Reads the command line. Throws {@link UsageError}. */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args)
  const url = readUrl('--url', values.url)
  if (url === undefined) throw new UsageError('--url is missing')
  const token = readToken(values.token)
  if (token === undefined) throw new UsageError('--token is missing')
  const admin = readUrl('--admin', values.admin)
  const far = [url, ...(admin === undefined ? [] : [admin])].find((one) => !isLoopback(one))
  if (far !== undefined && values['allow-remote'] !== true) {
    throw new UsageError(`${far.hostname} is not loopback: give --allow-remote if its owner agrees`)
  }
  const patienceS = Number(values['patience-s'] ?? 75)
  if (!(patienceS > 0 && patienceS <= 600)) throw new UsageError('--patience-s is a number from 1 to 600')
  return {
    accounts: {
      ...{ url, token, admin, isLoopback: far === undefined, model: values.model ?? 'sluice-demo' },
      otherToken: readToken(values['other-token']),
      otherTenantToken: readToken(values['other-tenant-token']),
      expiredToken: readToken(values['expired-token']),
      frozenToken: readToken(values['frozen-token']),
      codename: values.codename,
    },
    json: values.json === true,
    only: values.only?.split(',').filter((name) => name !== '') ?? [],
    patienceMs: patienceS * 1000,
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ url: text, token: text, admin: text, model: text, codename: text, only: text },
        ...{ 'other-token': text, 'other-tenant-token': text, 'expired-token': text, 'frozen-token': text },
        ...{ 'patience-s': text, json: flag, 'allow-remote': flag },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readUrl(name: string, value: string | undefined): URL | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new UsageError(`${name} is no http address`)
  return url
}

function readToken(value: string | undefined): string | undefined {
  if (value?.startsWith('@') !== true) return value
  try {
    return readFileSync(value.slice(1), 'utf8').trim()
  } catch {
    throw new UsageError('the file of a token could not be read')
  }
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
