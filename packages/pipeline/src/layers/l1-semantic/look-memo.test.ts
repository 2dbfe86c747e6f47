import { describe, expect, it } from 'vitest'
import { LookMemo } from './look-memo.ts'

const LONG = 'A text that is long enough to be remembered. '.repeat(10)

function counted() {
  const memo = new LookMemo()
  let looks = 0
  const find = (session: string | undefined, how: string, text: string) =>
    memo.find(session, how, text, () => {
      looks += 1
      return { confidence: 0.5, reasons: [{ technique: how, start: 0, end: 4 }] }
    })
  return { find, looks: () => looks }
}

describe('LookMemo', () => {
  it('looks once at a text that a session sends again', () => {
    const { find, looks } = counted()
    expect([find('a', 'prose', LONG), find('a', 'prose', LONG)]).toEqual([
      { confidence: 0.5, reasons: [{ technique: 'prose', start: 0, end: 4 }] },
      { confidence: 0.5, reasons: [{ technique: 'prose', start: 0, end: 4 }] },
    ])
    expect(looks()).toBe(1)
  })

  it.each<readonly [string, readonly (readonly [string | undefined, string, string])[]]>([
    [
      'another session',
      [
        ['a', 'prose', LONG],
        ['b', 'prose', LONG],
      ],
    ],
    [
      'another reading',
      [
        ['a', 'prose', LONG],
        ['a', 'value', LONG],
      ],
    ],
    [
      'another text',
      [
        ['a', 'prose', LONG],
        ['a', 'prose', `${LONG}!`],
      ],
    ],
    [
      'a short text',
      [
        ['a', 'prose', 'hi'],
        ['a', 'prose', 'hi'],
      ],
    ],
    [
      'no session',
      [
        [undefined, 'prose', LONG],
        [undefined, 'prose', LONG],
      ],
    ],
    [
      'a session whose name ends as a text begins',
      [
        ['a b', 'prose', LONG],
        ['a', 'b prose', LONG],
      ],
    ],
  ])('looks again for %s', (_, asked) => {
    const { find, looks } = counted()
    for (const [session, how, text] of asked) find(session, how, text)
    expect(looks()).toBe(2)
  })

  it('gives of a short text what the second stage has read of it, once that is kept', () => {
    const memo = new LookMemo()
    const doubtful = { confidence: 0.3, reasons: [], doubts: [{ logit: 1, again: 0, evidence: 0 }] }
    expect(memo.find('a', 'prose', 'hi', () => doubtful)).toEqual(doubtful)
    memo.keep('a', 'prose', 'hi', { confidence: 0.1, reasons: [] })
    expect(memo.find('a', 'prose', 'hi', () => doubtful)).toEqual({ confidence: 0.1, reasons: [] })
    expect(memo.find('b', 'prose', 'hi', () => doubtful)).toEqual(doubtful)
  })
})
