import { hash } from 'node:crypto'
import type { AnswerOwner, SemanticCache } from '@sluice/pipeline/ports'
import { type CommandBatcher, unexpectedReply } from '@sluice/redis'
import { FIND, STORE } from './answer-cache-scripts.ts'

interface RedisSemanticCacheOptions {
  /** How long an answer may be given again, in milliseconds; 0 remembers nothing. */
  readonly ttlMs: number
  /** What all answers, and those of one user, may take in Redis, in bytes. Each of 16 slots holds a sixteenth. */
  readonly maxBytes: number
  readonly maxUserBytes: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
}

/** The first hex digit of a digest of the key. */
const SLOTS = 16

/**
 * The cache of answers in Redis: one key per answer, spread over 16 slots of a cluster, and in each slot an account of
 * what is held and when it was last given. At a bound the answers go that were not given for the longest time: those
 * of the same user at the user's bound. Both verbs reject with `dependency_unavailable`.
 */
export function createRedisSemanticCache(commands: CommandBatcher, options: RedisSemanticCacheOptions): SemanticCache {
  const { ttlMs, maxBytes, maxUserBytes, keyPrefix = 'sluice:' } = options
  if (ttlMs === 0) return { find: async () => undefined, store: async () => undefined }
  const findAnswer = commands.define(FIND)
  const storeAnswer = commands.define(STORE)
  const bounds = [maxBytes, maxUserBytes].map((bytes) => Math.floor(bytes / SLOTS))

  function placeOf(key: string) {
    const base = `${keyPrefix}{a:${hash('sha256', key, 'hex').slice(0, 1)}}:`
    const name = `answer:${key}`
    const keys: [string, string, string] = [`${base}${name}`, `${base}used`, `${base}held`]
    return { base, name, keys }
  }

  return {
    async find(key) {
      const { base, name, keys } = placeOf(key)
      const answer = await findAnswer(keys, [base, name])
      if (answer === null) return undefined
      if (typeof answer !== 'string') throw unexpectedReply()
      return answer
    },
    async store(key, answer, owner) {
      const { base, name, keys } = placeOf(key)
      const reply = await storeAnswer(keys, [base, name, answer, ttlMs, ...bounds, ownerOf(owner)])
      if (reply !== 0 && reply !== 1) throw unexpectedReply()
    },
  }
}

/** 96 bits of SHA-256, so that keys are short. */
function ownerOf({ tenant, sub }: AnswerOwner): string {
  return hash('sha256', JSON.stringify([tenant, sub]), 'base64url').slice(0, 16)
}
