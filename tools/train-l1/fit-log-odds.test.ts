import { expect, it } from 'vitest'
import { fitLogOdds } from './fit-log-odds.ts'

it('finds the weights that the labels were drawn by', () => {
  // Every point stands there as an attack and as none, each with its share.
  const examples = [-2, -1, 0, 1, 2].flatMap((a) =>
    [-1, 0, 1].flatMap((b) => {
      const share = 1 / (1 + Math.exp(-(0.75 * a - 0.5 * b + 0.25)))
      return [
        { inputs: [a, b], label: 1 as const, weight: share },
        { inputs: [a, b], label: 0 as const, weight: 1 - share },
      ]
    }),
  )
  const found = fitLogOdds(examples)
  for (const [i, weight] of [0.75, -0.5, 0.25].entries()) expect(found[i]).toBeCloseTo(weight, 3)
})
