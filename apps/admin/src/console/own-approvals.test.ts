import { randomUUID } from 'node:crypto'
import { createApprovals } from '@sluice/approvals'
import { type Approval, createApprovalsRepository } from '@sluice/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type ConsoleStack, startConsoleStack } from '../testing/console-stack.ts'
import { okJson, problemOf } from '../testing/test-stack.ts'

/* What people see of their own held requests. */

const OWN = '/console/session/approvals'

let stack: ConsoleStack
beforeAll(async () => {
  stack = await startConsoleStack()
})
afterAll(() => stack?.stop())

/** Holds a request of u-bob, in this state. */
async function hold(changes: Partial<Approval> = {}): Promise<string> {
  const nowMs = Date.now()
  const approval: Approval = {
    ...{ id: randomUUID(), tenant: 'default', sub: 'u-bob', username: 'bob', departments: ['engineering'] },
    ...{ sessionId: 7, requestDigest: randomUUID(), orderDigest: randomUUID(), votes: [], run: 0, state: 'pending' },
    thresholds: [{ count: 1, roles: ['ciso'] }],
    subject: {
      ...{ model: 'm', category: 'F', rule: 'order:move-money', policyVersion: 'v', violations: [] },
      tile: {
        ...{ level: 5, categories: { PII: 0, PHI: 0, PCI: 1, SECRET: 0, CODENAME: 0 }, flags: [] },
        ...{ reidentificationRisk: 0, digest: '' },
      },
    },
    ...{ createdAtMs: nowMs, untilMs: nowMs + 60_000, hasContent: true },
    ...changes,
  }
  const repository = createApprovalsRepository(stack.database)
  await repository.insert(approval, { request: 'sealed' }, 100, async () => undefined)
  return approval.id
}

it('shows people how their own requests stand, without a role, and nobody else’s', async () => {
  const [bob, alice] = [await stack.loggedIn('u-bob'), await stack.loggedIn('u-alice')]
  const id = await hold()
  const nowMs = Date.now()
  const ended = await hold({ state: 'done', createdAtMs: nowMs - 1_000 })
  const forgotten = await hold({ state: 'done', createdAtMs: nowMs - 2_000, hasContent: false })
  await hold({ state: 'denied', createdAtMs: nowMs - 4 * 86_400_000 })
  expect(await okJson(await bob.call('GET', OWN))).toMatchObject({
    data: [
      { id, state: 'pending', answer_kept: false },
      { id: ended, state: 'done', answer_kept: true },
      { id: forgotten, state: 'done', answer_kept: false },
    ],
  })
  expect(await okJson(await bob.call('GET', `${OWN}/${ended}`))).toMatchObject({ id: ended, state: 'done' })
  expect(await okJson(await alice.call('GET', OWN))).toEqual({ data: [] })
  for (const unknown of [id, randomUUID()]) {
    expect(await problemOf(await alice.call('GET', `${OWN}/${unknown}`))).toMatchObject({ code: 'not_found' })
  }
  expect(await problemOf(await bob.call('GET', `${OWN}/7`))).toMatchObject({ code: 'invalid_request' })
  // What the approvers have is as closed to the requester as before.
  expect(await problemOf(await bob.call('GET', `/admin/approvals/${id}`))).toMatchObject({ status: 403 })
})

it('names no approver and no comment', async () => {
  const bob = await stack.loggedIn('u-bob')
  const id = await hold()
  const approvals = createApprovals({
    ...{ repository: createApprovalsRepository(stack.database), outbox: { append: async () => undefined } },
    ...{ clock: { nowMs: Date.now }, service: 'test', newId: randomUUID },
    times: { pendingMs: 60_000, approvedMs: 60_000, startedMs: 60_000, contentMs: 60_000, subjectMs: 60_000 },
  })
  const voter = { sub: 'carol-sub', username: 'carol', roles: ['ciso'] }
  await approvals.vote({ tenant: 'default', id, voter, decision: 'deny', comment: 'A word of carol' })
  const shown = await okJson(await bob.call('GET', `${OWN}/${id}`))
  expect(shown).toMatchObject({ state: 'denied', votes: [{ decision: 'deny', roles: ['ciso'] }] })
  expect(shown).toMatchObject({ steps: [{ state: 'denied', at: expect.any(String) }] })
  expect(JSON.stringify(shown)).not.toMatch(/carol/)
})

it('lists so many of those that were decided, the newest', async () => {
  const carol = await stack.loggedIn('carol')
  for (let n = 0; n < 23; n += 1) await hold({ sub: 'carol', state: 'expired', createdAtMs: Date.now() - n * 1_000 })
  const { data } = z
    .object({ data: z.array(z.object({ created_at: z.string() })) })
    .parse(await okJson(await carol.call('GET', OWN)))
  expect(data).toHaveLength(20)
  expect(data.map(({ created_at: at }) => at)).toEqual(
    data
      .map(({ created_at: at }) => at)
      .toSorted()
      .toReversed(),
  )
})

it('is for nobody without a session, or with a token instead', async () => {
  expect((await stack.browser().call('GET', OWN)).status).toBe(401)
  expect((await stack.call('carol', 'GET', OWN)).status).toBe(401)
})
