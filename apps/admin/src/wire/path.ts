import { z } from '@hono/zod-openapi'
import { isName, NAME_MAX_LENGTH, POSITIVE_INTEGER, SluiceError } from '@sluice/contracts'
import type { MiddlewareHandler } from 'hono'
import type { AdminEnv } from '../access-gate.ts'

/** A whole number from 1 to `max`, as it stands in a path or a query. */
export function wholeNumber(max: number) {
  const error = `must be a whole number from 1 to ${max}`
  return z.string().regex(POSITIVE_INTEGER, error).transform(Number).pipe(z.number().max(max, error))
}

/**
 * A time with its offset, as it stands in a query, where a `+` that is not encoded is a space. PostgreSQL knows no year
 * 0, and nothing was recorded before 1970.
 */
export const instant = z.iso
  .datetime({
    ...{ offset: true, abort: true },
    error: 'must be a time with its offset, as 2026-03-02T08:15:00Z or 2026-03-02T09:15:00%2B01:00',
  })
  .refine((text) => Date.parse(text) >= 0, 'must be in 1970 or later')

/** `{id}` of `/admin/sessions/{id}`. */
export const sessionPath = z.object({
  id: wholeNumber(Number.MAX_SAFE_INTEGER).openapi({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
})

/** `{sub}` of `/admin/users/{sub}`, percent-encoded where it must be. */
export const userPath = z.object({
  sub: z
    .string()
    .refine(isName, 'must be 1 to 256 characters, percent-encoded as UTF-8, without control characters')
    .openapi({ minLength: 1, maxLength: NAME_MAX_LENGTH }),
})

/** `{id}` of what has a UUID: a break-glass request, an approval. */
export const uuidPath = z.object({ id: z.uuid() })

/**
 * Refuses a path that is not percent-encoded UTF-8, because the router would take the octets for the name itself.
 * Throws `invalid_request`.
 */
export const requireDecodablePath: MiddlewareHandler<AdminEnv> = async ({ req }, next) => {
  const { pathname } = new URL(req.url)
  try {
    decodeURIComponent(pathname)
  } catch (cause) {
    throw new SluiceError({ code: 'invalid_request', message: 'The path is not percent-encoded UTF-8.' }, { cause })
  }
  await next()
}
