import { OpenAPIHono } from '@hono/zod-openapi'
import type { ServiceApp, ServiceEnv } from './app-env.ts'
import { type ConfigurationPage, configurationPage } from './configuration-table.ts'
import { type ApiInfo, toOpenApiText } from './open-api.ts'

export interface GeneratedDoc {
  readonly url: URL
  text(): string
}

export interface ServiceDocs extends Omit<ConfigurationPage, 'source'> {
  /** The folder `docs/`. */
  readonly root: URL
  /** As the folder under `apps/` is called. */
  readonly name: string
  readonly info: ApiInfo
  /** Registers the routes for the OpenAPI document; without it there are none. */
  readonly describeRoutes?: (app: ServiceApp) => void
}

/** What `npm run openapi` writes from a service's code: its OpenAPI document and its page of environment variables. */
export function generatedDocs({ root, name, info, describeRoutes, ...page }: ServiceDocs): readonly GeneratedDoc[] {
  return [
    {
      url: new URL(`api/${name}.json`, root),
      text: () => {
        const app = new OpenAPIHono<ServiceEnv>()
        describeRoutes?.(app)
        return toOpenApiText(app, info)
      },
    },
    {
      url: new URL(`configuration/${name}.md`, root),
      text: () => configurationPage({ ...page, source: `apps/${name}/src/config.ts` }),
    },
  ]
}
