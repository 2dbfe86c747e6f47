import { expect, it } from 'vitest'
import { probabilityOf } from './calibration.ts'

const curve = { logits: Float32Array.of(-2, 0, 2), probabilities: Float32Array.of(0.125, 0.25, 0.75) }

it.each([
  [-9, 0.125],
  [-1, 0.1875],
  [0, 0.25],
  [1, 0.5],
  [9, 0.75],
  [Number.NaN, 0.125],
])('%d is read as %d', (logit, probability) => expect(probabilityOf(curve, logit)).toBeCloseTo(probability, 6))
