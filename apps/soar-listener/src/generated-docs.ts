import { generatedDocs } from '@sluice/service-kit'
import { describeRoutes } from './add-routes.ts'
import { soarListenerConfigSchema } from './config.ts'
import { SOAR_LISTENER_INFO } from './open-api.ts'

/** What `npm run openapi` writes from the code; a test fails when a committed text is not up to date. */
export const GENERATED_DOCS = generatedDocs({
  root: new URL('../../../docs/', import.meta.url),
  name: 'soar-listener',
  info: SOAR_LISTENER_INFO,
  describeRoutes,
  service: 'the SOAR listener',
  schema: soarListenerConfigSchema,
  notes: [
    'How callers sign and what they may ask for is in [soar.md](../soar.md), the members of `SSF_TRANSMITTERS` are in\n' +
      '[shared-signals.md](../shared-signals.md).',
  ],
})
