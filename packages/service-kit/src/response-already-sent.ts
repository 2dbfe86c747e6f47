import { RESPONSE_ALREADY_SENT as ALREADY_SENT } from '@hono/node-server/utils/response'

/**
 * What a handler returns that has written its response to `context.env.outgoing` itself; its status must be 200.
 *
 * A clone, because a clone is always a `Response` of Node's: where the adapter replaced the global one before its own
 * constant was made, it takes that constant for an answer to write.
 */
export const RESPONSE_ALREADY_SENT: Response = ALREADY_SENT.clone()
