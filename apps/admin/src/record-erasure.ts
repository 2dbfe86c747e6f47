import { type Clock, createControlRecord } from '@sluice/contracts'
import type { ErasureRecord, LateSession } from '@sluice/db'
import type { Outbox } from '@sluice/outbox'
import { defined } from '@sluice/service-kit/async'
import { newId } from '@sluice/service-kit/environment'

interface Parts {
  readonly outbox: Pick<Outbox, 'append'>
  readonly clock: Clock
}

interface ErasureAct {
  readonly id: string
  readonly tenant: string
  /** `user:SUB`, or a service. */
  readonly actor: string
  readonly reason: string
  readonly requestId?: string
  readonly sessionId?: number
  /** The id of an earlier erasure, behind which records came. */
  readonly behind?: string
}

/**
 * Records an erasure. The record names a session among its details, so that erasing the session does not erase the
 * record. Throws `audit_unavailable`.
 */
export async function recordErasure({ outbox, clock }: Parts, act: ErasureAct): Promise<void> {
  const { id, tenant, actor, reason, requestId, sessionId, behind } = act
  const details = { ...defined({ session: sessionId?.toString() }), ...defined({ behind }) }
  await outbox.append(
    createControlRecord({
      ...{ id, event: 'person.erased', severity: 'high', timeMs: clock.nowMs(), service: 'admin' },
      ...{ actor, tenant, reason },
      ...defined({ requestId }),
      ...(Object.keys(details).length > 0 ? { details } : {}),
    }),
  )
}

/** Records that an erasure was refused under a legal hold, without whom it was about. Throws `audit_unavailable`. */
export async function recordRefusedErasure(
  { outbox, clock }: Parts,
  { tenant, actor, reason, requestId, sessionId }: Omit<ErasureAct, 'id' | 'behind'>,
): Promise<void> {
  await outbox.append(
    createControlRecord({
      ...{ id: newId(), event: 'admin.refused', severity: 'medium', timeMs: clock.nowMs(), service: 'admin' },
      ...{ actor, tenant, reason, ...defined({ requestId }) },
      details: { call: 'POST /admin/erasures', code: 'conflict', ...defined({ session: sessionId?.toString() }) },
    }),
  )
}

/** The erasure of what came behind the erasure of its session: it has a record of its own, which stands behind it. */
export function lateErasure(parts: Parts, { tenant, sessionId, behind }: LateSession): ErasureRecord {
  const id = newId()
  const reason = 'Records came behind the erasure of their session.'
  return {
    erasureId: id,
    record: () => recordErasure(parts, { id, tenant, actor: 'service:admin', reason, sessionId, behind }),
  }
}
