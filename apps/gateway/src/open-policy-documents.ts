import { createPolicyDocumentsRepository, type Database } from '@sluice/db'
import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from './config.ts'
import { createPolicyDocumentKeeper } from './policy-documents.ts'

const RETRY_MS = 5_000

/** Opens what keeps the texts that decisions follow from: those of a policy, and the endpoints. */
export function openPolicyDocuments(
  { logger, onClose }: Pick<BuildContext<GatewayConfig>, 'logger' | 'onClose'>,
  database: Database,
) {
  const keeper = createPolicyDocumentKeeper({
    documents: createPolicyDocumentsRepository(database),
    onError: (err) => logger.warn({ err }, 'the texts that decisions follow from could not be kept'),
    retryMs: RETRY_MS,
  })
  onClose('texts of policies', () => keeper.close())
  return keeper
}
