import type { UserRef } from '@sluice/sessions'
import type { SoarListener } from '../soar-listener.ts'
import { type SignalEvent, signalEventOf, subjectOf } from './signal-events.ts'
import { readSubject, type SignalSubject } from './subject.ts'
import type { SecurityEventToken } from './verify-set.ts'

interface Wish {
  readonly event: SignalEvent
  readonly reason: string
  readonly subject: SignalSubject
}

/**
 * Does what a verified token asks for and resolves when it is in force. Every subject is read before anybody is frozen,
 * so that a token is heeded whole or refused.
 * Throws a `SetError` for a subject that cannot be read, and what the freeze control and the Users store throw.
 */
export async function heedSet(set: SecurityEventToken, requestId: string, listener: SoarListener): Promise<void> {
  const { transmitter, events } = set
  const wishes = Object.entries(events).map(([type, payload]): SignalEvent | Wish => {
    const event = signalEventOf(type)
    const reason = event.describe?.(payload)
    if (reason === undefined) return event
    return { event, reason, subject: readSubject(subjectOf(set.subject, payload), transmitter) }
  })
  for (const wish of wishes) {
    if ('subject' in wish) await freeze(wish, { set, requestId, listener })
    else listener.counts.signal(wish.name, 'ignored')
  }
}

interface Circumstances {
  readonly set: SecurityEventToken
  readonly requestId: string
  readonly listener: SoarListener
}

async function freeze({ event, reason, subject }: Wish, circumstances: Circumstances): Promise<void> {
  const { set, requestId, listener } = circumstances
  const actor = `ssf:${set.transmitter.issuer}`
  const user = await findUser(subject, circumstances)
  if ('sub' in user) {
    await listener.control.freezeUser(user, { reason, actor, incidentId: set.id, requestId })
    listener.counts.signal(event.name, 'frozen')
    return
  }
  // The token itself is right, and sending it again would not help: whoever reads the records must look.
  listener.counts.signal(event.name, 'unknown_subject')
  await listener.refusedSignals.note({ code: user.code, actor, tenant: set.transmitter.tenant, requestId })
}

type NotFound = { readonly code: 'user_not_found' | 'user_ambiguous' }

/** A subject that is marked in any case needs no Users store, so that its failure keeps nobody going. */
async function findUser(subject: SignalSubject, { set, listener }: Circumstances): Promise<UserRef | NotFound> {
  const { tenant, markUnknown } = set.transmitter
  if ('sub' in subject && markUnknown) return { tenant, sub: subject.sub }
  const [user, ...others] = await listener.findUsers(subject, tenant)
  if (others.length > 0) return { code: 'user_ambiguous' }
  return user ?? { code: 'user_not_found' }
}
