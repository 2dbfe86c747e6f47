import { responsesRequestSchema } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chat } from '../../testing/answers-for-tests.ts'
import { turnsOf } from './turns-of-request.ts'

type Role = 'system' | 'user' | 'assistant' | 'tool'

function turns(...roles: readonly Role[]): readonly number[] {
  const messages = roles.map((role) => ({ role, content: 'x', ...(role === 'tool' ? { tool_call_id: '1' } : {}) }))
  return turnsOf(chat({ model: 'm', messages } as Parameters<typeof chat>[0]))
}

describe('the turns of a conversation', () => {
  it.each<readonly [readonly Role[], readonly number[]]>([
    [
      ['user', 'user'],
      [1, 1],
    ],
    [
      ['system', 'user', 'user'],
      [0, 1, 1],
    ],
    [
      ['user', 'assistant', 'user', 'user'],
      [1, 2, 2, 2],
    ],
    [
      ['user', 'assistant', 'tool', 'tool', 'assistant', 'user'],
      [1, 2, 2, 2, 3, 3],
    ],
    [
      ['user', 'system', 'assistant', 'assistant', 'user'],
      [1, 1, 2, 2, 2],
    ],
    [[], []],
  ])('of %j are %j', (roles, expected) => expect(turns(...roles)).toEqual(expected))

  it('of Responses begin with what the model called or thought', () => {
    const input = [
      { type: 'message', role: 'user', content: 'x' },
      { type: 'reasoning', summary: [], encrypted_content: 'x' },
      { type: 'function_call', call_id: '1', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: '1', output: 'x' },
      { type: 'message', role: 'user', content: 'x' },
    ]
    const body = responsesRequestSchema.parse({ model: 'm', input })
    expect(turnsOf({ kind: 'responses', body })).toEqual([1, 2, 2, 2, 2])
    expect(turnsOf({ kind: 'responses', body: { ...body, input: 'x' } })).toEqual([])
  })

  it('of an earlier request are those of a later one, which goes on behind an answer', () => {
    const roles = fc.array(fc.constantFrom<Role>('system', 'user', 'assistant', 'tool'), { maxLength: 12 })
    fc.assert(
      fc.property(roles, roles, (early, late) => {
        const sent = turns(...early)
        expect(turns(...early, 'assistant', ...late).slice(0, early.length)).toEqual(sent)
        // What comes behind an answer is another turn than all that a request without one had.
        if (early.at(-1) !== 'assistant') expect(turns(...early, 'assistant')[early.length]).not.toBe(sent.at(-1))
      }),
    )
  })
})
