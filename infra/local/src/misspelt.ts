import { type Environment, findMisspelt } from '@sluice/service-kit/environment'
import { UPSTREAM_VARIABLES } from './upstreams.ts'

/** What the local stack itself reads. The services look for misspelt variables of their own, and log them. */
const VARIABLES = ['PORT_BASE', 'SLUICE_STATE_DIR', 'REDIS_URL', 'DATABASE_URL', ...UPSTREAM_VARIABLES]

/** A line for each variable that is set, that nothing reads, and that nearly is one of the local stack's. */
export function warnOfMisspelt(environment: Environment): readonly string[] {
  return findMisspelt(VARIABLES, environment).map(
    ({ given, meant }) => `${given} is set, which nothing reads. Is ${meant} meant?`,
  )
}
