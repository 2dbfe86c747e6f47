import { generatedDocs, type ServiceDescription } from '@sluice/service-kit'
import openapiTS, { astToString } from 'openapi-typescript'
import { SERVICES } from './services.ts'

/** It has no operations, and so no client. */
const WITHOUT_CLIENT = 'idp-sync'

/** Writes the types of each client by its service's OpenAPI document; the path is from the repository's root. */
export async function clientTypes(): Promise<{ path: string; text: string }[]> {
  return await Promise.all(SERVICES.filter(({ name }) => name !== WITHOUT_CLIENT).map(typesOf))
}

async function typesOf(service: ServiceDescription): Promise<{ path: string; text: string }> {
  const page = generatedDocs(service).find((one) => one.path.endsWith('.json'))
  if (page === undefined) throw new Error(`${service.name} has no description`)
  const path = `packages/api-clients/src/generated/${service.name}.ts`
  return { path, text: header(`docs/${page.path}`) + astToString(await openapiTS(page.text)) }
}

function header(document: string): string {
  return `/*
 * Written by npm run openapi from ${document}. A test fails when it is not up to date.
 */

`
}
