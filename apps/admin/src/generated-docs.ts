import { generatedDocs } from '@sluice/service-kit'
import { describeRoutes } from './add-routes.ts'
import { adminConfigSchema } from './config.ts'
import { ADMIN_INFO } from './open-api.ts'

/** What `npm run openapi` writes from the code; a test fails when a committed text is not up to date. */
export const GENERATED_DOCS = generatedDocs({
  root: new URL('../../../docs/', import.meta.url),
  name: 'admin',
  info: ADMIN_INFO,
  describeRoutes,
  service: 'the admin service',
  schema: adminConfigSchema,
  notes: ['What the roles may do is in [administration.md](../administration.md).'],
})
