import { hash } from 'node:crypto'
import type { Refusal } from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import type { ModelRequest } from '../../request/index.ts'

/**
 * How long a request that failed is known again, in milliseconds, or so long behind the time that its sender was told
 * to wait: clients repeat within seconds.
 */
const KNOWN_MS = 10_000
const MAX_USERS = 10_000
const MAX_REQUESTS_PER_USER = 64
/** What is digested at each end of a long body; its length counts too. */
const DIGESTED_BYTES = 262_144

/** What a request has used of its tries. */
interface UsedTries {
  readonly tries: number
  /** What its last sender was told. */
  readonly refusal: Refusal
  /** When it may come again, because an endpoint has said so; `Infinity` where none has. */
  readonly againAtMs: number
  readonly untilMs: number
}

/**
 * Remembers the requests of users that have just failed, with the tries that each has used. Clients send a request
 * again by themselves, some whatever they are told: what comes again shares its tries with what came before, so that
 * three requests with three tries each are three attempts and not nine.
 */
export class RetryLedger {
  readonly #users = new LRUCache<string, LRUCache<string, UsedTries>>({ max: MAX_USERS })

  /** What this very request has used, where it failed a moment ago. Costs nothing while nothing of the user has. */
  find(user: string, request: ModelRequest, nowMs: number): UsedTries | undefined {
    const failed = this.#users.get(user)
    if (failed === undefined) return undefined
    const digest = digestOf(request)
    const used = failed.get(digest)
    if (used === undefined || nowMs < used.untilMs) return used
    failed.delete(digest)
    if (failed.size === 0) this.#users.delete(user)
    return undefined
  }

  /** @param tries of this request and of those before it that were the same. */
  failed(user: string, request: ModelRequest, tries: number, refusal: Refusal, nowMs: number): void {
    const failed = this.#users.get(user) ?? new LRUCache<string, UsedTries>({ max: MAX_REQUESTS_PER_USER })
    this.#users.set(user, failed)
    const { retryAfterSeconds } = refusal
    const againAtMs = retryAfterSeconds === undefined ? Number.POSITIVE_INFINITY : nowMs + retryAfterSeconds * 1000
    const untilMs = (retryAfterSeconds === undefined ? nowMs : againAtMs) + KNOWN_MS
    failed.set(digestOf(request), { tries, refusal, againAtMs, untilMs })
  }

  answered(user: string, request: ModelRequest): void {
    const failed = this.#users.get(user)
    if (failed === undefined) return
    failed.delete(digestOf(request))
    if (failed.size === 0) this.#users.delete(user)
  }
}

/** Of the request as it leaves. It stays in memory. */
function digestOf(request: ModelRequest): string {
  const { kind, body } = request
  const head = JSON.stringify([kind, body])
  if (request.remote === undefined) return hash('sha256', head, 'base64url')
  const masked = request.masked ?? new Uint8Array()
  const ends = [masked.subarray(0, DIGESTED_BYTES), masked.subarray(-DIGESTED_BYTES)]
  return hash('sha256', Buffer.concat([Buffer.from(`${head}${masked.byteLength}`), ...ends]), 'base64url')
}
