import createFetchClient, { type Client } from 'openapi-fetch'
import { type ClientOptions, fetchOptions } from './client-options.ts'
import type { paths } from './generated/gateway.ts'

/**
 * Makes a client of the gateway (docs/api/gateway.json), for those who want no SDK of a provider:
 * `client.POST('/v1/chat/completions', { body })`. A stream takes `parseAs: 'stream'`. A call gives `data` or `error`
 * with the `response`; it throws only what `fetch` throws, and tries nothing again.
 */
export function createGatewayClient(options: ClientOptions): Client<paths, 'application/json'> {
  return createFetchClient<paths, 'application/json'>(fetchOptions(options))
}
