import { createPrincipalReader, groupsOfRole } from '@sluice/auth'
import { createPoliciesRepository, type Database, type UsersRepository } from '@sluice/db'
import type { Outbox } from '@sluice/outbox'
import type { PolicyConfig } from '@sluice/policy'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { announcePolicyChange, openStoredPolicies } from '@sluice/policy-store'
import type { BuildContext } from '@sluice/service-kit'
import type { Redis } from 'ioredis'
import type { AdminConfig } from '../config.ts'
import { createPolicyChanges } from './change-policies.ts'
import { createWayBack } from './way-back.ts'

interface Parts {
  readonly redis: Redis
  readonly database: Database
  readonly users: UsersRepository
  readonly outbox: Outbox
}

/** What this service decides by beside policies: none of it is about administrators. */
const POLICY_CONFIG: PolicyConfig = { clearances: {} }

/** Opens the policies that this service decides by, and what changes those that are stored. */
export async function openPolicies(context: BuildContext<AdminConfig>, { redis, database, users, outbox }: Parts) {
  const { config, clock, logger } = context
  const storedPolicies = createPoliciesRepository(database)
  const policies = createCedarPolicies(POLICY_CONFIG, { clock })
  const readings = await openStoredPolicies(context, database, policies)
  const wayBack = createWayBack({
    users,
    groups: [...groupsOfRole(config, 'aigo'), ...groupsOfRole(config, 'ciso')],
    readPrincipal: createPrincipalReader({ rolesByGroup: config.ROLES_BY_GROUP }),
    config: POLICY_CONFIG,
    clock,
  })
  const policyChanges = createPolicyChanges({
    ...{ policies: storedPolicies, wayBack, outbox, clock },
    announce: () => announcePolicyChange(redis),
    refresh: () => readings.refresh(),
    onUnannounced: (err) => logger.warn({ err }, 'a change of policies could not be announced'),
  })
  return { policies, storedPolicies, policyChanges, checkReady: () => readings.checkReady() }
}
