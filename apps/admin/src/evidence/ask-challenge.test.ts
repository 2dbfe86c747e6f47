import type { ControlRecord } from '@sluice/contracts'
import type { AuditRow, EvidenceChallenge, EvidenceChallengesRepository } from '@sluice/db'
import { chooseChallenge } from '@sluice/evidence'
import { describe, expect, it } from 'vitest'
import { askChallenge, type NamedLeaves } from './ask-challenge.ts'
import type { EvidenceSources } from './make-bundle.ts'

const AUDITOR = { tenant: 'default', sub: 'grace', requestId: 'r' }
const unexpected = () => Promise.reject(new Error('not expected'))

/** A log of so many leaves, none of which is of the tenant; `steps` are what was done, in order. */
function parts(size: number, append?: () => Promise<void>) {
  const steps: (ControlRecord | EvidenceChallenge)[] = []
  const challenges: EvidenceChallengesRepository = {
    add: async (challenge, _needed, record) => {
      await record()
      steps.push(challenge)
    },
    find: unexpected,
  }
  const sources: EvidenceSources = {
    trail: {
      ...{ list: async (): Promise<AuditRow[]> => [], bounds: unexpected, pick: async () => [] },
      findForeign: async (_tenant, numbers) => numbers.find((number) => number === 8),
    },
    ...{ tiles: { read: unexpected, readBundle: unexpected }, proofs: { find: unexpected }, findClearance: unexpected },
    checkpoints: { find: async () => ({ size, note: '', signedAt: new Date(0) }) },
  }
  const outbox = { append: append ?? (async (record: ControlRecord) => void steps.push(record)) }
  return { steps, parts: { sources, challenges, outbox, clock: { nowMs: () => 5_000 }, challengeMs: 1_000 } }
}

const leaves = (numbers: readonly number[]): NamedLeaves => ({ by: 'leaf', choice: undefined, numbers })

describe('a challenge', () => {
  it('is on record before it is kept, each number once', async () => {
    const { steps, parts: given } = parts(10)
    const challenge = await askChallenge(leaves([9, 3, 9]), AUDITOR, given)
    expect(challenge).toMatchObject({ numbers: [3, 9], size: 10, askedAt: new Date(5_000), answerBy: new Date(6_000) })
    expect(steps).toEqual([
      expect.objectContaining({
        ...{ kind: 'control', event: 'evidence.challenged', actor: 'user:grace' },
        details: expect.objectContaining({ challenge: challenge.id, by: 'leaf', count: 2, tree_size: 10 }),
      }),
      challenge,
    ])
  })

  it('is not kept where it cannot be put on record', async () => {
    const { steps, parts: given } = parts(10, () => Promise.reject(new Error('The outbox is full.')))
    await expect(askChallenge(leaves([1]), AUDITOR, given)).rejects.toThrow('The outbox is full.')
    expect(steps).toEqual([])
  })

  it('names nothing behind the checkpoint', async () => {
    const { steps, parts: given } = parts(10)
    await expect(askChallenge(leaves([10]), AUDITOR, given)).rejects.toMatchObject({ code: 'conflict' })
    const positions = { ...leaves([1]), by: 'position' } as const
    await expect(askChallenge(positions, AUDITOR, given)).rejects.toMatchObject({ code: 'conflict' })
    expect(steps).toEqual([])
  })

  it('names no leaf of another tenant', async () => {
    const { steps, parts: given } = parts(10)
    const refusal = { code: 'invalid_request', message: 'Leaf 7 is of another tenant. Name records by their position.' }
    await expect(askChallenge(leaves([1, 7]), AUDITOR, given)).rejects.toMatchObject({
      refusal: expect.objectContaining(refusal),
    })
    expect(steps).toEqual([])
  })

  it('has the numbers that the command chooses by the same seed', async () => {
    const { parts: given } = parts(1_010)
    for (const count of [1, 300, 1_000]) {
      const choice = { seed: 'Dice: 6.', from: 10, to: 1_010 }
      const { numbers } = await askChallenge({ by: 'leaf', choice, count }, AUDITOR, given)
      expect(numbers).toEqual(JSON.parse(chooseChallenge({ by: 'leaf', count, ...choice })).numbers)
    }
  })
})
