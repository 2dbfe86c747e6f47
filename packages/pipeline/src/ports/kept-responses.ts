import type { AnswerOwner } from './semantic-cache.ts'

/**
 * Keeps responses that a later request may continue, as sealed text under a key that already holds whose they are.
 * Expiry and bounds are the adapter's: at a bound those go first that were not used for the longest time. All reject
 * when the store cannot be reached.
 */
export interface KeptResponses {
  find(key: string): Promise<string | undefined>
  /** Resolves with false where there is no room for a response of this length. */
  keep(key: string, response: string, owner: AnswerOwner): Promise<boolean>
  /** Resolves with false where there was none. */
  forget(key: string): Promise<boolean>
}
