import type { CompletionChunk } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { holdTerminal } from './hold-terminal.ts'

const head = { object: 'chat.completion.chunk', created: 1, model: 'm' } as const
const chunk = (id: string, finish: string | null = null): CompletionChunk => ({
  ...head,
  id,
  choices: [{ index: 0, delta: {}, finish_reason: finish }],
})
const usage: CompletionChunk = { ...head, id: 'usage', choices: [] }

/** What happens, in order: `<x` a chunk is read from the source, `>x` it leaves, `!x` the decision about the last. */
async function trace(chunks: readonly CompletionChunk[], beforeLast = async (last?: CompletionChunk) => last) {
  const events: string[] = []
  async function* source() {
    for (const one of chunks) {
      events.push(`<${one.id}`)
      yield one
    }
  }
  const held = holdTerminal(source(), async (last) => {
    events.push(`!${last?.id ?? ''}`)
    return await beforeLast(last)
  })
  try {
    for await (const one of held) events.push(`>${one.id}`)
  } catch {
    events.push('threw')
  }
  return events.join(' ')
}

describe('holdTerminal', () => {
  it.each<[string, readonly CompletionChunk[], string]>([
    ['keeps the end of a choice', [chunk('a'), chunk('b', 'stop')], '<a >a <b !b >b'],
    ['keeps usage instead, once it comes', [chunk('a', 'stop'), usage], '<a <usage >a !usage >usage'],
    ['keeps only the newest of several', [chunk('a', 'stop'), chunk('b'), chunk('c', 'stop')], '<a <b >a >b <c !c >c'],
    ['asks where there is nothing to keep', [chunk('a')], '<a >a !'],
    ['asks where there was nothing at all', [], '!'],
  ])('%s', async (_name, chunks, expected) => {
    expect(await trace(chunks)).toBe(expected)
  })

  it('sends what was made of the last chunk', async () => {
    expect(await trace([chunk('a', 'stop')], async () => chunk('other'))).toBe('<a !a >other')
  })

  it('sends nothing when the decision throws', async () => {
    expect(await trace([chunk('a', 'stop')], async () => Promise.reject(new Error('no')))).toBe('<a !a threw')
  })
})
