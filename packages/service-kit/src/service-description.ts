import type { z } from 'zod'
import type { ServiceApp } from './app-env.ts'
import type { ApiInfo } from './open-api.ts'

/** What is known of a service without starting it; its pages under `docs/` are generated from it. */
export interface ServiceDescription {
  /** As the folder under `apps/` is called. */
  readonly name: string
  /** What the service says of itself in its OpenAPI document. */
  readonly info: ApiInfo
  /** A `z.object` that spreads `serviceConfigShape`. */
  readonly configSchema: z.ZodObject
  /** Describes the routes for the OpenAPI document; without it there are none. */
  readonly describeRoutes?: (app: ServiceApp) => void
  readonly docs: ServiceDocs
}

/** What a service's page of environment variables says beside the table. */
interface ServiceDocs {
  /** As in `the gateway`. */
  readonly title: string
  /** Markdown after the table: examples and what the table cannot say. */
  readonly notes?: readonly string[]
}
