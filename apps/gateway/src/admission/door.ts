import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock, Principal } from '@sluice/contracts'
import { type ModelRequestKind, noteNewCaller, waitOf } from '@sluice/pipeline'
import { chooseRequestId, type Doorkeeper, REQUEST_ID_HEADER, routePattern, type ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Protocol } from '../protocols/protocol.ts'
import { type CredentialHeader, readCredentials } from './credentials.ts'
import { EventLoopQueue } from './event-loop-queue.ts'
import { makeRefusalTemplate, type RefusalTemplate } from './refusal-template.ts'
import { OVERLOADED, userOf } from './request-turns.ts'
import { isLongBody } from './unread-body.ts'

/** How much of the longest wait may be used up where another request is let in. Who is let in should be answered. */
const FULL_AT = 0.75
/** How much of it the oldest request has to have waited for: a queue that came a moment ago may go as fast. */
const STANDING_AT = 0.5
/** So many pairs of an address and a credential are known, those that came last. */
const MAX_KNOWN = 1_000
/**
 * So many of one user. An address may be written in many ways (`/mcp/ANY`, `%63hat`): whoever varies it is let in each
 * time, waits inside behind the own requests and is refused there. Nobody else gets in or out by it, as long as one
 * user's addresses do not push out those of the others.
 */
const MAX_KNOWN_OF_USER = 50
/** Writing a refusal takes about a sixth of a millisecond of the event loop. */
const ANSWERS = { perRound: 32, perRoundBehind: 1 } as const
/** So long a refusal may be late, in milliseconds: those of that time are written together, which costs less. */
const TOGETHER_MS = 100
/** How long a refusal is held back: as long as it asks to wait, or who asks again at once would be the faster one. */
const HELD_BACK_MS = OVERLOADED.retryAfterSeconds * 1_000

/** A request that was turned away. */
export interface TurnedAway {
  readonly tenant: string
  readonly sub: string
  readonly kind: ModelRequestKind
  readonly method: string
  readonly route: string
  readonly status: number
  readonly durationMs: number
}

interface DoorOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** How long a request may wait for its turn, in milliseconds. */
  readonly longestWaitMs: number
  readonly onTurnedAway: (turnedAway: TurnedAway) => void
  /** For tests. */
  readonly heldBackMs?: number
}

/** A request that was turned away and is to be told so. */
interface Held {
  readonly dueMs: number
  readonly refuse: () => void
}

interface Known extends Omit<TurnedAway, 'durationMs' | 'status'> {
  readonly user: string
  readonly template: RefusalTemplate
}

/**
 * Turns requests away in front of the app, while their users have so many waiting that there will be no time for
 * another one. To refuse there costs half of what it costs inside the app. It only knows whom the app has
 * introduced: an address and a credential whose caller was found to be so busy. What it does not know, it lets in.
 */
export class Door implements Doorkeeper {
  readonly #options: DoorOptions
  readonly #known = new LRUCache<string, Known>({ max: MAX_KNOWN })
  /** The keys of each user in `#known`, the oldest first. */
  readonly #keysOf = new LRUCache<string, Set<string>>({ max: MAX_KNOWN })
  readonly #templates = new Map<string, Promise<RefusalTemplate>>()
  readonly #answers = new EventLoopQueue(ANSWERS)
  /** In the order in which they are due. */
  #held: Held[] = []

  constructor(options: DoorOptions) {
    this.#options = options
  }

  onConnection(): void {
    noteNewCaller()
  }

  /** Remembers the caller of a request where the next one from there would be turned away. */
  introduce(context: Context<ServiceEnv>, protocol: Protocol<ModelRequestKind>, caller: Principal): void {
    const { tenant, sub } = caller
    const { incoming } = context.env
    const user = userOf(caller)
    if (incoming === undefined || !this.#isFull(user)) return
    const known = { tenant, sub, user, kind: protocol.kind, method: context.req.method, route: routePattern(context) }
    const key = keyOf(incoming)
    this.#templateOf(context, protocol).then(
      (template) => this.#remember(key, { ...known, template }),
      // The app refuses the next one as well, and tells what is wrong with it.
      () => this.#templates.delete(protocol.name),
    )
  }

  turnsAway(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (this.#known.size === 0 || isLongBody(incoming)) return false
    const known = this.#known.get(keyOf(incoming))
    if (known === undefined || !this.#isFull(known.user)) return false
    const { clock, heldBackMs = HELD_BACK_MS } = this.#options
    const startedMs = clock.monotonicMs()
    // Its body is thrown away as it comes.
    incoming.resume()
    const refuse = () => this.#refuse(known, startedMs, incoming, outgoing)
    if (this.#held.push({ dueMs: startedMs + heldBackMs, refuse }) === 1) this.#answerLater()
    return true
  }

  #answerLater(): void {
    const { clock } = this.#options
    const [first] = this.#held
    if (first === undefined) return
    const waitMs = Math.max(0, first.dueMs - clock.monotonicMs()) + TOGETHER_MS
    setTimeout(() => {
      const nowMs = clock.monotonicMs()
      const later = this.#held.findIndex(({ dueMs }) => dueMs > nowMs)
      const due = later === -1 ? this.#held : this.#held.slice(0, later)
      this.#held = later === -1 ? [] : this.#held.slice(later)
      for (const { refuse } of due) this.#answers.add(refuse)
      this.#answerLater()
    }, waitMs)
  }

  #templateOf(context: Context<ServiceEnv>, protocol: Protocol<ModelRequestKind>): Promise<RefusalTemplate> {
    const made = this.#templates.get(protocol.name) ?? makeRefusalTemplate(protocol, context)
    this.#templates.set(protocol.name, made)
    return made
  }

  #remember(key: string, known: Known): void {
    const keys = this.#keysOf.get(known.user) ?? new Set()
    this.#keysOf.set(known.user, keys.add(key))
    const [oldest] = keys
    if (keys.size > MAX_KNOWN_OF_USER && oldest !== undefined) {
      keys.delete(oldest)
      this.#known.delete(oldest)
    }
    this.#known.set(key, known)
  }

  #isFull(user: string): boolean {
    const { clock, longestWaitMs } = this.#options
    const { oldestMs, expectedMs } = waitOf(user, clock)
    return oldestMs > STANDING_AT * longestWaitMs && expectedMs > FULL_AT * longestWaitMs
  }

  #refuse(known: Known, startedMs: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { template, user: _, ...caller } = known
    const { status } = template
    const given = incoming.headers[REQUEST_ID_HEADER]
    const id = chooseRequestId(typeof given === 'string' ? given : undefined)
    // As a text, it leaves with the head in one write.
    const body = template.body(id)
    const length = Buffer.byteLength(body)
    const headers = { ...template.headers(id), [REQUEST_ID_HEADER]: id, 'content-length': length }
    if (!outgoing.closed) outgoing.writeHead(status, headers).end(body)
    this.#options.onTurnedAway({ ...caller, status, durationMs: this.#options.clock.monotonicMs() - startedMs })
  }
}

const CREDENTIALS: readonly CredentialHeader[] = ['authorization', 'x-api-key', 'api-key']

/** Names an address and a credential, without holding the credential. */
function keyOf({ method, url, headers }: IncomingMessage): string {
  const header = (name: CredentialHeader) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const path = url?.split('?', 1)[0]
  return hash('sha256', `${method} ${path} ${readCredentials(header, CREDENTIALS)}`, 'base64url')
}
