import { chatRequestSchema } from '@sluice/contracts'
import { expect, it } from 'vitest'
import { exchangeForTests } from '../../testing/exchange-for-tests.ts'
import { lookTwice } from './jailbreak-layer.ts'

const { clock } = exchangeForTests().runtime
const owner = { user: 'acme\0alice', clock, isStopped: false, stopReason: undefined }

/** The first stage is unsure of it; the second takes it for an attack, which it is not (docs/model-card-l1.md). */
const UNSURE =
  'Anna Schmidt comes on 4 July 2026 and leaves on 14 July 2026, anna.schmidt@example.com. How many nights?'

const confidenceWith = async (secondStage: boolean, text: string) => {
  const body = chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user', content: text }] })
  const thresholds = { observe: 0.25, block: 0.5, secondStage }
  return (await lookTwice({ kind: 'chat', body }, { thresholds, raise: 0 }, owner)).confidence
}

it('has a second stage read what the first is unsure of, only where the policy asks for it', async () => {
  expect(await confidenceWith(false, UNSURE)).toBeLessThan(0.5)
  expect(await confidenceWith(true, UNSURE)).toBeGreaterThan(0.5)
})

it('asks it nothing about a text that is fine', async () => {
  const fine = 'What is the capital of France?'
  expect(await confidenceWith(true, fine)).toBe(await confidenceWith(false, fine))
})
