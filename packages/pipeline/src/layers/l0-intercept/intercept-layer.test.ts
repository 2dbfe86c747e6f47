import type { ChatRequest } from '@sluice/contracts'
import { createLevelPolicy, type LevelPolicyConfig } from '@sluice/policy'
import { describe, expect, it } from 'vitest'
import type { Layers, RequestLayer } from '../../layer.ts'
import { createPipeline } from '../../pipeline.ts'
import { exchangeForTests } from '../../ports/memory/exchange-for-tests.ts'
import type { UsersStore } from '../../ports/users-store.ts'
import { createInterceptLayer } from './index.ts'

const active: UsersStore = { find: async () => ({ active: true }) }

const exchange = (policy: Partial<LevelPolicyConfig> = {}) =>
  exchangeForTests({ policy: createLevelPolicy({ clearances: {}, ...policy }).current('t') })

const say = (content: string): ChatRequest => ({ model: 'm', messages: [{ role: 'user', content }] })
const layer = (users: UsersStore) => createInterceptLayer({ users, timeoutMs: 20 })

describe('L0', () => {
  it('fails closed', () => expect(layer(active)).toMatchObject({ id: 'L0', onError: 'deny', timeoutMs: 20 }))

  it('allows an active user, and says what the request sets out to do', async () => {
    const decision = await layer(active).inspectRequest(say('What is a cat?'), exchange())
    expect(decision).toEqual({ type: 'allow', facts: { action: { category: 'A', rule: 'default' } } })
  })

  it.each<readonly [string, UsersStore]>([
    ['unknown', { find: async () => undefined }],
    ['inactive', { find: async () => ({ active: false }) }],
  ])('denies an %s user', async (_, users) => {
    const decision = await layer(users).inspectRequest(say('hi'), exchange())
    expect(decision).toEqual({ type: 'deny', refusal: { code: 'user_not_active' } })
  })

  it('asks for the user of the token, in its tenant', async () => {
    const asked: string[][] = []
    const find = async (...names: [string, string]) => {
      asked.push(names)
      return { active: true }
    }
    await layer({ find }).inspectRequest(say('hi'), exchange())
    expect(asked).toEqual([['acme', 'alice']])
  })

  it('holds a risky action', async () => {
    const decision = await layer(active).inspectRequest(say('Wire $50,000 to Mallory.'), exchange())
    expect(decision).toMatchObject({
      type: 'hold',
      reason: { category: 'F', rule: 'order:move-money' },
      facts: { action: { category: 'F' } },
      violations: [{ layer: 'L0', action: 'held', policy_id: 'action-f' }],
    })
    expect(JSON.stringify(decision)).not.toMatch(/Mallory|50,000/)
  })

  it('denies a forbidden action', async () => {
    const decision = await layer(active).inspectRequest(
      say('Drop the users table.'),
      exchange({ forbiddenActions: ['G'] }),
    )
    expect(decision).toMatchObject({
      type: 'deny',
      refusal: { code: 'action_not_permitted' },
      violations: [{ action: 'blocked', severity: 'high' }],
    })
  })

  it('rejects when the Users store cannot tell', async () => {
    const broken: UsersStore = { find: () => Promise.reject(new Error('down')) }
    await expect(layer(broken).inspectRequest(say('hi'), exchange())).rejects.toThrow('down')
  })

  it.each<readonly [string, UsersStore, string]>([
    ['fails', { find: () => Promise.reject(new Error('down')) }, 'layer_failed'],
    ['never answers', { find: () => new Promise(() => {}) }, 'layer_timeout'],
  ])('is refused by the runner when the Users store %s', async (_, users, code) => {
    const never = { id: 'L5', timeoutMs: 1, onError: 'deny' } as const
    const unreachable: RequestLayer = { ...never, inspectRequest: () => Promise.reject(new Error('reached')) }
    const pass = { ...never, guardResponse: (chunks: AsyncIterable<never>) => chunks }
    const [L1, L2, L3, L5] = [unreachable, unreachable, unreachable, unreachable]
    const L7 = { ...pass, ...unreachable }
    const layers: Layers = {
      L0: layer(users),
      L1,
      L2,
      L3,
      L4: pass,
      L5,
      L6: { ...pass, seal: async () => {} },
      L7,
    } as never
    const { requestId, model, principal, session, policy, cacheUse, clock, signal } = exchange()
    const start = { requestId, principal, session, policy, cacheUse, clock, signal, model }
    const outcome = await createPipeline(layers, () => {}).run(say('hi'), start)
    expect(JSON.stringify(outcome)).toContain(code)
  })
})
