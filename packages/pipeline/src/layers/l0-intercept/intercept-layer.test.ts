import { createLevelPolicy, type PolicyConfig, type PolicySnapshot } from '@sluice/policy'
import { describe, expect, it } from 'vitest'
import type { UsersStore } from '../../ports/users-store.ts'
import { runRequestLayer } from '../../run/run-request-layer.ts'
import { chat } from '../../testing/answers-for-tests.ts'
import { exchangeForTests } from '../../testing/exchange-for-tests.ts'
import { createInterceptLayer } from './index.ts'

const active: UsersStore = { find: async () => ({ active: true }) }

const exchange = (policy: Partial<PolicyConfig> = {}) =>
  exchangeForTests({ policy: createLevelPolicy({ clearances: {}, ...policy }).current('t') })

const say = (content: string) => chat({ model: 'm', messages: [{ role: 'user', content }] })
const layer = (users: UsersStore) => createInterceptLayer({ users, lookUpTimeoutMs: 10, timeoutMs: 20 })

describe('L0', () => {
  it('fails closed', () => expect(layer(active)).toMatchObject({ id: 'L0', onError: 'deny', timeoutMs: 20 }))

  it('allows an active user, and says what the request sets out to do', async () => {
    const decision = await layer(active).decide(say('What is a cat?'), exchange())
    expect(decision).toEqual({ type: 'allow', facts: { action: { category: 'A', rule: 'question', confidence: 0.9 } } })
  })

  it.each<readonly [string, UsersStore]>([
    ['unknown', { find: async () => undefined }],
    ['inactive', { find: async () => ({ active: false }) }],
  ])('denies an %s user', async (_, users) => {
    const decision = await layer(users).decide(say('hi'), exchange())
    expect(decision).toEqual({ type: 'deny', refusal: { code: 'user_not_active' } })
  })

  it('asks for the user of the token, in its tenant', async () => {
    const asked: string[][] = []
    const find = async (...names: [string, string]) => {
      asked.push(names)
      return { active: true }
    }
    await layer({ find }).decide(say('hi'), exchange())
    expect(asked).toEqual([['acme', 'alice']])
  })

  it('holds a risky action', async () => {
    const decision = await layer(active).decide(say('Wire $50,000 to Mallory.'), exchange())
    expect(decision).toMatchObject({
      type: 'hold',
      reason: { category: 'F', rule: 'order:move-money' },
      facts: { action: { category: 'F' } },
      violations: [{ layer: 'L0', action: 'held', policy_id: 'action-f' }],
    })
    expect(JSON.stringify(decision)).not.toMatch(/Mallory|50,000/)
  })

  it('denies a tool that the provider runs unless a policy opens it, whoever holds the body', async () => {
    const tools = [{ type: 'function', name: 'f' }, { type: 'web_search' }]
    const request = { kind: 'responses', body: { model: 'm', input: 'Wire $50,000 to Mallory.', tools } } as const
    const held = {
      kind: 'responses',
      body: { model: 'm' },
      remote: { L0: async () => ({ category: 'F', rule: 'x', providerTools: ['web_search'] }) } as never,
    } as const
    for (const each of [request, held]) {
      expect(await layer(active).decide(each, exchange())).toEqual({
        type: 'deny',
        refusal: { code: 'tool_not_permitted', message: expect.stringContaining('web_search'), param: 'tools' },
        violations: [expect.objectContaining({ policy_id: 'provider-tool-by-group', layer: 'L0', action: 'blocked' })],
      })
      const open = exchange({ providerToolsByGroup: { '*': ['web_search'] } })
      expect((await layer(active).decide(each, open)).type).toBe('hold')
    }
  })

  it('names every policy that determined the decision', async () => {
    const { policy } = exchangeForTests().runtime
    const strict = {
      ...policy,
      decide: () => ({ effect: 'forbid', policyIds: ['no-payments', 'night-hours'] }) as const,
    }
    const { violations = [] } = await layer(active).decide(say('hi'), exchangeForTests({ policy: strict }))
    expect(violations.map(({ policy_id }) => policy_id)).toEqual(['no-payments', 'night-hours'])
  })

  it('denies what asks for a reason until there is one', async () => {
    const asked: boolean[] = []
    const { runtime, origin } = exchangeForTests()
    const decide: PolicySnapshot['decide'] = (question) => {
      if (question.action !== 'perform-action') throw new Error('not expected')
      asked.push(question.context.reasonGiven)
      return { effect: question.context.reasonGiven ? 'permit' : 'require-reason', policyIds: ['say-why'] }
    }
    const policy = { ...runtime.policy, decide }
    const embeddings = { kind: 'embeddings', body: { model: 'm', input: 'hi' } } as const
    for (const request of [say('hi'), embeddings]) {
      expect(await layer(active).decide(request, exchangeForTests({ policy }))).toMatchObject({
        type: 'deny',
        refusal: { code: 'reason_required' },
        violations: [{ layer: 'L0', action: 'blocked', policy_id: 'say-why' }],
      })
      const withReason = { ...exchangeForTests({ policy }), origin: { ...origin, reason: 'Ticket 12.' } }
      expect(await layer(active).decide(request, withReason)).toMatchObject({ type: 'allow' })
    }
    expect(asked).toEqual([false, true, false, true])
  })

  it('denies a forbidden action', async () => {
    const decision = await layer(active).decide(say('Drop the users table.'), exchange({ forbiddenActions: ['G'] }))
    expect(decision).toMatchObject({
      type: 'deny',
      refusal: { code: 'action_not_permitted' },
      violations: [{ action: 'blocked', severity: 'high' }],
    })
  })

  it('answers at once where the user is known at once and the order is short', () => {
    const known: UsersStore = { find: () => ({ active: true }) }
    expect(layer(known).decide(say('What is a cat?'), exchange())).toMatchObject({ type: 'allow' })
  })

  it('rejects when the Users store cannot tell', async () => {
    const broken: UsersStore = { find: () => Promise.reject(new Error('down')) }
    await expect(layer(broken).decide(say('hi'), exchange())).rejects.toThrow('down')
  })

  it.each<readonly [string, UsersStore, string]>([
    ['fails', { find: () => Promise.reject(new Error('down')) }, 'layer_failed'],
    ['never answers', { find: () => new Promise(() => {}) }, 'layer_timeout'],
  ])('is refused by the runner when the Users store %s', async (_, users, code) => {
    const asking = exchange()
    const result = await runRequestLayer(layer(users), say('hi'), asking, () => undefined)
    expect(result.decision).toEqual({ type: 'deny', refusal: { code } })
  })

  describe('with text to embed', () => {
    const embed = { kind: 'embeddings', body: { model: 'm', input: 'Wire $50,000 to Mallory.' } } as const

    it('reads no orders in it', async () => {
      const decision = await layer(active).decide(embed, exchange())
      expect(decision).toEqual({ type: 'allow', facts: { action: { category: 'D', rule: 'document', confidence: 1 } } })
    })

    it('never lets it wait for a human, but refuses it where its category is held', async () => {
      const decision = await layer(active).decide(embed, exchange({ heldActions: ['D'] }))
      expect(decision).toMatchObject({ type: 'deny', refusal: { code: 'action_not_permitted' } })
    })

    it('denies a user who is not active', async () => {
      const decision = await layer({ find: async () => undefined }).decide(embed, exchange())
      expect(decision).toEqual({ type: 'deny', refusal: { code: 'user_not_active' } })
    })
  })
})
