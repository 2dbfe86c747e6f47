import type { Clock } from '@sluice/contracts'
import type { Logger, ServiceEnv } from '@sluice/service-kit'
import type { MiddlewareHandler } from 'hono'
import type { RecentRecords } from '../records/recent-records.ts'
import type { AuditEntry } from '../records/records.ts'
import type { Identify } from './identify.ts'

const MUTATING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** A path is cut there in the trail; the longest path of this API is far shorter. */
const MAX_TARGET_LENGTH = 512

interface AuditOptions {
  readonly trail: RecentRecords<AuditEntry>
  readonly identify: Identify
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Records every POST, PUT, PATCH and DELETE in the audit trail (specification, section 6), whatever became of it: also
 * those that were refused, failed, or met no endpoint. The entry goes to the log too, because the trail is bounded and
 * does not outlive the process.
 */
export function recordMutations({ trail, identify, clock, logger }: AuditOptions): MiddlewareHandler<ServiceEnv> {
  return async (context, next) => {
    const { method } = context.req
    if (!MUTATING.has(method)) {
      await next()
      return
    }
    let status = 500
    try {
      await next()
      status = context.res.status
    } finally {
      const identification = await identify(context.req.raw)
      const entry: AuditEntry = {
        actor: 'caller' in identification ? identification.caller.name : 'anonymous',
        action: method,
        target: context.req.path.slice(0, MAX_TARGET_LENGTH),
        timestamp: new Date(clock.nowMs()).toISOString(),
        detail: `Status: ${status}`,
      }
      trail.add(entry)
      logger.info({ requestId: context.get('requestId'), audit: entry }, 'audit')
    }
  }
}
