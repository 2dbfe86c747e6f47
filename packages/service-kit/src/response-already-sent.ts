import { RESPONSE_ALREADY_SENT as ALREADY_SENT } from '@hono/node-server/utils/response'

/** What a handler returns that has written its response to `context.env.outgoing` itself; its status must be 200. */
export const RESPONSE_ALREADY_SENT: Response = ALREADY_SENT
