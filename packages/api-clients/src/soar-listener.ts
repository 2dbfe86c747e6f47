import createFetchClient, { type Client } from 'openapi-fetch'
import { type ClientOptions, fetchOptions, type JsonMediaType } from './client-options.ts'
import type { paths } from './generated/soar-listener.ts'

/**
 * Makes a client of the SOAR listener (docs/api/soar-listener.json) for callers with an access token:
 * `client.POST('/soar/command', { body })`. Callers that sign must send the very bytes that they have signed, with
 * `fetch` itself. A call gives `data` or `error` with the `response`; it throws only what `fetch` throws.
 */
export function createSoarClient(options: ClientOptions): Client<paths, JsonMediaType> {
  return createFetchClient<paths, JsonMediaType>(fetchOptions(options))
}
