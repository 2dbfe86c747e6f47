import { createControlRecord, DEFAULT_TENANT, ERRORS } from '@sluice/contracts'
import type { Outbox, RefusalFolds } from '@sluice/outbox'
import { type BuildContext, peerNetwork } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { BreakGlass } from './break-glass/break-glass.ts'
import type { AdminConfig } from './config.ts'
import type { Denial } from './denial.ts'

interface RefusedCallsOptions {
  readonly breakGlass: Pick<BreakGlass, 'refused'>
  readonly outbox: Pick<Outbox, 'append'>
  readonly folds: Pick<RefusalFolds, 'count' | 'getsOwnRecord'>
}

/**
 * Counts refused callers by endpoint, for an alert, and logs the caller's id. The first refusal of a person with a code
 * leaves a record with the endpoint, the others are counted in one; strangers are counted by network. Refusals of
 * break-glass leave records of their own.
 */
export function observeDenials(
  { metrics, logger, clock }: BuildContext<AdminConfig>,
  { breakGlass, outbox, folds }: RefusedCallsOptions,
): (denial: Denial) => void {
  const denied = metrics.counter({
    name: 'sluice_admin_denied_total',
    help: 'Admin requests that were refused, by endpoint and error code.',
    labelNames: ['method', 'route', 'code'],
  })
  async function record({ requestId, method, route, code, principal, address }: Denial): Promise<void> {
    if (principal === undefined) return folds.count({ tenant: DEFAULT_TENANT, peer: peerNetwork(address), code })
    const { tenant, sub } = principal
    if (!(await folds.getsOwnRecord({ tenant, sub, code }, false))) return
    await outbox.append(
      createControlRecord({
        ...{ id: newId(), event: 'admin.refused', severity: 'medium', timeMs: clock.nowMs(), service: 'admin' },
        ...{ actor: `user:${sub}`, tenant, sub, requestId, details: { call: `${method} ${route}`, code } },
      }),
    )
  }
  return (denial) => {
    const { requestId, method, route, code, principal, inHandler } = denial
    denied.inc({ method, route, code })
    const who = principal === undefined ? {} : { tenant: principal.tenant, sub: principal.sub }
    logger.warn({ requestId, method, route, code, ...who }, 'admin request denied')
    const isBreakGlass = principal !== undefined && route.startsWith('/admin/break-glass')
    // A failure of ours is no refusal, and break-glass has recorded its own.
    if (ERRORS[code].status >= 500 || (isBreakGlass && inHandler === true)) return
    const recorded = isBreakGlass
      ? breakGlass.refused({ ...principal, requestId }, `${method} ${route}`, code)
      : record(denial)
    recorded.catch((err: unknown) => logger.warn({ requestId, err }, 'a refusal could not be recorded'))
  }
}
