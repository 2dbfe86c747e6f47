import { z } from '@hono/zod-openapi'
import { isName, NAME_MAX_LENGTH, POSITIVE_INTEGER, SluiceError } from '@sluice/contracts'
import type { MiddlewareHandler } from 'hono'
import type { AdminEnv } from '../access-gate.ts'

/** A whole number from 1 to `max`, as it stands in a path or a query. */
export function wholeNumber(max: number) {
  return z
    .string()
    .regex(POSITIVE_INTEGER, `must be a whole number from 1 to ${max}`)
    .transform(Number)
    .pipe(z.int().max(max))
}

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
