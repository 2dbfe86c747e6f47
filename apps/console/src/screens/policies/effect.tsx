import type { SimulatedEffect } from '../../api/policies.ts'
import { Chip, type Tone } from '../../design/chip.tsx'

/** Each effect of a decision in words. */
export const EFFECTS: Readonly<Record<SimulatedEffect, { readonly words: string; readonly tone: Tone }>> = {
  permit: { words: 'permitted', tone: 'good' },
  hold: { words: 'held', tone: 'warn' },
  'require-reason': { words: 'asked for a reason', tone: 'info' },
  forbid: { words: 'forbidden', tone: 'danger' },
}

/** The effect of a decision. */
export function Effect({ effect }: { readonly effect: SimulatedEffect }) {
  const { words, tone } = EFFECTS[effect]
  return <Chip tone={tone}>{words}</Chip>
}
