import { ConfigError } from './config-error.ts'

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'postgres:': '5432',
  'postgresql:': '5432',
  'redis:': '6379',
  'rediss:': '6379',
}

/** The host and port that a URL names, for logs and messages: without user, password, path and query. */
export function addressOf(url: string): string {
  const { hostname = '', port = '', protocol = '' } = URL.parse(url) ?? {}
  return `${hostname}:${port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port}`
}

/**
 * The error of a start that cannot go on because a variable's URL leads to nothing usable. It names the variable, the
 * address and the code of the cause: a message of a client may hold credentials.
 */
export function unreachable(variable: string, url: string, cause: unknown): ConfigError {
  const code = codeOf(cause)
  const message = `${addressOf(url)} could not be used${code === undefined ? '' : ` (${code})`}`
  return new ConfigError([{ variable, message }], { cause })
}

/** `ECONNREFUSED` of Node, `28P01` of PostgreSQL, `WRONGPASS` of Redis, which puts its code in front of the message. */
function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return /^[A-Z]{3,20}(?= )/.exec(cause.message)?.[0]
}
