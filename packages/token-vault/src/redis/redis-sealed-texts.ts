import { hash } from 'node:crypto'
import { type CommandBatcher, createRedisScript, unexpectedReply } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { ERASE_OF, FIND, FORGET, FORGET_OWNER, MEASURE, STORE } from './sealed-text-scripts.ts'

export interface SealedTextOptions {
  /** How long a text is kept, in milliseconds. */
  readonly ttlMs: number
  /** What all texts, and those of one user, may take in Redis, in bytes. Each of 16 slots holds a sixteenth. */
  readonly maxBytes: number
  readonly maxUserBytes: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
}

/** Whose share of the store a text counts to. */
interface TextOwner {
  readonly tenant: string
  readonly sub: string
}

interface FoundText {
  readonly text: string | undefined
  /** Of the tenant, at this key: what is stored with it counts until the tenant's or the user's texts are forgotten. */
  readonly generation: string
}

/** Sealed texts of users by key, bounded. All reject with `dependency_unavailable`. */
interface SealedTexts {
  /** @param tenant whose texts can be forgotten by order; those of nobody else are stored under the key. */
  find(key: string, tenant?: string): Promise<FoundText>
  /**
   * Resolves with false where it has no room, or where it was forgotten since.
   *
   * @param generation what `find` gave for the key when the work on the text began.
   */
  store(key: string, text: string, owner: TextOwner, generation?: string): Promise<boolean>
  /** Resolves with false where there was none. */
  forget(key: string): Promise<boolean>
}

/** What sealed texts are there: each kind begins the hash tag of its slots with another letter. */
const TAGS = { answers: 'a', responses: 'r' } as const
/** The first hex digit of a digest of the key. */
const SLOTS = 16

/**
 * Sealed texts in Redis: one key for each, spread over 16 slots of a cluster, and in each slot an account of what is
 * held and when it was last given. At a bound the texts go that were not given for the longest time: those of the same
 * user at the user's bound.
 */
export function createSealedTexts(
  commands: CommandBatcher,
  kind: keyof typeof TAGS,
  options: SealedTextOptions,
): SealedTexts {
  const { ttlMs, maxBytes, maxUserBytes, keyPrefix = 'sluice:' } = options
  const findText = commands.define(FIND)
  const storeText = commands.define(STORE)
  const forgetText = commands.define(FORGET)
  const bounds = [maxBytes, maxUserBytes].map((bytes) => Math.floor(bytes / SLOTS))

  function placeOf(key: string) {
    const base = baseOf(keyPrefix, kind, hash('sha256', key, 'hex').slice(0, 1))
    const name = `answer:${key}`
    const keys: [string, string, string] = [`${base}${name}`, `${base}used`, `${base}held`]
    return { base, name, keys }
  }

  return {
    async find(key, tenant) {
      const { base, name, keys } = placeOf(key)
      return readFound(await findText(keys, [base, name, tenantOf(tenant)]))
    },
    async store(key, text, owner, generation) {
      const { base, name, keys } = placeOf(key)
      const tenant = tenantOf(generation === undefined ? undefined : owner.tenant)
      const place = [base, name, text, ttlMs, ...bounds]
      return isOne(await storeText(keys, [...place, ownerOf(owner), tenant, generation ?? '0']))
    },
    async forget(key) {
      const { base, name, keys } = placeOf(key)
      return isOne(await forgetText(keys, [base, name]))
    },
  }
}

/**
 * Forgets the remembered answers of a tenant, or of one of its users: once it resolves, no gateway finds one that was
 * stored before, and none stores one that it began to ask for before. They leave the store as they expire. Where it
 * rejects, with `dependency_unavailable`, some may be forgotten.
 */
export async function forgetAnswers(
  redis: Redis,
  { tenant, sub }: { readonly tenant: string; readonly sub?: string | undefined },
  keyPrefix = 'sluice:',
): Promise<void> {
  const of = sub === undefined ? 'all' : ownerOf({ tenant, sub })
  const slots = Array.from({ length: SLOTS }, (_, slot) => baseOf(keyPrefix, 'answers', slot.toString(SLOTS)))
  const replies = await Promise.all(
    slots.map((base) => forgetOwner(redis, [`${base}forgotten:${tenantOf(tenant)}`], [of])),
  )
  if (!replies.every(isOne)) throw unexpectedReply()
}

/** What is remembered of all tenants. */
interface MeasuredAnswers {
  readonly answers: number
  /** As they count against the bounds. */
  readonly bytes: number
}

/**
 * Measures what is remembered: 16 pairs of look-ups. What has expired unasked counts until as much time has gone by
 * again. Rejects with `dependency_unavailable`.
 */
export async function measureAnswers(redis: Redis, keyPrefix = 'sluice:'): Promise<MeasuredAnswers> {
  const slots = Array.from({ length: SLOTS }, (_, slot) => baseOf(keyPrefix, 'answers', slot.toString(SLOTS)))
  const replies = await Promise.all(slots.map((base) => measureSlot(redis, [`${base}used`, `${base}held`], [])))
  return replies.reduce<MeasuredAnswers>(
    (sum, reply) => {
      if (!Array.isArray(reply)) throw unexpectedReply()
      const [answers, bytes]: readonly unknown[] = reply
      if (typeof answers !== 'number' || typeof bytes !== 'string') throw unexpectedReply()
      return { answers: sum.answers + answers, bytes: sum.bytes + Number(bytes) }
    },
    { answers: 0, bytes: 0 },
  )
}

const measureSlot = createRedisScript(MEASURE)

/**
 * Deletes the kept responses of a user, or of one session. Returns how many there were. Throws
 * `dependency_unavailable`; it can be repeated.
 */
export async function eraseResponses(
  redis: Redis,
  { sessionId, ...owner }: TextOwner & { readonly sessionId?: number | undefined },
  keyPrefix = 'sluice:',
): Promise<number> {
  const begin = sessionId === undefined ? '' : `${sessionId} `
  let erased = 0
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const base = baseOf(keyPrefix, 'responses', slot.toString(SLOTS))
    const keys = [`${base}answer:`, `${base}used`, `${base}held`]
    for (let hasMore = true; hasMore; ) {
      const reply = await eraseOf(redis, keys, [base, ownerOf(owner), begin])
      if (!Array.isArray(reply)) throw unexpectedReply()
      const [more, dropped]: readonly unknown[] = reply
      if (typeof dropped !== 'number') throw unexpectedReply()
      hasMore = isOne(more)
      erased += dropped
    }
  }
  return erased
}

const eraseOf = createRedisScript(ERASE_OF, { allowOom: true })

const forgetOwner = createRedisScript(FORGET_OWNER, { allowOom: true })

function baseOf(keyPrefix: string, kind: keyof typeof TAGS, slot: string): string {
  return `${keyPrefix}{${TAGS[kind]}:${slot}}:`
}

function readFound(reply: unknown): FoundText {
  if (!Array.isArray(reply)) throw unexpectedReply()
  const [text, generation]: readonly unknown[] = reply
  if ((text !== null && typeof text !== 'string') || typeof generation !== 'string') throw unexpectedReply()
  return { text: text ?? undefined, generation }
}

function isOne(reply: unknown): boolean {
  if (reply !== 0 && reply !== 1) throw unexpectedReply()
  return reply === 1
}

/** 96 bits of SHA-256, so that keys are short. */
function ownerOf({ tenant, sub }: TextOwner): string {
  return digestOf([tenant, sub])
}

function tenantOf(tenant: string | undefined): string {
  return tenant === undefined ? '' : digestOf([tenant])
}

function digestOf(names: readonly string[]): string {
  return hash('sha256', JSON.stringify(names), 'base64url').slice(0, 16)
}
