import type { Principal, SensitivityTile } from '@sluice/contracts'
import { expectTypeOf, it } from 'vitest'
import type { AdminAction, SoarAction } from './actions.ts'
import type { PolicyDecision } from './decision.ts'
import type { PolicyQuestion } from './question.ts'
import type { PolicySnapshot } from './snapshot.ts'

it('asks the policy with one function, about every action', () => {
  expectTypeOf<PolicySnapshot['decide']>().toEqualTypeOf<(question: PolicyQuestion) => PolicyDecision>()
  expectTypeOf<PolicyQuestion['action']>().toEqualTypeOf<
    | ('invoke-model' | 'perform-action' | 'route-to-endpoint' | 'reveal-entity' | 'use-cache' | 'use-provider-tool')
    | 'call-tool'
    | (AdminAction | SoarAction)
  >()
  expectTypeOf<PolicyQuestion['principal']>().toEqualTypeOf<Principal>()
})

it('says in each decision which policies determined it', () => {
  expectTypeOf<PolicyDecision['effect']>().toEqualTypeOf<'permit' | 'hold' | 'require-reason' | 'forbid'>()
  // @ts-expect-error A decision without a policy is none.
  const decision: PolicyDecision = { effect: 'permit', policyIds: [] }
  expectTypeOf(decision).toEqualTypeOf<PolicyDecision>()
})

it('asks for each action with the resource that it is about', () => {
  type QuestionOf<Action extends string> = Extract<PolicyQuestion, { action: Action }>
  expectTypeOf<QuestionOf<'route-to-endpoint'>>().toHaveProperty('context')
  expectTypeOf<QuestionOf<'invoke-model'>['resource']>().toEqualTypeOf<{ readonly model: string }>()
  expectTypeOf<QuestionOf<'perform-action'>['context']>().toEqualTypeOf<{
    readonly model: string
    readonly tile?: SensitivityTile
    readonly reasonGiven: boolean
  }>()
  const ask = (decide: PolicySnapshot['decide'], principal: Principal) => {
    // @ts-expect-error Which model?
    decide({ principal, action: 'invoke-model' })
    // @ts-expect-error No such action.
    decide({ principal, action: 'do-anything', resource: { model: 'm' } })
  }
  expectTypeOf(ask).returns.toBeVoid()
})
