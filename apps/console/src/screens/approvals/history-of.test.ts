import { expect, it } from 'vitest'
import { historyOf } from './history-of.ts'

const at = (minute: number) => `2026-03-02T08:0${minute}:00.000Z`
const held = { created_at: at(0), model: 'gpt', waits: 'request' as const, votes: [], steps: [] }
const vote = { decision: 'approve' as const, roles: ['ciso'], at: at(1) }

it('goes on from what was decided to what came of it', () => {
  const steps = [
    { state: 'approved', at: at(1) },
    { state: 'started', at: at(1) },
    { state: 'done', at: at(2) },
  ] as const
  const requester = { sub: 'u-alice', username: 'alice', departments: [] }
  expect(
    historyOf({ ...held, requester, votes: [{ ...vote, username: 'carol', comment: 'Known' }], steps: [...steps] }),
  ).toEqual([
    { who: 'alice', words: 'asked, and it was held', at: at(0) },
    { who: 'carol', words: 'approved it', as: 'CISO', comment: 'Known', at: at(1) },
    { words: 'It was sent to gpt', at: at(1) },
    { words: 'gpt answered', at: at(2) },
  ])
})

it.each([
  ['a run that failed', { state: 'failed', code: 'upstream_failed' }, 'The run failed (upstream_failed)'],
  ['what nobody decided', { state: 'expired' }, 'It expired: nobody decided in time, or no worker took it'],
] as const)('tells of %s', (_what, step, words) => {
  expect(historyOf({ ...held, steps: [{ ...step, at: at(3) }] }).at(-1)).toEqual({ words, at: at(3) })
})

it('names nobody to the requester', () => {
  expect(historyOf({ ...held, votes: [vote] })).toEqual([
    { who: 'You', words: 'asked, and it was held', at: at(0) },
    { who: 'Somebody', words: 'approved it', as: 'CISO', at: at(1) },
  ])
})
