import { fuzz } from '@sluice/testkit/fuzz'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { PolicyDecision } from '../decision.ts'
import { createLevelPolicy } from '../level/level-policy.ts'
import type { PolicyConfig } from '../policy-config.ts'
import type { PolicyQuestion } from '../question.ts'
import type { PolicySnapshot } from '../snapshot.ts'
import { CLOCK } from '../testing/engines.ts'
import { mutatedPolicy } from '../testing/random-policies.ts'
import { randomQuestion } from '../testing/random-questions.ts'
import { createCedarPolicies } from './create-cedar-policies.ts'

const CONFIG: PolicyConfig = {
  clearances: { '*': { level: 1 }, finance: { level: 4, reveal: ['CREDIT_CARD'] } },
  modelsByGroup: { '*': ['small'], finance: ['large'] },
  forbiddenActions: ['E'],
  soar: { scope: 'soar', clients: ['splunk'], allowUnfreeze: false },
}
const level = createLevelPolicy(CONFIG).current('t')
const policies = createCedarPolicies(CONFIG, { clock: CLOCK })

/** What is worth more stands first. */
const EFFECTS: readonly PolicyDecision['effect'][] = ['permit', 'hold', 'require-reason', 'forbid']

const inForce = fc.array(mutatedPolicy, { maxLength: 3 })

/** Members whose absence or change no type allows. */
const anything = fc.oneof(fc.constantFrom(undefined, null, Number.NaN, '', {}, []), fc.anything({ maxDepth: 2 }))

fuzz('policies', {
  'no policy of a tenant gives what the built-in policies do not': {
    property: fc.property(inForce, fc.array(randomQuestion, { minLength: 1, maxLength: 6 }), (texts, questions) => {
      replace(texts)
      for (const question of questions) requireNoMore(question)
    }),
    runs: 1_000,
  },
  'no question with a wrong or missing member is permitted more, and none throws': {
    property: fc.property(inForce, randomQuestion, fc.nat(), anything, (texts, question, place, value) => {
      replace(texts)
      requireNoMore(withChange(question, place, value))
    }),
    runs: 1_000,
  },
})

function replace(texts: readonly string[]): void {
  policies.replace(
    't',
    texts.map((text, at) => ({ id: `own-${at}`, text, immutable: false, enabled: true, version: 1 })),
  )
}

function requireNoMore(question: PolicyQuestion): void {
  const snapshot = policies.current('t')
  const own = snapshot.decide(question)
  requireProvable(question, own, snapshot)
  expect(own.policyIds.length).toBeGreaterThan(0)
  const most = EFFECTS.indexOf(mostOf(question))
  expect(EFFECTS.indexOf(own.effect), JSON.stringify({ question, own })).toBeGreaterThanOrEqual(most)
}

/** What a proof of a request says: nothing goes above the level of an endpoint, nothing back above a clearance. */
function requireProvable(question: PolicyQuestion, { effect }: PolicyDecision, snapshot: PolicySnapshot): void {
  if (effect !== 'permit') return
  if (question.action === 'route-to-endpoint')
    expect(question.context.tile.level).toBeLessThanOrEqual(question.resource.permittedLevel)
  if (question.action === 'reveal-entity')
    expect(question.resource.level).toBeLessThanOrEqual(snapshot.clearanceOf(question.principal))
}

/** The level engine trusts the types; where that fails, nothing may be permitted. */
function mostOf(question: PolicyQuestion): PolicyDecision['effect'] {
  try {
    return level.decide(question).effect
  } catch {
    return 'forbid'
  }
}

/** The question with another value in one place, or without one of its members. */
function withChange(question: PolicyQuestion, place: number, value: unknown): PolicyQuestion {
  const changed = structuredClone(question)
  const members = membersOf(changed)
  const member = members[place % members.length]
  if (member !== undefined) {
    const [owner, name] = member
    if (value === undefined) Reflect.deleteProperty(owner, name)
    else Reflect.set(owner, name, value)
  }
  return changed
}

function membersOf(value: unknown): (readonly [object, string])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [[value, name] as const, ...membersOf(inner)])
}
