import type { z } from 'zod'
import type { ServiceApp } from './app-env.ts'
import type { ApiInfo } from './open-api.ts'

/** What a service declares before it starts. Its pages under `docs/` are generated from this. */
export interface ServiceDescription {
  /** The name of its folder under `apps/`. */
  readonly name: string
  /** Title, version and description of its OpenAPI document. */
  readonly info: ApiInfo
  /** A `z.object` that spreads `serviceConfigShape`. */
  readonly configSchema: z.ZodObject
  /** Describes the routes for the OpenAPI document; without it there are none. */
  readonly describeRoutes?: (app: ServiceApp) => void
  readonly docs: ServiceDocs
}

/** The texts around the table on a service's page of environment variables. */
interface ServiceDocs {
  /** As in `the gateway`. */
  readonly title: string
  /** Markdown after the table, such as examples. */
  readonly notes?: readonly string[]
}
