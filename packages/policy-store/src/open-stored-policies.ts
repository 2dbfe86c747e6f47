import { SluiceError } from '@sluice/contracts'
import { createPoliciesRepository, type Database } from '@sluice/db'
import { asDependencyError, createRefresher, type Refresher } from '@sluice/redis'
import type { OpenContext } from '@sluice/service-kit/environment'
import type { Redis } from 'ioredis'
import type { PolicyStoreConfig } from './config.ts'
import { createPolicyReader, type PolicyTarget } from './stored-policies.ts'

const BROKEN = 'The policy engine gives no answers any more: start this service anew.'

/** Says that policies have changed; what has changed is read from PostgreSQL. */
const CHANNEL = 'sluice:policies:changed'

/**
 * Opens the stored policies of a service: they are in its policy when the promise resolves, and follow every change
 * within a second, or within `POLICY_REFRESH_MS` where the message is lost. A service that cannot read them for the
 * first time does not start. Throws `dependency_unavailable`.
 */
export async function openStoredPolicies(
  { service, config, clock, logger, onClose }: OpenContext<PolicyStoreConfig & { readonly REDIS_URL: string }>,
  database: Database,
  target: PolicyTarget & { isWorking(): boolean },
): Promise<Pick<Refresher, 'refresh' | 'checkReady'>> {
  const refresher = createRefresher({
    redisUrl: config.REDIS_URL,
    channel: CHANNEL,
    connectionName: `sluice-${service}-policies`,
    clock,
    everyMs: config.POLICY_REFRESH_MS,
    staleAfterMs: config.POLICY_STALE_AFTER_MS,
    read: createPolicyReader(createPoliciesRepository(database), target, (tenant, faults) =>
      logger.error(
        { err: undefined, tenant, faults },
        'stored policies cannot be used: all is forbidden to the tenant',
      ),
    ),
    onError: (err) => logger.warn({ err }, 'stored policies could not be read anew'),
  })
  onClose('stored policies', () => refresher.close())
  await refresher.start()
  return {
    refresh: () => refresher.refresh(),
    checkReady: async () => {
      await refresher.checkReady()
      if (!target.isWorking()) throw new SluiceError('dependency_unavailable', { cause: new Error(BROKEN) })
    },
  }
}

/** Tells every service that stored policies have changed, after the change. Throws `dependency_unavailable`. */
export async function announcePolicyChange(redis: Redis): Promise<void> {
  try {
    await redis.publish(CHANNEL, 'changed')
  } catch (error) {
    throw asDependencyError(error)
  }
}
