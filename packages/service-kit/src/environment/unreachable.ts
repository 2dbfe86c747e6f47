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
 * Makes the error of a start that fails because nothing usable answers at the URL of a variable. It names the variable,
 * the address and the code of the cause, or that the URL lacks a password. It does not quote the
 * cause, which may hold credentials.
 */
export function unreachable(variable: string, url: string, cause: unknown): ConfigError {
  const code =
    codeOf(cause) ?? (lacksPassword(url, cause) ? 'no password given' : isTimeout(cause) ? 'time-out' : undefined)
  const message = `${addressOf(url)} could not be used${code === undefined ? '' : ` (${code})`}`
  return new ConfigError([{ variable, message }], { cause })
}

/** For example `ECONNREFUSED` (Node), `28P01` (PostgreSQL), `WRONGPASS` (Redis begins the message with its code). */
function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return /^[A-Z]{3,20}(?= )/.exec(cause.message)?.[0]
}

/** The PostgreSQL client says `timeout exceeded when trying to connect`, without a code. */
function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && /timeout/i.test(cause.message)
}

/** The PostgreSQL client fails without a code where the server asks for a password and the URL has none. */
function lacksPassword(url: string, cause: unknown): boolean {
  return URL.parse(url)?.password === '' && cause instanceof Error && cause.message.includes('password')
}
