import { randomUUID } from 'node:crypto'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Only what is safe in a header, a log line and a trace search, and short enough to index. */
const ACCEPTED = /^[A-Za-z0-9._:-]{1,128}$/

/** The caller's request id when it is well formed, else a new random UUID. */
export function chooseRequestId(incoming: string | null | undefined): string {
  return typeof incoming === 'string' && ACCEPTED.test(incoming) ? incoming : randomUUID()
}
