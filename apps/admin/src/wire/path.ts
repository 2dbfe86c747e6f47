import { z } from '@hono/zod-openapi'
import { isName, NAME_MAX_LENGTH, parsePositiveInteger, SluiceError } from '@sluice/contracts'
import type { Context } from 'hono'
import type { AdminEnv } from '../access-gate.ts'

/** Reads `{id}` of `/admin/sessions/{id}`: a positive safe integer. Throws `invalid_request`. */
export function readSessionId(context: Context<AdminEnv>): number {
  const id = parsePositiveInteger(segment(context))
  if (id !== undefined) return id
  const message = 'The id of a session is a whole number from 1 to 9007199254740991.'
  throw new SluiceError({ code: 'invalid_request', message, param: 'id' })
}

/** How OpenAPI describes the paths of a session and of a user. */
export const sessionPath = z.object({ id: z.int().min(1) })
export const userPath = z.object({ sub: z.string().min(1).max(NAME_MAX_LENGTH) })

/** Reads `{sub}` of `/admin/users/{sub}`, percent-encoded where it must be. Throws `invalid_request`. */
export function readSub(context: Context<AdminEnv>): string {
  const sub = decode(segment(context))
  if (sub !== undefined && isName(sub)) return sub
  const message = 'The subject of a user is 1 to 256 characters, percent-encoded as UTF-8, without control characters.'
  throw new SluiceError({ code: 'invalid_request', message, param: 'sub' })
}

/** The third segment as it was sent: Hono's own decoding leaves in place what it cannot decode. */
function segment(context: Context<AdminEnv>): string {
  return new URL(context.req.url).pathname.split('/')[3] ?? ''
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
