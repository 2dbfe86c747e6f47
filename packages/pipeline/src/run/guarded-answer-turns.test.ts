import type { CompletionChunk } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import type { ResponseLayer } from '../layer.ts'
import { guardedBy } from '../testing/answers-for-tests.ts'
import { exchangeForTests, tickingClock } from '../testing/exchange-for-tests.ts'

const chunkOf = (content: string): CompletionChunk => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
})

const layer: Pick<ResponseLayer<'L4'>, 'id' | 'timeoutMs' | 'onError' | 'openGuard'> = {
  id: 'L4',
  timeoutMs: 1_000,
  onError: 'deny',
  openGuard: () => ({ take: (items) => items, end: () => [] }),
}

async function* flood(content: string, batches: number) {
  for (let at = 0; at < batches; at += 1) yield [chunkOf(content)]
}

/** How many turns the event loop had while so many such answers were read at once. */
async function turnsWhile(content: string): Promise<number> {
  const clock = tickingClock()
  let turns = 0
  let over = false
  const count = () => {
    turns += 1
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  const answers = Array.from({ length: 10 }, () => guardedBy(layer, flood(content, 20), exchangeForTests({ clock })))
  await Promise.all(answers.map((answer) => Array.fromAsync(answer)))
  over = true
  return turns
}

describe('answers that flood', () => {
  it('leave turns of the event loop to others', async () => {
    expect(await turnsWhile('x'.repeat(16_384))).toBeGreaterThan(20)
  })

  it('wait for none where they come a few words at a time', async () => {
    expect(await turnsWhile('a few words')).toBeLessThan(5)
  })
})
