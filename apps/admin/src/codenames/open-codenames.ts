import { announceCodenames, gatewayVersions, UploadWorker } from '@sluice/codename-store'
import { SluiceError } from '@sluice/contracts'
import { createCodenamesRepository, type Database } from '@sluice/db'
import type { OpenDataKeys } from '@sluice/keys'
import type { Outbox } from '@sluice/outbox'
import type { BuildContext } from '@sluice/service-kit'
import type { Redis } from 'ioredis'
import type { AdminConfig } from '../config.ts'
import { type CodenamePage, type CodenameQuery, listCodenames } from './list-codenames.ts'
import { CodenameUploads } from './upload-codenames.ts'

interface Parts {
  readonly redis: Redis
  readonly database: Database
  readonly outbox: Pick<Outbox, 'append'>
  readonly keys: OpenDataKeys | undefined
}

/** The Private Semantic Map, as the admin service shows and changes it. */
export type CodenameAdministration = ReturnType<typeof openCodenames>

/**
 * Opens what shows and changes codenames. Without data keys it refuses with `dependency_unavailable`.
 */
export function openCodenames(
  { config, clock, logger }: BuildContext<AdminConfig>,
  { redis, database, outbox, keys }: Parts,
) {
  const repository = createCodenamesRepository(database)
  const requireKeys = () => {
    if (keys !== undefined) return keys
    const message = 'This service has no DATA_KEYS, which seal codenames.'
    throw new SluiceError({ code: 'dependency_unavailable', message, retry: false })
  }
  const uploads = new CodenameUploads({
    ...{ repository, outbox, clock },
    startWorker: (tenant) => {
      const { dataKeys, currentKeyId } = requireKeys()
      return new UploadWorker({ tenant, dataKeys, currentKeyId, classes: config.CODENAME_CLASSES })
    },
    announce: () => announceCodenames(redis),
    onUnannounced: (err) => logger.warn({ err }, 'a change of codenames could not be announced'),
  })
  return {
    find: (tenant: string) => repository.find(tenant),
    gateways: (tenant: string) => gatewayVersions(redis, tenant, clock.nowMs()),
    list: async (query: CodenameQuery): Promise<CodenamePage> => {
      return await listCodenames(repository, requireKeys().keyRing, query)
    },
    upload: (...order: Parameters<CodenameUploads['upload']>) => uploads.upload(...order),
    check: (...order: Parameters<CodenameUploads['check']>) => uploads.check(...order),
  }
}
