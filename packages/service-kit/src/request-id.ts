import { randomUUID } from 'node:crypto'

export const REQUEST_ID_HEADER = 'x-request-id'

/**
 * The forms of ids that machines make: UUID (RFC 9562), trace id (W3C Trace Context, 32 hex digits), ULID.
 * The id goes into logs and to model endpoints, so a caller must not be able to write a name or a number into it.
 */
const ACCEPTED =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i

/** The caller's request id when it has such a form, else a new random UUID. */
export function chooseRequestId(incoming: string | null | undefined): string {
  return typeof incoming === 'string' && ACCEPTED.test(incoming) ? incoming : randomUUID()
}
