import createFetchClient, { type Client } from 'openapi-fetch'
import { type ClientOptions, fetchOptions } from './client-options.ts'
import type { components, paths } from './generated/assessment-api.ts'

/** Calls the API by path: `client.GET('/v1/scores', { params: { query: { project } } })`. */
export type AssessmentClient = Client<paths>

/** The records of the API by their names in its description: `AssessmentRecords['Finding']`. */
export type AssessmentRecords = components['schemas']

/**
 * Makes a client of the assessment API (docs/api/assessment-api.json); the token is that of `POST /v1/auth/token`. A
 * path, a parameter or a member that is not there does not compile. A call gives `data` or `error` with the
 * `response`; it throws only what `fetch` throws.
 */
export function createAssessmentClient(options: ClientOptions): AssessmentClient {
  return createFetchClient<paths>(fetchOptions(options))
}
