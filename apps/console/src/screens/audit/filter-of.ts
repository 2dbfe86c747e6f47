import type { AuditFilter } from '../../api/audit.ts'
import type { AuditSearch } from './search.ts'

const SINCE_MS: Readonly<Record<NonNullable<AuditSearch['since']>, number>> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
}

/**
 * Makes the conditions for the API of what stands in the address. Chosen times go before "the last day".
 *
 * @param nowMs Milliseconds since 1970; a search begins at a whole minute, so that it is the same for a while.
 */
export function filterOf(search: AuditSearch, nowMs: number): AuditFilter {
  const { user, session, type, min_severity, layer, policy_id, since, from, to } = search
  const beginMs = since && Math.floor((nowMs - SINCE_MS[since]) / 60_000) * 60_000
  return {
    ...{ user, session, type, min_severity, layer, policy_id, to },
    from: from ?? (beginMs === undefined ? undefined : new Date(beginMs).toISOString()),
  }
}
