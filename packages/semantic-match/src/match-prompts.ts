import type { AnalysedPrompt } from './analyse-prompt.ts'
import { isSamePrompt } from './same-prompt.ts'
import { cosine, SIMILARITY_THRESHOLD } from './similarity.ts'

/** How two prompts compare. */
interface Match {
  /** Cosine of their vectors, -1 to 1. */
  readonly similarity: number
  /** Whether an answer to one answers the other. */
  readonly isHit: boolean
}

/** Two stages: similar, then the same. Similarity alone never makes a hit. */
export function matchPrompts(one: AnalysedPrompt, other: AnalysedPrompt): Match {
  const similarity = cosine(one.vector, other.vector)
  return { similarity, isHit: similarity >= SIMILARITY_THRESHOLD && isSamePrompt(one, other) }
}
