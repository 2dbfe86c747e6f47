import type { Completion } from '@sluice/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOf } from './answer.ts'
import { collect } from './collect.ts'
import { replay } from './replay.ts'

const completionOf = (content: string): Completion => ({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
})

describe('replay', () => {
  it('is undone by collect and never cuts a character', async () => {
    const content = fc
      .array(fc.constantFrom('a', '\u{1f600}', 'é', '\n'), { minLength: 100, maxLength: 300 })
      .map((units) => units.join(''))
    await fc.assert(
      fc.asyncProperty(content, async (text) => {
        const answer = completionOf(text)
        expect(await collect(answerOf(replay(answer, true)).chunks)).toEqual(answer)
        const chunks = replay(answer, true)
        for (const { choices } of chunks) expect((choices[0]?.delta.content ?? '').isWellFormed()).toBe(true)
      }),
    )
  })

  it('ends with usage for who asks for it, null before', () => {
    const chunks = replay(completionOf('hi'), true)
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 3 } })
    expect(chunks.slice(0, -1).map(({ usage }) => usage)).toEqual([null, null, null])
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
  })

  it('says nothing of usage to who does not', () => {
    const chunks = replay(completionOf('hi'), false)
    expect(chunks.every((chunk) => !('usage' in chunk) && chunk.choices.length === 1)).toBe(true)
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
  })
})
