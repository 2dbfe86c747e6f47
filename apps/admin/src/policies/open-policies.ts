import { createPrincipalReader, groupsOfRole } from '@sluice/auth'
import {
  type AuditTrail,
  createPoliciesRepository,
  createPolicyDocumentsRepository,
  createToolDefinitionsRepository,
  type Database,
  type UsersRepository,
} from '@sluice/db'
import type { Outbox } from '@sluice/outbox'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { announcePolicyChange, openStoredPolicies, permissionsOf } from '@sluice/policy-store'
import type { BuildContext } from '@sluice/service-kit'
import type { Redis } from 'ioredis'
import type { AdminConfig } from '../config.ts'
import { createPolicyChanges } from './change-policies.ts'
import { PolicyTestWorker } from './policy-test-worker.ts'
import { readRecentRequests } from './recent-requests.ts'
import { createPolicySimulation } from './simulate-policies.ts'
import { createPolicyTests } from './test-policies.ts'
import { createWayBack } from './way-back.ts'

interface Parts {
  readonly redis: Redis
  readonly database: Database
  readonly users: UsersRepository
  readonly outbox: Outbox
  readonly auditTrail: Pick<AuditTrail, 'list'>
}

/** Opens the policies that this service decides by, and what changes those that are stored. */
export async function openPolicies(
  context: BuildContext<AdminConfig>,
  { redis, database, users, outbox, auditTrail }: Parts,
) {
  const { config, clock, logger } = context
  const storedPolicies = createPoliciesRepository(database)
  const permissions = permissionsOf(config)
  const policies = createCedarPolicies({ ...permissions, quotas: config.QUOTAS }, { clock })
  const readings = await openStoredPolicies(context, database, policies)
  // Groups are those of the Users store, so the claims have the names that this reader takes by default.
  const readPrincipal = createPrincipalReader({ rolesByGroup: config.ROLES_BY_GROUP })
  const wayBack = createWayBack({
    users,
    groups: [...groupsOfRole(config, 'aigo'), ...groupsOfRole(config, 'ciso')],
    readPrincipal,
    config: permissions,
    clock,
  })
  const policyChanges = createPolicyChanges({
    ...{ policies: storedPolicies, wayBack, outbox, clock },
    announce: () => announcePolicyChange(redis),
    refresh: () => readings.refresh(),
    onUnannounced: (err) => logger.warn({ err }, 'a change of policies could not be announced'),
  })
  const policySimulation = createPolicySimulation({
    ...{ policies: storedPolicies, users, readPrincipal, config: permissions, clock },
    recentRequests: (tenant, limit) => readRecentRequests(auditTrail, tenant, limit),
  })
  const worker = new PolicyTestWorker()
  context.onClose('policy tests', () => worker.close())
  const policyTests = createPolicyTests({
    ...{ policies: storedPolicies, worker, config: permissions, rolesByGroup: config.ROLES_BY_GROUP },
  })
  const policyDocuments = createPolicyDocumentsRepository(database)
  const toolDefinitions = createToolDefinitionsRepository(database)
  return {
    policies,
    storedPolicies,
    policyDocuments,
    toolDefinitions,
    policyChanges,
    policySimulation,
    policyTests,
    readPrincipal,
    checkReady: () => readings.checkReady(),
  }
}
