import type { ApiKey } from '../api/keys.ts'

/** The limits that an API key can have, as the API names them, each with its words. */
export const KEY_LIMITS = [
  ['requests_per_minute', 'requests per minute'],
  ['tokens_per_minute', 'tokens per minute'],
  ['tokens_per_day', 'tokens per day'],
  ['tokens_per_month', 'tokens per month'],
  ['cost_per_day', 'units of money per day'],
  ['cost_per_month', 'units of money per month'],
] as const

export type KeyLimit = (typeof KEY_LIMITS)[number][0]

/** Writes each limit that a key has: `600 requests per minute`. */
export function limitsOf(key: Pick<ApiKey, KeyLimit>): string[] {
  return KEY_LIMITS.flatMap(([name, words]) => {
    const limit = key[name]
    return limit === undefined ? [] : [`${limit.toLocaleString('en')} ${words}`]
  })
}
