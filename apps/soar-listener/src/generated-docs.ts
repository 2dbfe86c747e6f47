import { configurationPage } from '@sluice/service-kit'
import { soarListenerConfigSchema } from './config.ts'
import { soarListenerOpenApiText } from './open-api.ts'

const docs = new URL('../../../docs/', import.meta.url)

/** What `npm run openapi` writes from the code; a test fails when a committed text is not up to date. */
export const GENERATED_DOCS = [
  { url: new URL('api/soar-listener.json', docs), text: soarListenerOpenApiText },
  { url: new URL('configuration/soar-listener.md', docs), text: configurationText },
]

function configurationText(): string {
  return configurationPage({
    service: 'the SOAR listener',
    source: 'apps/soar-listener/src/config.ts',
    schema: soarListenerConfigSchema,
    notes: [
      'How callers sign and what they may ask for is in [soar.md](../soar.md), the members of `SSF_TRANSMITTERS` are in\n' +
        '[shared-signals.md](../shared-signals.md).',
    ],
  })
}
