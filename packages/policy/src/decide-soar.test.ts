import type { Principal } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import type { SoarAction } from './actions.ts'
import type { PolicyQuestion, SoarQuestion } from './question.ts'
import { ENGINES } from './testing/engines.ts'

const principal: Principal = {
  ...{ tenant: 't', sub: 'xsoar', username: 'xsoar', client: 'xsoar' },
  ...{ groups: [], roles: ['ciso'], departments: [] },
}
const ALL: readonly SoarAction[] = [
  'send-soar-command',
  'soar-freeze-user',
  'soar-freeze-session',
  'soar-unfreeze-user',
]
const SIGNED = { credential: 'signature' } as const
const scoped = (...scopes: string[]) => ({ credential: 'token', scopes, isPerson: false, client: 'splunk' }) as const

describe.each(ENGINES)('the %s engine', (_engine, createPolicy) => {
  function decide(action: SoarAction, context: SoarQuestion['context'], allowUnfreeze = false) {
    const policy = createPolicy({ clearances: {}, soar: { scope: 'soar', clients: ['splunk'], allowUnfreeze } })
    const { effect, policyIds } = policy.current('t').decide({ principal, action, context })
    return `${effect} by ${policyIds.join()}`
  }

  it.each<[SoarAction, SoarQuestion['context'], boolean, string]>([
    ['send-soar-command', SIGNED, false, 'permit by soar-signature'],
    ['send-soar-command', scoped('chat', 'soar'), false, 'permit by soar-scope'],
    ['send-soar-command', scoped(), true, 'forbid by soar-scope'],
    ['send-soar-command', scoped('soar:read', 'soarer', 'SOAR'), true, 'forbid by soar-scope'],
    ['soar-freeze-user', SIGNED, false, 'permit by soar-signature'],
    ['soar-freeze-user', scoped(), false, 'forbid by soar-scope'],
    ['soar-freeze-session', scoped('soar'), false, 'permit by soar-scope'],
    ['soar-unfreeze-user', SIGNED, false, 'forbid by soar-unfreeze'],
    ['soar-unfreeze-user', SIGNED, true, 'permit by soar-signature'],
    ['soar-unfreeze-user', scoped('soar'), false, 'forbid by soar-unfreeze'],
    ['soar-unfreeze-user', scoped('soar'), true, 'permit by soar-scope'],
    ['soar-unfreeze-user', scoped(), true, 'forbid by soar-scope'],
    ['send-soar-command', { ...scoped('soar'), client: 'other' }, true, 'forbid by soar-client'],
    ['send-soar-command', { ...scoped('soar'), client: 'Splunk' }, true, 'forbid by soar-client'],
    ['send-soar-command', { ...scoped('soar'), client: 'other', isPerson: true }, true, 'permit by soar-scope'],
    ['soar-freeze-user', { ...scoped(), isPerson: true }, true, 'forbid by soar-scope'],
    ['soar-unfreeze-user', { ...scoped('soar'), client: 'other', isPerson: true }, false, 'forbid by soar-unfreeze'],
  ])('%s with %j, unfreezing %j: %s', (action, context, allowUnfreeze, expected) => {
    expect(decide(action, context, allowUnfreeze)).toBe(expected)
  })

  it('permits nothing where nothing is configured', () => {
    const policy = createPolicy({ clearances: {} }).current('t')
    for (const action of ALL) {
      expect(policy.decide({ principal, action, context: SIGNED })).toEqual({
        effect: 'forbid',
        policyIds: ['default-deny'],
      })
    }
  })

  it('permits no other action', () => {
    const policy = createPolicy({
      clearances: {},
      soar: { scope: 'soar', clients: [], allowUnfreeze: true },
    }).current('t')
    for (const action of ['soar-wipe', 'constructor', 'list-sessions']) {
      const question = { principal, action, context: SIGNED } as unknown as PolicyQuestion
      expect(policy.decide(question)).toEqual({ effect: 'forbid', policyIds: ['default-deny'] })
    }
  })
})
