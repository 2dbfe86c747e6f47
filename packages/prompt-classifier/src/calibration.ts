import type { Calibration } from './model-file.ts'

/** The probability of a logit, 0..1: straight lines between the points, and level outside them. */
export function probabilityOf({ logits, probabilities }: Calibration, logit: number): number {
  const last = logits.length - 1
  if (!(logit > (logits[0] as number))) return probabilities[0] as number
  if (logit >= (logits[last] as number)) return probabilities[last] as number
  let at = 1
  while ((logits[at] as number) < logit) at += 1
  const [left, right] = [logits[at - 1] as number, logits[at] as number]
  const [low, high] = [probabilities[at - 1] as number, probabilities[at] as number]
  return right === left ? high : low + ((high - low) * (logit - left)) / (right - left)
}
