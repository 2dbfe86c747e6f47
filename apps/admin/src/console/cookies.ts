import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

/**
 * `__Host-` (RFC 6265bis, section 4.1.3.2): a browser takes such a cookie only from this very host, over a secure
 * connection, for every path. Browsers count loopback as secure.
 */
const PREFIX = 'host'
const SESSION = 'sluice-console'
const LOGIN = 'sluice-login'
/** Longer than both cookies ever are. */
const MAX_LENGTH = 4_096

/** The id of the console session that a request names. */
export function readSessionCookie(context: Context): string | undefined {
  return read(context, SESSION)
}

/** `Strict`: no request that another site has a part in carries it. */
export function setSessionCookie(context: Context, id: string, maxAgeSeconds: number): void {
  write(context, SESSION, id, { sameSite: 'Strict', maxAge: maxAgeSeconds })
}

export function clearSessionCookie(context: Context): void {
  write(context, SESSION, '', { sameSite: 'Strict', maxAge: 0 })
}

export function readLoginCookie(context: Context): string | undefined {
  return read(context, LOGIN)
}

/** `Lax`: the provider's redirect to the callback carries it. */
export function setLoginCookie(context: Context, sealed: string, maxAgeSeconds: number): void {
  write(context, LOGIN, sealed, { sameSite: 'Lax', maxAge: maxAgeSeconds })
}

export function clearLoginCookie(context: Context): void {
  write(context, LOGIN, '', { sameSite: 'Lax', maxAge: 0 })
}

function read(context: Context, name: string): string | undefined {
  const value = getCookie(context, name, PREFIX)
  return value === undefined || value === '' || value.length > MAX_LENGTH ? undefined : value
}

interface Lifetime {
  readonly sameSite: 'Strict' | 'Lax'
  readonly maxAge: number
}

function write(context: Context, name: string, value: string, { sameSite, maxAge }: Lifetime): void {
  setCookie(context, name, value, { prefix: PREFIX, path: '/', secure: true, httpOnly: true, sameSite, maxAge })
}
