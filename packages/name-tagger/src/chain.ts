import { isFurther, LABELS, mayFollow } from './labels.ts'

/** Weights between neighbouring labels, and of the first one. */
export interface Transitions {
  /** LABELS x LABELS, by previous and next label. */
  readonly between: Float32Array
  readonly first: Float32Array
}

/** Room for the computations over one sentence. */
export class ChainRoom {
  readonly scores: Float32Array
  readonly forward: Float32Array
  readonly backward: Float32Array
  readonly scales: Float32Array
  readonly marginals: Float32Array

  constructor(tokens: number) {
    this.scores = new Float32Array(tokens * LABELS)
    this.forward = new Float32Array(tokens * LABELS)
    this.backward = new Float32Array(tokens * LABELS)
    this.scales = new Float32Array(tokens)
    this.marginals = new Float32Array(tokens * LABELS)
  }
}

/** The factors that transitions multiply with; 0 where a label cannot follow. */
export interface Factors {
  readonly between: Float32Array
  readonly first: Float32Array
}

/** The factors of transitions. */
export function factorsOf({ between, first }: Transitions): Factors {
  const factors = { between: new Float32Array(LABELS * LABELS), first: new Float32Array(LABELS) }
  for (let previous = 0; previous < LABELS; previous += 1) {
    factors.first[previous] = mayFollow(0, previous) ? Math.exp(first[previous] as number) : 0
    for (let next = 0; next < LABELS; next += 1) {
      const at = previous * LABELS + next
      factors.between[at] = mayFollow(previous, next) ? Math.exp(between[at] as number) : 0
    }
  }
  return factors
}

/** No score counts for more: `exp` of it stays far from the largest number. */
const MAX_SCORE = 30

/**
 * The probability of each label of each token (forward-backward over a linear chain), into `room.marginals`. The scores
 * in `room.scores`, 0 for none, become what a label is worth to the token before: with the sum over what follows.
 */
export function computeMarginals(count: number, room: ChainRoom, factors: Factors): void {
  const { scores, forward, backward, scales, marginals } = room
  const { between, first } = factors
  for (let at = 0; at < count * LABELS; at += LABELS) {
    // That of no name is always 0.
    scores[at] = 1
    for (let label = 1; label < LABELS; label += 1) {
      scores[at + label] = Math.exp(Math.max(-MAX_SCORE, Math.min(MAX_SCORE, scores[at + label] as number)))
    }
  }
  let sum = 0
  for (let label = 0; label < LABELS; label += 1)
    sum += forward[label] = (scores[label] as number) * (first[label] as number)
  scales[0] = sum
  for (let label = 0; label < LABELS; label += 1) forward[label] = (forward[label] as number) / sum
  for (let i = 1; i < count; i += 1) {
    const row = i * LABELS
    sum = 0
    for (let next = 0; next < LABELS; next += 1) {
      let into = 0
      // Behind a name goes on only what began it, or went on before.
      const goesOn = isFurther(next)
      const last = goesOn ? next : LABELS - 1
      for (let previous = goesOn ? next - 1 : 0; previous <= last; previous += 1) {
        into += (forward[row - LABELS + previous] as number) * (between[previous * LABELS + next] as number)
      }
      sum += forward[row + next] = into * (scores[row + next] as number)
    }
    scales[i] = sum
    for (let next = 0; next < LABELS; next += 1) forward[row + next] = (forward[row + next] as number) / sum
  }
  const last = (count - 1) * LABELS
  for (let label = 0; label < LABELS; label += 1) {
    backward[last + label] = 1
    marginals[last + label] = forward[last + label] as number
  }
  for (let i = count - 2; i >= 0; i -= 1) {
    const row = i * LABELS
    const ahead = row + LABELS
    const scale = scales[i + 1] as number
    // What a next label is worth, in the place of what its token's scores were, which nobody reads again.
    for (let next = 0; next < LABELS; next += 1)
      scores[ahead + next] = ((scores[ahead + next] as number) * (backward[ahead + next] as number)) / scale
    for (let previous = 0; previous < LABELS; previous += 1) {
      const from = previous * LABELS
      let out = (between[from] as number) * (scores[ahead] as number)
      for (let next = 1; next < LABELS; next += 2)
        out += (between[from + next] as number) * (scores[ahead + next] as number)
      const own = previous + (isFurther(previous) ? 0 : 1)
      if (previous !== 0) out += (between[from + own] as number) * (scores[ahead + own] as number)
      backward[row + previous] = out
      marginals[row + previous] = out * (forward[row + previous] as number)
    }
  }
}
