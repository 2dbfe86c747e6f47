import { createHash } from 'node:crypto'
import type { CompletionChunk } from '@sluice/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeliveredAnswer } from './delivered-answer.ts'

const chunk = (choice: number, content: string): CompletionChunk => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: choice, delta: { content } }],
})

describe('DeliveredAnswer', () => {
  it('digests long texts as one, however they were cut and mixed', () => {
    // Long enough that some are hashed while they come, cut within surrogate pairs as well.
    const piece = fc.integer({ min: 1, max: 700 })
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((some) => some.repeat(200))
    fc.assert(
      fc.property(fc.tuple(text, text), fc.array(piece, { minLength: 1 }), (texts, lengths) => {
        const delivered = new DeliveredAnswer('chat')
        const copied = [0, 0]
        for (let turn = 0; texts.some((one, choice) => (copied[choice] ?? 0) < one.length); turn++) {
          const choice = turn % 2
          const start = copied[choice] ?? 0
          const end = start + (lengths[turn % lengths.length] ?? 1)
          delivered.add(chunk(choice, texts[choice]?.slice(start, end) ?? ''))
          copied[choice] = end
        }
        const expected = texts.map((one, choice) => ({
          choice,
          path: '/content',
          sha256: createHash('sha256').update(one, 'utf8').digest('base64url'),
        }))
        expect(delivered.digests()).toEqual(expected)
        expect(delivered.digests()).toEqual(expected)
      }),
    )
  })

  it('refuses more texts than it can account for', () => {
    const delivered = new DeliveredAnswer('chat')
    for (let choice = 0; choice < 4_096; choice++) delivered.add(chunk(choice, 'a'))
    delivered.add(chunk(0, 'b'))
    expect(() => delivered.add(chunk(4_096, 'a'))).toThrow(expect.objectContaining({ code: 'layer_failed' }))
  })
})
