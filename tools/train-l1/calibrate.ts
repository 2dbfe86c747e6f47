import { CALIBRATION_POINTS, type Calibration } from '@sluice/prompt-classifier/training'

/** A score of a text that its model had not seen, with what the text is. */
interface Judged {
  readonly logit: number
  readonly label: 0 | 1
  readonly weight: number
}

interface Block {
  readonly logit: number
  readonly share: number
  readonly weight: number
}

/**
 * The rising curve from logits to probabilities that fits best (pool adjacent violators: Ayer et al., 1955), thinned to
 * as many points as a model has.
 */
export function calibrate(scores: readonly Judged[]): Calibration {
  const blocks: Block[] = []
  for (const { logit, label, weight } of scores.toSorted((one, other) => one.logit - other.logit)) {
    let block: Block = { logit, share: label, weight }
    for (let before = blocks.at(-1); before !== undefined && before.share >= block.share; before = blocks.at(-1)) {
      const sum = before.weight + block.weight
      block = {
        logit: (before.logit * before.weight + block.logit * block.weight) / sum,
        share: (before.share * before.weight + block.share * block.weight) / sum,
        weight: sum,
      }
      blocks.pop()
    }
    blocks.push(block)
  }
  const logits = new Float32Array(CALIBRATION_POINTS)
  const probabilities = new Float32Array(CALIBRATION_POINTS)
  const [low, high] = [blocks[0]?.logit ?? -8, blocks.at(-1)?.logit ?? 8]
  for (let i = 0; i < CALIBRATION_POINTS; i += 1) {
    const logit = low + ((high - low) * i) / (CALIBRATION_POINTS - 1)
    logits[i] = logit
    // No text is certain, and a higher score never says less.
    probabilities[i] = Math.min(0.9995, Math.max(0.0005 + i * 1e-5, shareAt(blocks, logit)))
  }
  return { logits, probabilities }
}

function shareAt(blocks: readonly Block[], logit: number): number {
  const right = blocks.findIndex((block) => block.logit >= logit)
  const [after, before] = [blocks[right], blocks[right - 1]]
  if (after === undefined) return blocks.at(-1)?.share ?? 0
  if (before === undefined) return after.share
  const part = (logit - before.logit) / Math.max(1e-9, after.logit - before.logit)
  return before.share + (after.share - before.share) * part
}

/** The mean difference between what is said and what is, over ten bands of probability (expected calibration error). */
export function calibrationError(said: readonly { readonly probability: number; readonly label: 0 | 1 }[]): number {
  const bands = Array.from({ length: 10 }, () => ({ sum: 0, attacks: 0, count: 0 }))
  for (const { probability, label } of said) {
    const band = bands[Math.min(9, Math.floor(probability * 10))]
    if (band === undefined) continue
    band.sum += probability
    band.attacks += label
    band.count += 1
  }
  return bands.reduce((error, { sum, attacks }) => error + Math.abs(sum - attacks), 0) / said.length
}
