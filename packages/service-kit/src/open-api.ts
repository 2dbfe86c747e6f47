import type { ServiceApp } from './app-env.ts'

export interface ApiInfo {
  readonly title: string
  readonly version: string
  readonly description?: string
}

type OpenApiDocument = ReturnType<ServiceApp['getOpenAPI31Document']>

/** The OpenAPI 3.1 document of an app's routes; the same app gives the same document, so that it can be committed. */
export function toOpenApiDocument(app: ServiceApp, info: ApiInfo): OpenApiDocument {
  return app.getOpenAPI31Document({ openapi: '3.1.0', info: { ...info } })
}

/** The text to commit under `docs/api/`: two spaces of indent, a line break at the end. */
export function toOpenApiText(app: ServiceApp, info: ApiInfo): string {
  return `${JSON.stringify(toOpenApiDocument(app, info), null, 2)}\n`
}
