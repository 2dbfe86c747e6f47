import { assessmentService } from '@sluice/assessment-api/service'
import { generatedDocs } from '@sluice/service-kit'
import openapiTS, { astToString } from 'openapi-typescript'

const HEADER = `/*
 * Written by npm run openapi from the description of the assessment API, docs/api/assessment-api.json. A test fails when
 * it is not up to date.
 */

`

/** Where the types of the assessment API's client stand, from the repository's root. */
export const CLIENT_TYPES_PATH = 'packages/assessment-contract/src/generated/paths.ts'

/** Writes the types of a client by the assessment API's OpenAPI document. */
export async function clientTypes(): Promise<string> {
  const page = generatedDocs(assessmentService).find(({ path }) => path.endsWith('.json'))
  if (page === undefined) throw new Error('the assessment API has no description')
  return HEADER + astToString(await openapiTS(page.text))
}
