import type { LayerEvent } from '@sluice/contracts'
import { expect, it } from 'vitest'
import { serverTiming, serverTimingAtHead } from './server-timing.ts'

const event = (layer: LayerEvent['layer'], duration_ms: number): LayerEvent => ({
  layer,
  outcome: 'allow',
  duration_ms,
  findings: 0,
})
const events = [event('L0', 0.1), event('L7', 1), event('L5', 20), event('L7', 0.5), event('L4', 2), event('L6', 3)]

it('lists each layer once, with the sum of both ways', () => {
  expect(serverTiming(events)).toBe('L0;dur=0.10, L7;dur=1.50, L5;dur=20.00, L4;dur=2.00, L6;dur=3.00')
})

it('lists only what is known at the head of a stream', () => {
  expect(serverTimingAtHead(events)).toBe('L0;dur=0.10, L7;dur=1.50, L5;dur=20.00')
})
