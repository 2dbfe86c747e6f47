import { generatedDocs } from '@sluice/service-kit'
import { idpSyncConfigSchema } from './config.ts'
import { IDP_SYNC_INFO } from './open-api.ts'

/** What `npm run openapi` writes from the code; a test fails when a committed text is not up to date. */
export const GENERATED_DOCS = generatedDocs({
  root: new URL('../../../docs/', import.meta.url),
  name: 'idp-sync',
  info: IDP_SYNC_INFO,
  service: 'the identity sync',
  schema: idpSyncConfigSchema,
  notes: ['The members of `DIRECTORIES`, and what happens to users, are in [identity-sync.md](../identity-sync.md).'],
})
