import { hash } from 'node:crypto'
import { SluiceError } from '@sluice/contracts'
import { type BatchedCommand, type CommandBatcher, unexpectedReply } from '@sluice/redis'
import {
  FIRST_TIMED_SESSION,
  type MappingPage,
  type SecureStateMap,
  type SessionRef,
  type SessionScope,
  type SessionSecrets,
} from '../secure-state-map.ts'
import { heldKeyOf, SLOTS, slotOf } from './state-map-keys.ts'
import { PAGE, READ, SECRETS, WRITE } from './state-map-scripts.ts'

interface RedisStateMapOptions {
  /** How long a value is kept at least after it was last written, in milliseconds; it is gone after twice that. */
  readonly ttlMs: number
  /** What the values of one session, of one user and of all may take in Redis, in bytes. */
  readonly maxSessionBytes: number
  readonly maxUserBytes: number
  /** Each of the 16 slots that users are spread over holds a sixteenth. */
  readonly maxBytes: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
}

interface SessionKeys {
  readonly user: string
  readonly session: string
  readonly newer: string
  readonly older: string
  readonly secrets: string
  readonly ends: string
  readonly bytes: string
  /** The marks of holds on the user and on the session. */
  readonly held: readonly [string, string]
}

/** With two arguments for each token, a command stays below what the batcher takes. */
const TOKENS_PER_COMMAND = 1_000
/** Opening so many takes a few milliseconds. */
const TOKENS_PER_PAGE = 500
/** The generation that a page begins in, and the cursor of Redis in it. */
const CURSOR = /^(newer|older)\.([0-9]{1,20})$/

/**
 * The Secure State Map in Redis. The keys of a session name its user and a digest of its secret; those of one user are
 * in one slot of a cluster. All verbs reject with `dependency_unavailable`.
 */
export function createRedisStateMap(
  commands: CommandBatcher,
  options: RedisStateMapOptions,
): SecureStateMap & SessionSecrets {
  return new RedisStateMap(commands, options)
}

class RedisStateMap implements SecureStateMap, SessionSecrets {
  readonly #write: BatchedCommand
  readonly #read: BatchedCommand
  readonly #secrets: BatchedCommand
  readonly #page: BatchedCommand
  readonly #limits: readonly number[]
  readonly #keyPrefix: string

  constructor(commands: CommandBatcher, options: RedisStateMapOptions) {
    const { ttlMs, maxSessionBytes, maxUserBytes, maxBytes, keyPrefix = 'sluice:' } = options
    this.#write = commands.define(WRITE)
    this.#read = commands.define(READ)
    this.#secrets = commands.define(SECRETS)
    this.#page = commands.define(PAGE)
    this.#limits = [ttlMs, maxSessionBytes, maxUserBytes, Math.floor(maxBytes / SLOTS)]
    this.#keyPrefix = keyPrefix
  }

  async write(scope: SessionScope, sealed: ReadonlyMap<string, string>): Promise<void> {
    const { newer, older, secrets, ends, bytes, session, user, held } = this.#keysOf(scope)
    const head = [...this.#limits, session, user, digestOf(scope.secret), scope.secret]
    const writes = slicesOf([...sealed]).map((slice) =>
      this.#write([newer, older, secrets, ends, bytes, ...held], [...head, ...slice.flat()]),
    )
    for (const reply of await Promise.all(writes)) requireWritten(reply)
  }

  async read(scope: SessionScope, tokens: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { newer, older } = this.#keysOf(scope)
    const known = await this.#readFrom([newer, older], tokens)
    if (scope.sessionId >= FIRST_TIMED_SESSION || known.size === tokens.length) return known
    const before = `${this.#keyPrefix}{s:${encodeURIComponent(scope.tenant)}:${scope.sessionId}}:map`
    const missing = tokens.filter((token) => !known.has(token))
    return new Map([...known, ...(await this.#readFrom([before, `${before}:old`], missing))])
  }

  async secretsOf(session: SessionRef): Promise<readonly string[]> {
    const reply = await this.#secrets([this.#slotOf(session).secrets], [])
    if (!Array.isArray(reply)) throw unexpectedReply()
    return reply.map(String)
  }

  async page(scope: SessionScope, cursor = 'newer.0'): Promise<MappingPage> {
    const { newer, older } = this.#keysOf(scope)
    const [, generation, at = ''] = CURSOR.exec(cursor) ?? []
    if (generation === undefined) throw new SluiceError({ code: 'invalid_request', param: 'cursor' })
    const reply = await this.#page([generation === 'newer' ? newer : older, newer], [at, TOKENS_PER_PAGE])
    if (!Array.isArray(reply)) throw unexpectedReply()
    const [next = '', ...tokensAndValues] = reply.map(String)
    const sealed = new Map<string, string>()
    for (let place = 0; place + 1 < tokensAndValues.length; place += 2) {
      sealed.set(tokensAndValues[place] ?? '', tokensAndValues[place + 1] ?? '')
    }
    if (next !== '0') return { sealed, next: `${generation}.${next}` }
    return generation === 'newer' ? { sealed, next: 'older.0' } : { sealed }
  }

  async #readFrom(keys: [string, string], tokens: readonly string[]): Promise<Map<string, string>> {
    const reads = slicesOf(tokens).map((slice) => this.#read(keys, slice))
    const values = (await Promise.all(reads)).flatMap((reply) => (Array.isArray(reply) ? reply : []))
    if (values.length !== tokens.length) throw unexpectedReply()
    const known = new Map<string, string>()
    for (const [index, token] of tokens.entries()) {
      const value: unknown = values[index]
      if (typeof value === 'string') known.set(token, value)
    }
    return known
  }

  #slotOf({ tenant, sub, sessionId }: SessionRef) {
    const { base, user } = slotOf(this.#keyPrefix, { tenant, sub })
    return { base, user, secrets: `${base}${user}:${sessionId}:secrets` }
  }

  #keysOf(scope: SessionScope): SessionKeys {
    const { base, user, secrets } = this.#slotOf(scope)
    const session = `${user}:${scope.sessionId}:${digestOf(scope.secret)}`
    const newer = `${base}${session}`
    const { tenant, sub, sessionId } = scope
    const held = [
      { tenant, sub },
      { tenant, sub, sessionId },
    ].map((subject) => heldKeyOf(this.#keyPrefix, subject))
    const [ofUser = '', ofSession = ''] = held
    return {
      ...{ user, session, newer, older: `${newer}:old`, secrets, ends: `${base}ends`, bytes: `${base}bytes` },
      held: [ofUser, ofSession],
    }
  }
}

/** 96 bits of SHA-256: secrets are random, so that two of them never share it. */
function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url').slice(0, 16)
}

/** Throws `too_many_values` or `dependency_unavailable` where a bound is reached. */
function requireWritten(reply: unknown): void {
  if (reply === 'OK') return
  if (reply === 'session' || reply === 'user') throw new SluiceError('too_many_values')
  if (reply !== 'all') throw unexpectedReply()
  throw new SluiceError('dependency_unavailable', {
    cause: new Error('the mappings of all sessions have reached STATE_MAP_BYTES'),
  })
}

function slicesOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const slices: Item[][] = []
  for (let start = 0; start < items.length; start += TOKENS_PER_COMMAND) {
    slices.push(items.slice(start, start + TOKENS_PER_COMMAND))
  }
  return slices
}
