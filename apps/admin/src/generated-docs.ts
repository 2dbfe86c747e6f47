import { configurationPage } from '@sluice/service-kit'
import { adminConfigSchema } from './config.ts'
import { adminOpenApiText } from './open-api.ts'

const docs = new URL('../../../docs/', import.meta.url)

/** What `npm run openapi` writes from the code; a test fails when a committed text is not up to date. */
export const GENERATED_DOCS = [
  { url: new URL('api/admin.json', docs), text: adminOpenApiText },
  { url: new URL('configuration/admin.md', docs), text: configurationText },
]

function configurationText(): string {
  return configurationPage({
    service: 'the admin service',
    source: 'apps/admin/src/config.ts',
    schema: adminConfigSchema,
    notes: ['What the roles may do is in [administration.md](../administration.md).'],
  })
}
