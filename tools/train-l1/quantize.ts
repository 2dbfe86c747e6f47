import type { Calibration, Model } from '@sluice/prompt-classifier/training'
import type { Trainer } from './trainer.ts'

/** Larger weights than this many in ten thousand are cut off, so that the others keep their steps. */
const CUT_OFF = 0.9999

/** A trainer's weights in one byte each. */
export function quantized({ linear, vectors, head }: Trainer, calibration: Calibration): Model {
  const [one, many] = [inBytes(linear), inBytes(vectors)]
  return { linear: one.bytes, linearScale: one.scale, vectors: many.bytes, vectorScale: many.scale, head, calibration }
}

function inBytes(weights: Float32Array): { readonly bytes: Int8Array; readonly scale: number } {
  const used = weights
    .filter((weight) => weight !== 0)
    .map(Math.abs)
    .sort()
  const scale = ((used[Math.floor(used.length * CUT_OFF)] ?? used.at(-1) ?? 1) || 1) / 127
  return {
    bytes: Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale)))),
    scale,
  }
}
