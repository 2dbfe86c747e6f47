import { adminService } from '@sluice/admin/service'
import { assessmentService } from '@sluice/assessment-api/service'
import { generatedDocs } from '@sluice/service-kit'
import openapiTS, { astToString } from 'openapi-typescript'

/** The clients whose types are written from a service's description; the path is from the repository's root. */
const CLIENTS = [
  {
    service: assessmentService,
    path: 'packages/assessment-contract/src/generated/paths.ts',
    about: 'the assessment API, docs/api/assessment-api.json',
  },
  {
    service: adminService,
    path: 'apps/console/src/api/generated/admin.ts',
    about: 'the admin API, docs/api/admin.json',
  },
]

/** Writes the types of each client by its service's OpenAPI document. */
export async function clientTypes(): Promise<{ path: string; text: string }[]> {
  return await Promise.all(
    CLIENTS.map(async ({ service, path, about }) => {
      const page = generatedDocs(service).find((one) => one.path.endsWith('.json'))
      if (page === undefined) throw new Error(`${service.name} has no description`)
      return { path, text: header(about) + astToString(await openapiTS(page.text)) }
    }),
  )
}

function header(about: string): string {
  return `/*
 * Written by npm run openapi from the description of ${about}. A test fails when
 * it is not up to date.
 */

`
}
