import { NAME_MAX_LENGTH, type Principal, plainText } from '@sluice/contracts'
import { z } from 'zod'
import type { PolicyDecision } from '../decision.ts'
import type { PolicySnapshot } from '../snapshot.ts'
import { ASKED, questionOf } from './asked-question.ts'

const MAX_TITLE_LENGTH = 200
const MAX_GROUPS = 50
const MAX_POLICY_IDS = 20
/** Of one policy. */
export const MAX_POLICY_TESTS = 100

/** What is expected of a decision. */
export const expectationShape = {
  effect: z.enum(['permit', 'hold', 'require-reason', 'forbid']).describe('What is expected.'),
  by: z
    .array(plainText(NAME_MAX_LENGTH))
    .max(MAX_POLICY_IDS)
    .optional()
    .describe('The policies that determine it, all of them; not compared without it.'),
}

const shared = {
  name: plainText(MAX_TITLE_LENGTH).optional().describe('What it is about, for those who read that it failed.'),
  as: plainText(NAME_MAX_LENGTH)
    .optional()
    .describe('The subject of who asks; `somebody` without it. Nobody is looked up.'),
  groups: z.array(plainText(NAME_MAX_LENGTH)).max(MAX_GROUPS).describe('The groups of who asks, which may be none.'),
  at: z.iso.datetime().optional().describe('When it is asked; at noon of a working day (UTC) without it.'),
  ...expectationShape,
}

/** One expectation of a policy: who asks what, and what shall come of it. */
export const policyTestSchema = z.discriminatedUnion('action', [
  ASKED.reveal.extend(shared),
  ASKED.invoke.extend(shared),
  ASKED.useModel.extend(shared),
  ASKED.useProviderTool.extend(shared),
  ASKED.callTool.extend(shared),
  ASKED.route.extend(shared),
  ASKED.administer.extend(shared),
])

/** The tests that are kept with a policy. */
export const policyTestsSchema = z.array(policyTestSchema).max(MAX_POLICY_TESTS)

export type PolicyTest = z.output<typeof policyTestSchema>

/** Monday, 5 January 2026, 12:00 UTC. */
export const NOON_MS = Date.UTC(2026, 0, 5, 12)

/** Policies that can be asked as of any time. */
interface PoliciesOnTrial {
  /** As they stand for questions at a time, in milliseconds since the Unix epoch. */
  at(timeMs: number): PolicySnapshot
  readPrincipal(claims: { readonly sub: string; readonly groups: readonly string[] }): Principal
}

/** What policies decide on the question of a test. */
export function decideTest(test: PolicyTest, policies: PoliciesOnTrial): PolicyDecision {
  const { name: _name, as: sub = 'somebody', groups, at, effect: _effect, by: _by, ...asked } = test
  const principal = policies.readPrincipal({ sub, groups })
  return policies.at(at === undefined ? NOON_MS : Date.parse(at)).decide(questionOf(asked, principal))
}

/** Whether a decision is as expected. The order of the policies that determined it says nothing. */
export function isAsExpected(
  { effect, policyIds }: PolicyDecision,
  expected: { readonly effect: PolicyDecision['effect']; readonly by?: readonly string[] | undefined },
): boolean {
  if (effect !== expected.effect) return false
  return expected.by === undefined || expected.by.toSorted().join() === policyIds.toSorted().join()
}
