import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './generated/paths.ts'

/** Calls the API by path: `client.GET('/v1/scores', { params: { query: { project } } })`. */
export type AssessmentClient = Client<paths>

/** The records of the API by their names in its description: `AssessmentRecords['Finding']`. */
export type AssessmentRecords = components['schemas']

interface AssessmentClientOptions {
  /** Where the API is, without `/v1`: `http://127.0.0.1:8084`. */
  readonly baseUrl: string
  /** Of `POST /v1/auth/token`; absent for that call itself. One client serves one caller. */
  readonly token?: string
  /** In place of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/**
 * Makes a client of the assessment API. Its types are written from the API's OpenAPI document: a path, a parameter or a
 * member that is not there does not compile. A call gives `data` or `error` with the `response`; it throws only what
 * `fetch` throws.
 */
export function createAssessmentClient({ baseUrl, token, fetch }: AssessmentClientOptions): AssessmentClient {
  return createFetchClient<paths>({
    baseUrl,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  })
}
