import { maskReason } from '@sluice/pipeline/mask-text'
import { systemClock } from '@sluice/service-kit'
import type { UserRef } from '@sluice/sessions'
import type { Dependencies } from '../dependencies.ts'
import { type SignalEvent, signalEventOf, subjectOf } from './signal-events.ts'
import { readSubject, type SignalSubject } from './subject.ts'
import type { SecurityEventToken } from './verify-set.ts'

export type ApplyDependencies = Pick<Dependencies, 'control' | 'counts' | 'findUsers' | 'refusedSignals'>

/** A freeze that a token asks for. */
interface RequestedFreeze {
  readonly event: SignalEvent
  readonly reason: string
  readonly subject: SignalSubject
}

/**
 * Applies a verified token and resolves when its freezes are in force. Every subject is read before anybody is frozen,
 * so that a token is applied whole or refused.
 * Throws a `SetError` for a subject that cannot be read, and what the freeze control and the Users store throw.
 */
export async function applySet(
  set: SecurityEventToken,
  requestId: string,
  dependencies: ApplyDependencies,
): Promise<void> {
  const { transmitter, events } = set
  const requests = Object.entries(events).map(([type, payload]): SignalEvent | RequestedFreeze => {
    const event = signalEventOf(type)
    const reason = event.describe?.(payload)
    if (reason === undefined) return event
    return { event, reason, subject: readSubject(subjectOf(set.subject, payload), transmitter) }
  })
  for (const request of requests) {
    if ('subject' in request) await freeze(request, { set, requestId, dependencies })
    else dependencies.counts.signal(request.name, 'ignored')
  }
}

interface Circumstances {
  readonly set: SecurityEventToken
  readonly requestId: string
  readonly dependencies: ApplyDependencies
}

async function freeze({ event, reason, subject }: RequestedFreeze, circumstances: Circumstances): Promise<void> {
  const { set, requestId, dependencies } = circumstances
  const actor = `ssf:${set.transmitter.issuer}`
  const user = await findUser(subject, circumstances)
  if ('sub' in user) {
    const masked = await maskReason(reason, systemClock)
    await dependencies.control.freezeUser(user, { reason: masked, actor, incidentId: set.id, requestId })
    dependencies.counts.signal(event.name, 'frozen')
    return
  }
  // The token is valid, and sending it again would not help. The record asks a person to look.
  dependencies.counts.signal(event.name, 'unknown_subject')
  await dependencies.refusedSignals.record({ code: user.code, actor, tenant: set.transmitter.tenant, requestId })
}

type NotFound = { readonly code: 'user_not_found' | 'user_ambiguous' }

/**
 * Where unknown subjects are frozen too, the Users store is not asked, so that its failure does not delay the freeze.
 */
async function findUser(subject: SignalSubject, { set, dependencies }: Circumstances): Promise<UserRef | NotFound> {
  const { tenant, markUnknown } = set.transmitter
  if ('sub' in subject && markUnknown) return { tenant, sub: subject.sub }
  const [user, ...others] = await dependencies.findUsers(subject, tenant)
  if (others.length > 0) return { code: 'user_ambiguous' }
  return user ?? { code: 'user_not_found' }
}
