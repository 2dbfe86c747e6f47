import { OpenAPIHono } from '@hono/zod-openapi'
import { type ServiceEnv, toOpenApiText } from '@sluice/service-kit'

export const IDP_SYNC_INFO = {
  title: 'Sluice identity sync',
  version: '0.1.0',
  description:
    'Pulls directories. Its state is shown by the admin service at `GET /admin/idp-sync`; it has no routes of its own.',
}

/** The text of `docs/api/idp-sync.json`. */
export function idpSyncOpenApiText(): string {
  return toOpenApiText(new OpenAPIHono<ServiceEnv>(), IDP_SYNC_INFO)
}
