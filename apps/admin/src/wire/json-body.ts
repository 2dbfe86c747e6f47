import { parseJsonBody, readBody, type ServiceEnv } from '@sluice/service-kit'
import type { MiddlewareHandler } from 'hono'

/**
 * Reads a request's body bounded, checks that it is JSON, and hands it to the validator of the route, which by itself
 * would read a body of any length. A client need not name the media type: the body is JSON or refused.
 *
 * @param maxBytes the longest body, in bytes.
 * @throws SluiceError as `readBody` and `parseJsonBody` do.
 */
export function takeJsonBody<Env extends ServiceEnv>(maxBytes: number): MiddlewareHandler<Env> {
  return async ({ req }, next) => {
    const { url, method, headers, signal } = req.raw
    const body = await readBody(req.raw, maxBytes)
    parseJsonBody(body)
    const asJson = new Headers(headers)
    asJson.set('content-type', 'application/json')
    req.raw = new Request(url, { method, headers: asJson, body: body.toString('utf8'), signal })
    await next()
  }
}
