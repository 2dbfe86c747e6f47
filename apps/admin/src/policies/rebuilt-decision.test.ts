import type { PolicyViolation, RequestRecord } from '@sluice/contracts'
import { expect, it } from 'vitest'
import { recordedEffect } from './rebuilt-decision.ts'

const violation = (action: PolicyViolation['action'], rule: string): PolicyViolation => ({
  ...{ policy_id: 'action-f', layer: 'L0', action, severity: 'medium' },
  message: `Category F (transact), rule ${rule}, confidence 0.85.`,
})

it.each<[string, Pick<RequestRecord, 'outcome' | 'violations' | 'code'>, string]>([
  ['a request that waited', { outcome: 'held', violations: [violation('held', 'order:pay')] }, 'hold'],
  ['one that was approved', { outcome: 'answered', violations: [violation('held', 'order:pay')] }, 'hold'],
  ['one that was refused', { outcome: 'denied', code: 'action_not_permitted', violations: [] }, 'forbid'],
  [
    'an answer that waited',
    { outcome: 'answered', violations: [violation('held', 'answer-call:F, by name')] },
    'permit',
  ],
  [
    'an answer that was denied',
    {
      ...{ outcome: 'failed', code: 'action_not_permitted' },
      violations: [violation('blocked', 'answer-call:F, by name')],
    },
    'permit',
  ],
])('tells what was decided on %s', (_, record, effect) => {
  expect(recordedEffect(Object.assign(Object.create(null), record))).toBe(effect)
})
