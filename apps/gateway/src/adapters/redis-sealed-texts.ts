import { hash } from 'node:crypto'
import type { AnswerOwner } from '@sluice/pipeline/ports'
import { type CommandBatcher, unexpectedReply } from '@sluice/redis'
import { FIND, FORGET, STORE } from './answer-cache-scripts.ts'

export interface SealedTextOptions {
  /** How long a text is kept, in milliseconds. */
  readonly ttlMs: number
  /** What all texts, and those of one user, may take in Redis, in bytes. Each of 16 slots holds a sixteenth. */
  readonly maxBytes: number
  readonly maxUserBytes: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
}

/** Sealed texts of users by key, bounded. All reject with `dependency_unavailable`. */
interface SealedTexts {
  find(key: string): Promise<string | undefined>
  /** Resolves with false where it has no room. */
  store(key: string, text: string, owner: AnswerOwner): Promise<boolean>
  /** Resolves with false where there was none. */
  forget(key: string): Promise<boolean>
}

/** The first hex digit of a digest of the key. */
const SLOTS = 16

/**
 * Sealed texts in Redis: one key for each, spread over 16 slots of a cluster, and in each slot an account of what is
 * held and when it was last given. At a bound the texts go that were not given for the longest time: those of the same
 * user at the user's bound.
 *
 * @param tag one letter that no other kind of texts has: it begins the hash tag of the slots.
 */
export function createSealedTexts(commands: CommandBatcher, tag: string, options: SealedTextOptions): SealedTexts {
  const { ttlMs, maxBytes, maxUserBytes, keyPrefix = 'sluice:' } = options
  const findText = commands.define(FIND)
  const storeText = commands.define(STORE)
  const forgetText = commands.define(FORGET)
  const bounds = [maxBytes, maxUserBytes].map((bytes) => Math.floor(bytes / SLOTS))

  function placeOf(key: string) {
    const base = `${keyPrefix}{${tag}:${hash('sha256', key, 'hex').slice(0, 1)}}:`
    const name = `answer:${key}`
    const keys: [string, string, string] = [`${base}${name}`, `${base}used`, `${base}held`]
    return { base, name, keys }
  }

  return {
    async find(key) {
      const { base, name, keys } = placeOf(key)
      const text = await findText(keys, [base, name])
      if (text === null) return undefined
      if (typeof text !== 'string') throw unexpectedReply()
      return text
    },
    async store(key, text, owner) {
      const { base, name, keys } = placeOf(key)
      return isOne(await storeText(keys, [base, name, text, ttlMs, ...bounds, ownerOf(owner)]))
    },
    async forget(key) {
      const { base, name, keys } = placeOf(key)
      return isOne(await forgetText(keys, [base, name]))
    },
  }
}

function isOne(reply: unknown): boolean {
  if (reply !== 0 && reply !== 1) throw unexpectedReply()
  return reply === 1
}

/** 96 bits of SHA-256, so that keys are short. */
function ownerOf({ tenant, sub }: AnswerOwner): string {
  return hash('sha256', JSON.stringify([tenant, sub]), 'base64url').slice(0, 16)
}
