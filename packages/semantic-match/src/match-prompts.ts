import { normalFormOf } from './normal-form.ts'
import { similarityOf } from './similarity.ts'

/** How two prompts compare. */
interface Match {
  /** Cosine of letter trigrams of their normal forms, -1 to 1; 0 where one has none. It decides nothing. */
  readonly similarity: number
  /** Whether an answer to one answers the other: their normal forms are equal. */
  readonly isHit: boolean
}

/** Compares two prompts as the cache does. */
export function matchPrompts(one: string, other: string): Match {
  const [left, right] = [normalFormOf(one), normalFormOf(other)]
  if (left === undefined || right === undefined) return { similarity: 0, isHit: false }
  return { similarity: similarityOf(left, right), isHit: left === right }
}
