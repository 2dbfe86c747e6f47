import createFetchClient, { type Client } from 'openapi-fetch'
import { type ClientOptions, fetchOptions, type JsonMediaType } from './client-options.ts'
import type { components, paths } from './generated/admin.ts'

/** The records of the admin API by their names in its description: `AdminRecords['Approval']`. */
export type AdminRecords = components['schemas']

/**
 * Makes a client of the admin API (docs/api/admin.json): `client.GET('/admin/sessions', { params: { query } })`. What
 * is no JSON, such as evidence, takes `parseAs`. A call gives `data` or `error` with the `response`; it throws what
 * `fetch` throws, and nothing else.
 */
export function createAdminClient(options: ClientOptions): Client<paths, JsonMediaType> {
  return createFetchClient<paths, JsonMediaType>(fetchOptions(options))
}
