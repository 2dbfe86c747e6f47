import { OpenAPIHono } from '@hono/zod-openapi'
import type { ServiceEnv } from './app-env.ts'
import { configurationPage } from './configuration-table.ts'
import { toOpenApiText } from './open-api.ts'
import type { ServiceDescription } from './service-description.ts'

interface GeneratedDoc {
  /** From the folder `docs/`. */
  readonly path: string
  readonly text: string
}

/** The pages that come from a service's code: its OpenAPI document and its page of environment variables. */
export function generatedDocs(service: ServiceDescription): readonly GeneratedDoc[] {
  const { name, info, configSchema: schema, describeRoutes, docs } = service
  const app = new OpenAPIHono<ServiceEnv>()
  describeRoutes?.(app)
  const source = `apps/${name}/src/config.ts`
  return [
    { path: `api/${name}.json`, text: toOpenApiText(app, info) },
    { path: `configuration/${name}.md`, text: configurationPage({ ...docs, source, schema }) },
  ]
}
