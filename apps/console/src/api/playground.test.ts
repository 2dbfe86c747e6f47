import { expect, it } from 'vitest'
import { readServerTiming } from './playground.ts'

it.each([
  ['', []],
  ['L0;dur=0.05', [{ layer: 'L0', ms: 0.05 }]],
  [
    'L0;dur=0.05, L5;desc="model";dur=12',
    [
      { layer: 'L0', ms: 0.05 },
      { layer: 'L5', ms: 12 },
    ],
  ],
  ['L1, L2;dur=, ;dur=3, L3;dur=x, L4;dur=1', [{ layer: 'L4', ms: 1 }]],
])('reads the times of %j', (header, times) => expect(readServerTiming(header)).toEqual(times))
