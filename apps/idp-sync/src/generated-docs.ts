import { configurationPage } from '@sluice/service-kit'
import { idpSyncConfigSchema } from './config.ts'
import { idpSyncOpenApiText } from './open-api.ts'

const docs = new URL('../../../docs/', import.meta.url)

/** What `npm run openapi` writes from the code; a test fails when a committed text is not up to date. */
export const GENERATED_DOCS = [
  { url: new URL('api/idp-sync.json', docs), text: idpSyncOpenApiText },
  { url: new URL('configuration/idp-sync.md', docs), text: configurationText },
]

function configurationText(): string {
  return configurationPage({
    service: 'the identity sync',
    source: 'apps/idp-sync/src/config.ts',
    schema: idpSyncConfigSchema,
    notes: ['The members of `DIRECTORIES`, and what happens to users, are in [identity-sync.md](../identity-sync.md).'],
  })
}
