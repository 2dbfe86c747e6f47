import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import { problemResponses, type ServiceApp } from '@sluice/service-kit'
import { FairSlots, type ReleaseSlot } from '@sluice/service-kit/async'
import { takeTurn } from '../take-turn.ts'
import type { RequirePerson } from './console-gate.ts'
import { consoleSecurity } from './console-security.ts'
import type { EventSources } from './event-sources.ts'
import { EventStream } from './event-stream.ts'
import type { LiveSessions } from './live-sessions.ts'

interface EventsDependencies {
  readonly requirePerson: RequirePerson
  readonly live: Pick<LiveSessions, 'add' | 'isFresh'>
  readonly sources: Pick<EventSources, 'add' | 'remove'>
}

/** Of all, one person alone gets a quarter; and nobody has more tabs than that. */
const SLOTS = { slots: 256, maxWaiting: 0, maxWaitMs: 0 }
const MAX_PER_PERSON = 8
const RETRY_SECONDS = 5

export const eventsRoute = createRoute({
  method: 'get',
  path: '/console/events',
  summary: 'Follow what happens, as server-sent events',
  description:
    'Only what the person may see. `approval` {id, state, votes}; `freeze` {scope, subject or id, state, change, ' +
    'acknowledged, gateways}, again as gateways acknowledge it; `overview` {gateways, approvals_waiting}; `end` ' +
    '{reason}, after which the stream ends: `logged-out`, `idle`, `expired`, `frozen`, `deactivated`, `groups-changed`, ' +
    '`provider`, `replaced`, or `unavailable` and `stopping`, after which one may follow anew. An EventSource cannot ' +
    'send the header: read it with fetch. A person may have 8 at a time.',
  security: consoleSecurity,
  responses: {
    200: { description: 'The stream.', content: { 'text/event-stream': { schema: z.string() } } },
    ...problemResponses([
      ...(['token_missing', 'token_expired', 'action_not_permitted', 'user_not_active', 'session_frozen'] as const),
      ...(['rate_limit_exceeded', 'overloaded', 'dependency_unavailable'] as const),
    ]),
  },
})

/** Adds the stream of events. */
export function addEvents(app: ServiceApp, { requirePerson, live, sources }: EventsDependencies): void {
  const slots = new FairSlots(SLOTS)
  const held = new Map<string, number>()

  async function take(person: string, signal: AbortSignal): Promise<ReleaseSlot> {
    const count = held.get(person) ?? 0
    if (count >= MAX_PER_PERSON) throw new SluiceError({ code: 'rate_limit_exceeded', message: TOO_MANY })
    held.set(person, count + 1)
    const giveBack = () => {
      const left = (held.get(person) ?? 1) - 1
      if (left === 0) held.delete(person)
      else held.set(person, left)
    }
    try {
      const release = await takeTurn(slots, person, signal, RETRY_SECONDS)
      return () => {
        release()
        giveBack()
      }
    } catch (error) {
      giveBack()
      throw error
    }
  }

  app.openapi(eventsRoute, async (context) => {
    const caller = await requirePerson(context)
    const { principal, idHash } = caller
    const { tenant, sub } = principal
    const release = await take(JSON.stringify([tenant, sub]), context.req.raw.signal)
    let leave = () => {}
    const stream = new EventStream(
      principal,
      () => live.isFresh(),
      () => {
        sources.remove(stream)
        leave()
        release()
      },
    )
    leave = live.add({ idHash, tenant, sub }, (reason) => stream.end(reason))
    sources.add(stream)
    const { signal } = context.req.raw
    // Nobody reads the answer where the browser has left before it began.
    if (signal.aborted) stream.close()
    else signal.addEventListener('abort', () => stream.close(), { once: true })
    return context.body(stream.body, 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  })
}

const TOO_MANY = `Nobody follows more than ${MAX_PER_PERSON} streams at a time.`
