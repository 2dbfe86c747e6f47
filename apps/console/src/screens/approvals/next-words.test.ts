import { expect, it } from 'vitest'
import { nextWords } from './next-words.ts'

const request = { waits: 'request', model: 'gpt' } as const

it.each([
  [{ ...request, state: 'pending' }, 'Others have to agree before it is sent to gpt. Nothing has left so far.'],
  [{ ...request, state: 'denied' }, 'Somebody denied it: it was not sent.'],
  [{ ...request, state: 'expired', waits: 'answer' }, 'Nobody decided in time: the answer is not given out.'],
  [{ ...request, state: 'failed', failure: 'upstream_failed' }, 'It failed (upstream_failed).'],
  [
    { ...request, state: 'failed', failure: 'execution_uncertain' },
    'It was sent, and nobody knows whether gpt has answered. Look at what it was to do before you ask again.',
  ],
] as const)('begins with the nearest thing: %o', (approval, first) => {
  expect(nextWords(approval).words[0]).toBe(first)
})

it('says of what is over when it ends, and never that nothing has left where something has', () => {
  expect(nextWords({ ...request, state: 'done' }).end).toBe('The answer is deleted')
  for (const state of ['started', 'done', 'failed'] as const) {
    expect(nextWords({ ...request, state }).words.join(' ')).not.toContain('Nothing has left')
  }
})
