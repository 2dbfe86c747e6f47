import type { IncomingMessage, ServerResponse } from 'node:http'

/** A longer body is not read to its end where its request is refused: the connection is closed behind the answer. */
const BODY_LEFT_UNREAD_BYTES = 65_536

/** What comes of a long body behind a refusal is not worth reading. */
export function leaveUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (isLongBody(incoming) && !outgoing.headersSent) outgoing.setHeader('connection', 'close')
}

/** Whether a body is too long to be read only to be thrown away; also where its head does not say how long it is. */
export function isLongBody({ headers }: IncomingMessage): boolean {
  return !(Number(headers['content-length']) <= BODY_LEFT_UNREAD_BYTES)
}
